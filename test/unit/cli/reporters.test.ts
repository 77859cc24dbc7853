import { FramefarmError, type ProgressEvent, type RenderEvent, type Warning } from '@framefarm/contract';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { FarmResult } from '../../../oclif/src/farm/farm-result.js';
import { createJsonReporter } from '../../../oclif/src/formatters/render/json-reporter.js';
import { createPeopleReporter } from '../../../oclif/src/formatters/render/people-reporter.js';
import {
  createBarDisplay,
  createPlainDisplay,
  type ProgressDisplay,
  SILENT_DISPLAY,
} from '../../../oclif/src/formatters/render/progress-display.js';
import { aResult, keptStreams } from './results.js';

const START: RenderEvent = {
  kind: 'start',
  compositionId: 'title',
  fps: '30',
  quality: 'standard',
  outputPath: '/project/renders/a.mp4',
};
const CAPTURED: RenderEvent = { kind: 'captured', frames: 240, seconds: 8.2 };
const WARNING: RenderEvent = {
  kind: 'warning',
  warning: { code: 'font_unresolved', message: 'Papyrus\u001b[2J', stage: 'compile' },
};
const progress = (
  framesRendered: number,
  percent: number,
  stage: ProgressEvent['stage'] = 'capture',
): ProgressEvent => ({
  kind: 'progress',
  stage,
  progress: percent,
  framesRendered,
  totalFrames: 240,
});

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

describe('the events of --json', () => {
  function reporter(debug = false) {
    const kept = keptStreams();
    const made = createJsonReporter({
      streams: kept.streams,
      debug,
      outputPath: () => '/project/renders/a.mp4',
      now: () => Date.now(),
    });
    return { ...kept, made, events: () => kept.results.map((line) => JSON.parse(line)) };
  }

  it('are start, progress and complete, each with type and time, one per line', () => {
    const { made, events, results } = reporter();
    for (const event of [progress(0, 0, 'compile'), START, progress(0, 6), CAPTURED, WARNING]) made.event(event);
    made.complete(aResult({ warnings: [{ code: 'font_unresolved', message: 'Papyrus', stage: 'compile' }] }));
    expect(events().map((event) => event.type)).toEqual(['render-start', 'render-progress', 'render-complete']);
    for (const [index, event] of events().entries()) {
      expect(new Date(event.ts).toISOString()).toBe(event.ts);
      expect(results[index]).not.toContain('\n');
    }
    expect(events().at(-1)).toMatchObject({
      outputPath: '/project/renders/a.mp4',
      durationMs: 8000,
      renderTimeMs: 8200,
      size: 4_404_019,
      width: 1920,
      height: 1080,
      fps: '30',
      frames: 240,
      sha256: 'ab'.repeat(32),
      lanes: { count: 2 },
      capture: { path: 'surface', reason: 'raw pixels of the page' },
      versions: { browser: '153.0', ffmpeg: '5.1' },
      sandbox: { on: true },
      warnings: [{ code: 'font_unresolved' }],
    });
  });

  it('tell progress at most four times a second, and the latest of what was held back', () => {
    const { made, events } = reporter();
    made.event(START);
    for (let frame = 0; frame < 100; frame++) {
      made.event(progress(frame, frame / 3));
      vi.advanceTimersByTime(10);
    }
    const told = events().filter((event) => event.type === 'render-progress');
    expect(told.length).toBeGreaterThanOrEqual(4);
    expect(told.length).toBeLessThanOrEqual(5);
    vi.advanceTimersByTime(250);
    expect(events().at(-1)).toMatchObject({ type: 'render-progress', framesRendered: 99, stage: 'capture' });
  });

  it('tell of the preparation once the composition is known', () => {
    const { made, events } = reporter();
    for (const percent of [1, 2]) made.event(progress(0, percent, 'compile'));
    vi.advanceTimersByTime(1000);
    expect(events()).toEqual([]);
    made.event(START);
    expect(events()).toMatchObject([
      { type: 'render-start', compositionId: 'title' },
      { type: 'render-progress', stage: 'compile', progress: 2 },
    ]);
  });

  it('have no file after a dry run, and the whole plan', () => {
    const { made, events } = reporter();
    made.complete(aResult({ output: null }));
    expect(events().at(-1)).toMatchObject({
      ...{
        dryRun: true,
        durationMs: null,
        size: null,
        sha256: null,
        width: null,
        height: null,
        fps: null,
        media: null,
      },
      ...{ frames: 240, outputPath: '/project/renders/a.mp4', plan: { frames: 240, composition: { id: 'intro' } } },
    });
  });

  it('tell of a render of a farm what was made, or that nothing was', () => {
    const farm = { outcome: 'completed', compositionId: 'title', renderId: 'rnd_1', renderTimeMs: 8200.4 } as const;
    const made = { durationSeconds: 8.0004, width: 64, height: 36, fps: '30', frames: 240, size: 9, sha256: 'ab' };
    const last = (output: FarmResult['output']) => {
      const { made: json, events } = reporter();
      json.completeFarm({ ...farm, output, warnings: [], notices: [] });
      return events().at(-1);
    };
    expect(last({ ...made, path: null })).toMatchObject({
      ...{ type: 'render-complete', renderId: 'rnd_1', dryRun: false, durationMs: 8000, renderTimeMs: 8200 },
      ...{ outputPath: '/project/renders/a.mp4', width: 64, height: 36, fps: '30', frames: 240, size: 9, sha256: 'ab' },
    });
    expect(last({ ...made, path: '/else/b.mp4' })).toMatchObject({ outputPath: '/else/b.mp4' });
    const nothing = { size: null, sha256: null, width: null, height: null, fps: null, frames: null };
    expect(last(null)).toMatchObject({ dryRun: true, durationMs: null, ...nothing });
  });

  it('end with render-error when the render failed, and nothing follows', () => {
    const { made, events, talk } = reporter();
    made.event(START);
    made.event(progress(12, 20));
    made.event(progress(13, 21));
    const gone = new FramefarmError('BROWSER_CRASHED', 'gone', { hint: 'Again.' });
    gone.circumstances = { freeMemoryMB: 900, browserConsoleTail: ['log: so far'] };
    const notice = { code: 'lint', message: 'one warning' } as const;
    for (const event of [WARNING, { kind: 'notice', notice } as const]) made.event(event);
    made.fail(gone);
    const [told, said] = [events().length, talk()];
    for (const event of [START, progress(14, 22)]) made.event(event);
    made.news({ kind: 'project-uploaded', compositionId: 'cmp_1', bytes: 5 });
    vi.advanceTimersByTime(1000);
    made.fail(gone);
    made.complete(aResult());
    expect([events().length, talk()]).toEqual([told, said]);
    expect(events().at(-1)).toMatchObject({
      type: 'render-error',
      warnings: [{ code: 'font_unresolved' }],
      notices: [notice],
      outputPath: '/project/renders/a.mp4',
      error: 'gone',
      errorCode: 'BROWSER_CRASHED',
      stage: 'capture',
      hint: 'Again.',
      errorDetails: { owner: 'system', retryable: true, freeMemoryMB: 900, browserConsoleTail: ['log: so far'] },
    });
  });

  it.each(['VALIDATION_FAILED', 'COMPOSITION_NOT_FOUND', 'BROWSER_NOT_FOUND', 'ENCODER_NOT_FOUND'] as const)(
    'end with error for %s, always with issues',
    (code) => {
      const { made, events } = reporter();
      made.fail(new FramefarmError(code, 'why'));
      expect(events()).toMatchObject([{ type: 'error', code, message: 'why', issues: [{ code, message: 'why' }] }]);
      const { made: other, events: others } = reporter();
      const issues = [{ field: '--fps', code: 'invalid_value', message: 'so' }];
      other.fail(new FramefarmError(code, 'why', { issues }));
      expect(others()).toMatchObject([{ type: 'error', issues }]);
    },
  );

  it('leave the error readable on stderr', () => {
    const { made, talk } = reporter();
    made.fail(new FramefarmError('VALIDATION_FAILED', 'why'));
    expect(talk()).toMatch(/^Error: Invalid options \[VALIDATION_FAILED\]\n {2}why\n {2}Hint: /);
  });

  it('keep engine logs off stdout', () => {
    const { made, results, talk } = reporter(true);
    made.event({ kind: 'log', source: 'page', line: 'hello\u001b[1m' });
    expect(results).toEqual([]);
    expect(talk()).toBe('[page] hello\\x1b[1m\n');
    const plain = reporter();
    plain.made.event({ kind: 'log', source: 'page', line: 'hello' });
    expect([plain.results, plain.talk()]).toEqual([[], '']);
  });
});

describe('a render for people', () => {
  function reporter(
    changes: { quiet?: boolean; debug?: boolean; progress?: ProgressDisplay; decorate?: boolean } = {},
  ) {
    const kept = keptStreams();
    const { quiet = false, debug = false, progress: display = SILENT_DISPLAY, decorate = false } = changes;
    const made = createPeopleReporter({
      streams: kept.streams,
      progress: display,
      decorate: { results: decorate, talk: decorate },
      quiet,
      debug,
      outputShown: () => 'renders/a.mp4',
    });
    return { ...kept, made };
  }
  const warnings = [
    { code: 'font_unresolved', message: 'Papyrus', stage: 'compile' },
    { code: 'script_error', message: 'x is not defined', stage: 'capture' },
  ] as const;

  it('has the three lines on stdout and everything else on stderr', () => {
    const { made, results, talk } = reporter();
    for (const event of [START, { kind: 'lanes', lanes: 1, upperBound: 1, reason: 'cores' } as const, CAPTURED]) {
      made.event(event);
    }
    const substitutions = [{ url: 'https://cdn/x', requested: 'gsap@3.12.5', served: 'gsap@3.15.0' }];
    const notices = [{ code: 'gif_fps_capped', message: '60 became 30' }];
    made.complete(aResult({ warnings, notices, substitutions }));
    expect(results).toEqual([
      'Rendering composition "title" (30fps, standard quality)',
      'Captured 240 frames in 8.2s',
      'Encoded to renders/a.mp4 (8.0s, 1920x1080, 4.2MB)',
    ]);
    expect(talk().trimEnd().split('\n')).toEqual([
      'Workers: 1 of 1 (cores)',
      'Notice gif_fps_capped: 60 became 30',
      'Substituted gsap@3.12.5 by gsap@3.15.0',
      'Warning font_unresolved: Papyrus',
      'Warning script_error: x is not defined',
      'Completed with 2 warnings',
    ]);
  });

  it('says when the sandbox was off', () => {
    const { made, talk } = reporter();
    made.complete(aResult({ sandbox: { on: false, reason: 'framefarm runs as root' } }));
    expect(talk()).toBe('Notice sandbox_off: the Chromium sandbox is off: framefarm runs as root\n');
  });

  it('says a notice once, whether told on the way or at the end', () => {
    const { made, talk } = reporter();
    const notice = { code: 'n', message: 'm' };
    made.event({ kind: 'notice', notice });
    expect(talk()).toBe('Notice n: m\n');
    made.complete(aResult({ notices: [notice] }));
    expect(talk()).toBe('Notice n: m\n');
  });

  it('shows logs with --debug alone, never into the bar', () => {
    const log: RenderEvent = { kind: 'log', source: 'page', line: 'hello' };
    const plain = reporter();
    plain.made.event(log);
    expect(plain.talk()).toBe('');
    const clear = vi.fn();
    const debugged = reporter({ debug: true, progress: { ...SILENT_DISPLAY, clear } });
    debugged.made.event(log);
    expect([debugged.talk(), clear.mock.calls.length]).toEqual(['[page] hello\n', 1]);
  });

  it('says of one on a farm where its file is, or how it is fetched, and what it was warned of', () => {
    const output = { durationSeconds: 8, width: 64, height: 36, fps: '30', frames: 240, size: 2048, sha256: 'ab' };
    const farm = { outcome: 'completed', compositionId: 'title', renderId: 'rnd_1', renderTimeMs: 1 } as const;
    const said = (path: string | null | undefined, told: readonly Warning[], quiet = false) => {
      const { made, results, talk } = reporter({ quiet });
      const notices = [{ code: 'n', message: 'm' }];
      made.completeFarm({ ...farm, output: path === undefined ? null : { ...output, path }, warnings: told, notices });
      return [...results, ...talk().split('\n').filter(Boolean)];
    };
    expect(said('/project/renders/a.mp4', warnings)).toEqual([
      'Encoded to renders/a.mp4 (8.0s, 64x36, 2.0KB)',
      'Notice n: m',
      'Warning font_unresolved: Papyrus',
      'Warning script_error: x is not defined',
      'Completed with 2 warnings',
    ]);
    const fetched = 'Completed (8.0s, 64x36, 2.0KB); "framefarm farm output rnd_1" fetches it';
    expect(said(null, [])).toEqual([fetched, 'Notice n: m']);
    expect(said(undefined, [])).toEqual(['Dry run: the farm would take this; nothing was rendered', 'Notice n: m']);
    expect(said('/project/renders/a.mp4', warnings, true)).toEqual(['renders/a.mp4']);
  });

  it('says that it stops, and what a second signal does', () => {
    const { made, talk } = reporter();
    made.interrupted('SIGINT');
    expect(talk()).toBe('Stopping after SIGINT; once more stops at once.\n');
  });

  it('prints with --quiet the path alone, and errors', () => {
    const { made, results, talk } = reporter({ quiet: true });
    for (const event of [START, CAPTURED, WARNING]) made.event(event);
    made.complete(aResult({ warnings }));
    expect(results).toEqual(['renders/a.mp4']);
    expect(talk()).toBe('');
    made.fail(new FramefarmError('DISK_FULL', 'no space'));
    expect(talk()).toContain('[DISK_FULL]');
  });

  it('tells warnings before an error, without obeying what they hold', () => {
    const { made, results, talk } = reporter();
    made.event(WARNING);
    made.fail(new FramefarmError('CAPTURE_STALLED', 'frame 3'));
    expect(results).toEqual([]);
    expect(talk()).toMatch(/^Warning font_unresolved: Papyrus\\x1b\[2J\nError: /);
  });

  it('marks lines on a terminal', () => {
    const { made, results } = reporter({ decorate: true });
    made.event(CAPTURED);
    expect(results).toEqual(['\u001b[32m✓\u001b[0m Captured 240 frames in 8.2s']);
  });

  it('clears the bar before any other text', () => {
    const kept = keptStreams();
    const display = createBarDisplay(
      kept.streams.tell,
      () => 80,
      () => Date.now(),
    );
    const { made } = reporter({ progress: display });
    made.event(progress(10, 10));
    expect(kept.talk()).toMatch(/10\/240 frames/);
    made.event(CAPTURED);
    expect(kept.talk().endsWith('\r\u001b[2K')).toBe(true);
  });
});

describe('a bar', () => {
  it('is drawn over ten times a second at most, anew after other text, and is gone when it is over', () => {
    const kept = keptStreams();
    const display = createBarDisplay(
      kept.streams.tell,
      () => 80,
      () => Date.now(),
    );
    const GONE = '\r\u001b[2K';
    /** What is written since the last look. */
    let seen = 0;
    const written = (): string => {
      const text = kept.talk().slice(seen);
      seen = kept.talk().length;
      return text;
    };
    display.clear();
    expect(written()).toBe('');
    display.update(progress(1, 10));
    expect(written()).toContain('1/240 frames');
    vi.advanceTimersByTime(99);
    display.update(progress(2, 10));
    expect(written()).toBe('');
    vi.advanceTimersByTime(1);
    display.update(progress(3, 10));
    expect(written()).toMatch('3/240 frames');
    display.clear();
    display.clear();
    expect(written()).toBe(GONE);
    display.update(progress(4, 10));
    expect(written()).toMatch('4/240 frames');
    display.stop();
    expect(written()).toBe(GONE);
    display.update(progress(5, 10));
    expect(written()).toBe('');
  });
});

describe('progress that stands still', () => {
  it('falls in its pace, on a terminal and off one', () => {
    const [bar, plain] = [keptStreams(), keptStreams()];
    const displays = [
      createBarDisplay(
        bar.streams.tell,
        () => 80,
        () => Date.now(),
      ),
      createPlainDisplay(plain.streams.tell, () => Date.now()),
    ];
    for (const display of displays) display.update(progress(10, 10));
    vi.advanceTimersByTime(1_000);
    for (const display of displays) display.update(progress(40, 20));
    vi.advanceTimersByTime(29_000);
    const [shown, told] = [bar.talk().split('\r').at(-1), plain.talk().trimEnd().split('\n').at(-1)];
    // Thirty frames in thirty seconds by now.
    expect(shown).toMatch(/40\/240 frames {2}1\.0 frames\/s {2}ETA 3m/);
    expect(told).toMatch(/40\/240 frames, 1\.\d frames\/s, ETA/);
    for (const display of displays) display.stop();
    const [drawn, lines] = [bar.talk(), plain.talk()];
    vi.advanceTimersByTime(60_000);
    expect([bar.talk(), plain.talk()]).toEqual([drawn, lines]);
  });
});

describe('progress off a terminal', () => {
  it('says that nothing has been told yet, each 10 s', () => {
    const kept = keptStreams();
    const display = createPlainDisplay(kept.streams.tell, () => Date.now());
    vi.advanceTimersByTime(20_000);
    expect(kept.talk()).toBe('Waiting\nWaiting\n');
    display.stop();
  });

  it('has a line at each stage, at each 10 %, and after 10 s of silence', () => {
    const kept = keptStreams();
    const display = createPlainDisplay(kept.streams.tell, () => Date.now());
    const lines = () => kept.talk().split('\n').length - 1;
    display.update(progress(0, 0, 'compile'));
    display.update(progress(0, 6));
    expect(lines()).toBe(2);
    for (let frame = 1; frame <= 100; frame++) display.update(progress(frame, 6 + frame / 4));
    expect(lines()).toBe(5);
    vi.advanceTimersByTime(9_999);
    expect(lines()).toBe(5);
    vi.advanceTimersByTime(1);
    expect(lines()).toBe(6);
    display.stop();
    vi.advanceTimersByTime(60_000);
    expect(lines()).toBe(6);
  });
});
