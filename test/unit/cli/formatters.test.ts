import { FramefarmError, type ProgressEvent } from '@framefarm/contract';
import type { FarmWorker, Render, RenderSummary } from '@framefarm/farm-client';
import { describe, expect, it } from 'vitest';
import { renderLines, renderRows, workerRows } from '../../../oclif/src/formatters/farm/farm-tables.js';
import {
  createPaceMeter,
  plainProgressLine,
  progressBarLine,
} from '../../../oclif/src/formatters/render/progress-text.js';
import {
  capturedLine,
  captureLine,
  encodedLine,
  lanesLine,
  startLine,
  warningCountLine,
  warningLine,
} from '../../../oclif/src/formatters/render/result-lines.js';
import { errorText } from '../../../oclif/src/formatters/text/error-text.js';
import { formatRemaining, formatSeconds, formatSize } from '../../../oclif/src/formatters/text/quantities.js';
import { mayDecorate } from '../../../oclif/src/formatters/text/style.js';
import { neutralised, neutralisedLine } from '../../../oclif/src/formatters/text/terminal-text.js';
import { terminalSize } from '../../../oclif/src/session/terminal-size.js';
import { aResult } from './results.js';

describe('quantities', () => {
  it.each([
    [0, '0B'],
    [812, '812B'],
    [1023, '1023B'],
    [1024, '1.0KB'],
    [2867, '2.8KB'],
    [1024 * 1024 - 1, '1.0MB'],
    [4_404_019, '4.2MB'],
    [1_181_116_006, '1.1GB'],
  ])('%d bytes are %s', (bytes, text) => {
    expect(formatSize(bytes)).toBe(text);
  });

  it('seconds have one decimal', () => {
    expect([formatSeconds(8.249), formatSeconds(8), formatSeconds(0.04)]).toEqual(['8.2', '8.0', '0.0']);
  });

  it.each([
    [3.2, '4s'],
    [125, '2m05s'],
    [3780, '1h03m'],
  ])('%d s remain as %s', (seconds, text) => {
    expect(formatRemaining(seconds)).toBe(text);
  });
});

describe('the lines of a render (cli 4)', () => {
  const start = { kind: 'start', compositionId: 'title', quality: 'high', outputPath: '/o/a.mp4' } as const;

  it('begin with composition, rate as given and quality', () => {
    expect(startLine({ ...start, fps: '30' })).toBe('Rendering composition "title" (30fps, high quality)');
    expect(startLine({ ...start, fps: '30000/1001' })).toContain('(30000/1001fps, ');
  });

  it('name frames and seconds', () => {
    expect(capturedLine({ kind: 'captured', frames: 240, seconds: 8.2 })).toBe('Captured 240 frames in 8.2s');
    expect(capturedLine({ kind: 'captured', frames: 1, seconds: 0.2 })).toBe('Captured 1 frame in 0.2s');
    expect(capturedLine({ kind: 'captured', frames: 180, seconds: 0, reused: 180 })).toBe(
      'Captured 0 frames in 0.0s, took 180 from an earlier render',
    );
  });

  it('name path, length, size in pixels and in bytes', () => {
    const { output } = aResult();
    expect(output && encodedLine(output, 'renders/a.mp4')).toBe('Encoded to renders/a.mp4 (8.0s, 1920x1080, 4.2MB)');
  });

  it('name lanes and the limit that won', () => {
    expect(lanesLine({ kind: 'lanes', lanes: 4, upperBound: 6, reason: 'memory' })).toBe('Workers: 4 of 6 (memory)');
  });

  it('name the way of capture where it was not the fast one, and why', () => {
    expect(captureLine({ path: 'surface', reason: 'raw pixels of the page' })).toBeNull();
    const reason = 'no drawing surface: the page holds <dialog#a>';
    expect(captureLine({ path: 'beginframe', reason })).toBe(`Capture: beginframe (${reason})`);
  });

  it('count warnings', () => {
    expect([0, 1, 2].map(warningCountLine)).toEqual([null, 'Completed with 1 warning', 'Completed with 2 warnings']);
    expect(warningLine({ code: 'script_error', message: 'a\nb', stage: 'capture' })).toBe('Warning script_error: a b');
  });
});

describe('lines of a farm (cli 7)', () => {
  const worker = (name: string, more: Partial<FarmWorker> = {}): FarmWorker =>
    ({
      ...{ name, host: 'h', slots: 2, draining: false, blocked: null, sandbox: true, freeMemoryMb: 900 },
      ...{ versions: { framefarm: '1.0.0' }, work: [], ...more },
    }) as unknown as FarmWorker;

  it('name workers in columns of one width, what holds them up, and what they do', () => {
    const work = [{ renderId: 'rnd_1', kind: 'capture' }] as unknown as FarmWorker['work'];
    const workers = [
      worker('longer-name', { work }),
      worker('b', { draining: true, sandbox: false }),
      worker('c', { blocked: 'no\nbrowser' }),
    ];
    expect(workerRows(workers)).toEqual([
      'NAME         HOST  BUSY    STATE                  MEMORY       VERSION  WORK',
      'longer-name  h     1 of 2  ready                  900 MB free  1.0.0    rnd_1 capture',
      'b            h     0 of 2  draining, sandbox off  900 MB free  1.0.0',
      'c            h     0 of 2  blocked: no browser    900 MB free  1.0.0',
    ]);
    expect([workerRows([]), renderRows([])]).toEqual([['No workers'], ['No renders']]);
  });

  it('cannot steer a terminal by the names of workers and machines', () => {
    const lines = workerRows([
      worker('w\u001b[2J', { host: 'h\u001b[31m', versions: { framefarm: '1\u0007' } } as object),
    ]);
    expect(lines[1]).toMatch(/^w\\x1b\[2J {2}h\\x1b\[31m {2}.* 1\\x07$/);
  });

  const chunks = { total: 0, committed: 0, retries: 0 };
  const render = (more: object): Render =>
    ({
      ...{ id: 'rnd_1', status: 'queued', reason: 'submitted', ahead: null, stage: null, progress: 0, chunks },
      ...{ framesRendered: 0, totalFrames: 0, etaSeconds: null, output: null, error: null, ...more },
    }) as unknown as Render;

  it('tell of a render what is known, a fact a line', () => {
    expect(renderLines(render({ ahead: 2 }))).toEqual([
      'rnd_1 is queued (submitted)',
      '  In the queue: 2 renders ahead',
    ]);
    expect(renderLines(render({ ahead: 0, waiting: { message: 'no\nworker' } })).slice(1)).toEqual([
      '  In the queue: next',
      '  waits: no worker',
    ]);
    const running = {
      ...{ status: 'rendering', progress: 49.6, framesRendered: 50, totalFrames: 100 },
      etaSeconds: 65,
    };
    expect(
      renderLines(render({ ...running, stage: 'capture', chunks: { total: 4, committed: 2, retries: 1 } })).slice(1),
    ).toEqual(['  50%, frame 50 of 100, capture', '  2 of 4 chunks done, 1 done again', '  about 1m05s left']);
    const output = { fileName: 'a\u001b.mp4', durationSeconds: 8, width: 64, height: 36, size: 2048 };
    const error = { code: 'DISK_FULL', message: 'no\nspace' };
    expect(renderLines(render({ output, error })).slice(1)).toEqual([
      '  a\\x1b.mp4 (8.0s, 64x36, 2.0KB)',
      '  DISK_FULL: no space',
    ]);
  });

  it('list renders with their labels', () => {
    const listed = { id: 'rnd_1', status: 'queued', progress: 12.6, createdAt: '2026-01-01T00:00:00.000Z' };
    const renders = [{ ...listed, labels: { a: 'b', c: 'd\u0007' } }, listed] as unknown as RenderSummary[];
    expect(renderRows(renders)).toEqual([
      'ID     STATUS  DONE  CREATED                   LABELS',
      'rnd_1  queued  13%   2026-01-01T00:00:00.000Z  a=b c=d\\x07',
      'rnd_1  queued  13%   2026-01-01T00:00:00.000Z',
    ]);
  });
});

describe('text from outside', () => {
  it('cannot steer a terminal', () => {
    const hostile = 'a\u001b[2J\u0007b\u009b31m\u202ec\u2066\rd\u007f';
    expect(neutralised(hostile)).toBe('a\\x1b[2J\\x07b\\x9b31m\\u{202e}c\\u{2066}\\x0dd\\x7f');
  });

  it('keeps tabs, lines and every letter', () => {
    expect(neutralised('ä\t日本\r\n🎬')).toBe('ä\t日本\n🎬');
    expect(neutralisedLine('one \n\n  two\tthree  four\n')).toBe('one two\tthree  four ');
  });

  // Were each blank tried as the first, it would take longer than a test may.
  it('is put on one line in one pass', () => {
    const blanks = ' '.repeat(500_000);
    expect(neutralisedLine(`a${blanks}b${blanks}\nc`)).toBe(`a${blanks}b c`);
  });
});

describe('an error for people', () => {
  const plain = { colour: false, debug: false };
  const error = new FramefarmError('CAPTURE_STALLED', 'frame 12 \u001b[31mhangs', { stage: 'capture', hint: 'Wait.' });

  it('is title, detail and hint, without a stack', () => {
    expect(errorText(error, plain)).toBe(
      'Error: Capture made no progress during capture [CAPTURE_STALLED]\n  frame 12 \\x1b[31mhangs\n  Hint: Wait.',
    );
  });

  it('lists all issues in place of the message', () => {
    const issues = [
      { code: 'a', message: 'first' },
      { row: 3, code: 'b', message: 'second' },
    ];
    const text = errorText(new FramefarmError('VALIDATION_FAILED', 'both', { issues }), plain);
    expect(text.split('\n').slice(1, 3)).toEqual(['  first', '  row 4: second']);
    expect(text).not.toContain('both');
  });

  it('shows stack and cause with --debug only', () => {
    const caused = new FramefarmError('INTERNAL_ERROR', 'x', { cause: new Error('the root of it') });
    expect(errorText(caused, plain)).not.toMatch(/ at |the root of it/);
    expect(errorText(caused, { colour: false, debug: true })).toMatch(/ at [\s\S]*the root of it/);
  });
});

describe('colour', () => {
  it.each([
    [{ isTTY: true }, {}, true],
    [{ isTTY: true }, { NO_COLOR: '' }, true],
    [{ isTTY: true }, { NO_COLOR: '1' }, false],
    [{ isTTY: true }, { TERM: 'dumb' }, false],
    [{}, {}, false],
  ])('on %j with %j: %s', (stream, env, expected) => {
    expect(mayDecorate(stream, env)).toBe(expected);
  });
});

describe('progress', () => {
  const at = (framesRendered: number, progress: number): ProgressEvent => ({
    kind: 'progress',
    stage: 'capture',
    progress,
    framesRendered,
    totalFrames: 240,
  });

  it('measures frames per second and what remains', () => {
    const measure = createPaceMeter();
    expect(measure(at(0, 6), 1000)).toEqual({ framesPerSecond: null, remainingSeconds: null });
    expect(measure(at(1, 6), 9000).framesPerSecond).toBeNull();
    expect(measure(at(61, 28), 11_000)).toEqual({ framesPerSecond: 30, remainingSeconds: 179 / 30 });
  });

  it('follows a change of pace within its window', () => {
    const measure = createPaceMeter();
    for (let second = 1; second <= 10; second++) measure(at(second * 2, 10), second * 1000);
    let pace = measure(at(20, 10), 10_000);
    for (let second = 1; second <= 6; second++) pace = measure(at(20 + second * 20, 40), 10_000 + second * 1000);
    expect(pace.framesPerSecond).toBeCloseTo(20, 5);
  });

  it('is none of frames that are told at once, such as after a lost connection', () => {
    const measure = createPaceMeter();
    const told = (ms: number) => [10, 20, 30].map((frames) => measure(at(frames + ms / 100, 10), ms + frames / 100));
    expect(told(0).map(({ framesPerSecond }) => framesPerSecond)).toEqual([null, null, null]);
    expect(told(10_000).at(-1)?.framesPerSecond).toBeCloseTo(10, 1);
  });

  it('starts again when frames are lost, instead of counting backwards', () => {
    const measure = createPaceMeter();
    measure(at(10, 6), 0);
    measure(at(100, 40), 1000);
    expect(measure(at(50, 25), 2000).framesPerSecond).toBeNull();
    expect(measure(at(60, 30), 3000).framesPerSecond).toBe(10);
  });

  it('is a plain line off a terminal', () => {
    const pace = { framesPerSecond: 31.24, remainingSeconds: 4.6 };
    expect(plainProgressLine(at(96, 40.9), pace)).toBe('Progress 40% capturing, 96/240 frames, 31.2 frames/s, ETA 5s');
    expect(
      plainProgressLine(
        { ...at(0, 0), stage: 'compile', totalFrames: 0 },
        { framesPerSecond: null, remainingSeconds: null },
      ),
    ).toBe('Progress 0% reading the composition');
  });

  it('tells a pace while frames are captured, and what remains while frames are missing', () => {
    const pace = { framesPerSecond: 31.24, remainingSeconds: 4.6 };
    expect(plainProgressLine({ ...at(240, 95), stage: 'assemble' }, pace)).toBe(
      'Progress 95% assembling, 240/240 frames',
    );
    const measure = createPaceMeter();
    measure(at(120, 50), 0);
    const done = measure(at(240, 95), 1000);
    expect(done).toEqual({ framesPerSecond: 120, remainingSeconds: null });
    expect(plainProgressLine(at(240, 95), done)).toBe('Progress 95% capturing, 240/240 frames, 120.0 frames/s');
    expect(plainProgressLine(at(240, 100.4), done)).toMatch(/^Progress 100% /);
    expect(progressBarLine(at(240, 100.4), done, 80)).toMatch(/^█{24} 100% /);
  });

  it('is drawn as on 80 columns where the terminal knows no size', () => {
    expect(terminalSize({ columns: 0, rows: 0 })).toEqual({ columns: 80, rows: 24 });
    expect(terminalSize({})).toEqual({ columns: 80, rows: 24 });
    expect(terminalSize({ columns: 120, rows: 40 })).toEqual({ columns: 120, rows: 40 });
  });

  it.each([200, 80, 50, 30, 10])('fits a terminal of %d columns', (columns) => {
    const line = progressBarLine(at(96, 40), { framesPerSecond: 31.2, remainingSeconds: 5 }, columns);
    expect(line.length).toBeLessThan(columns);
    if (columns >= 80) expect(line).toContain('96/240 frames  31.2 frames/s  ETA 5s');
  });
});
