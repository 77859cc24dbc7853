/** Browsers and encoders that die or hang in the middle of a render. */
import { existsSync, readdirSync, writeFileSync } from 'node:fs';
import { chmod, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { descendant, familyOf, until } from '../../support/machine/processes.js';
import { frameHashes } from '../../support/output/decode.js';
import { composition, makeProject, scratchDirectory } from '../../support/projects/project.js';
import { useBundledFfmpeg } from '../../support/renders/bundled-ffmpeg.js';
import { cutIntoChunksOf } from '../../support/renders/chunk-length.js';
import type { JsonEvent } from '../../support/renders/command-line.js';
import { type DisturbedRender, renderFaultyHere, startRender } from '../../support/renders/fault-bench.js';
import { renderCold } from '../../support/renders/warm-render.js';
import { WAIT, wrappedFfmpeg } from '../../support/renders/wrapped-ffmpeg.js';

useBundledFfmpeg();

cutIntoChunksOf(38);

/** Two chunks, each longer than what a lane holds back for an encoder that does not read. */
const FRAMES = 60;
const CHUNK = FRAMES / 2;
const MOVING = composition(
  `<style>
    @keyframes wander { from { transform: translateX(0) rotate(0) } to { transform: translateX(120px) rotate(360deg) } }
    #box { width: 40px; height: 40px; background: linear-gradient(red, blue); animation: wander ${FRAMES / 30}s linear }
  </style><div id="box"></div>`,
  { duration: FRAMES / 30 },
);
const BROWSER = /^(?!.* --type=).*--remote-debugging-pipe/;
const RENDERER = /--type=renderer/;
const kill = (pid: number): void => void process.kill(pid, 'SIGKILL');

interface HeldRender extends DisturbedRender {
  readonly notes: string;
  /** Lets all encoders read: before, no machine is fast enough to end the first chunk. */
  go(): void;
}

/** A render in the middle of capture that stays there. */
async function held(workers = 1, further: readonly string[] = [], html = MOVING): Promise<HeldRender> {
  const { path, notes } = await wrappedFfmpeg('encode', WAIT);
  const flags = ['--workers', String(workers), '--ffmpeg-path', path, ...further];
  const run = await startRender({ 'index.html': html }, { flags });
  // No more than may wait for the encoder of a draft.
  await run.framesCaptured(5);
  return {
    ...run,
    notes,
    go: () => {
      for (const gate of ['go', 'on']) writeFileSync(join(notes, gate), '');
    },
  };
}

/** Expects success, with the same pictures as an undisturbed render; resolves with the last event. */
async function undisturbed(run: DisturbedRender, expected: readonly string[]): Promise<JsonEvent> {
  const result = await run.ended();
  const last = result.events().at(-1) ?? {};
  expect(last, result.stderr).toMatchObject({ type: 'render-complete', frames: FRAMES });
  expect(result.exitCode).toBe(0);
  expect(await frameHashes(run.output)).toEqual(expected);
  return last;
}

describe('a render goes on', () => {
  let expected: string[];
  beforeAll(async () => {
    const project = await makeProject({ 'index.html': MOVING });
    await renderCold(project, join(project, 'out.mp4'));
    expected = await frameHashes(join(project, 'out.mp4'));
    expect(expected).toHaveLength(FRAMES);
    expect(new Set(expected).size).toBeGreaterThan(FRAMES / 2);
  });

  it.each([
    ['browser', BROWSER, 1],
    ['renderer', RENDERER, 1],
    ['process that draws for it', /--type=gpu-process/, 1],
    ['browser of one of two lanes', BROWSER, 2],
  ] as const)('in a new browser when the %s is killed', async (_, pattern, workers) => {
    const run = await held(workers);
    const { pid } = await descendant(run.command.pid, pattern);
    // The page of the proof has a renderer too, which may come first.
    const renderers = familyOf(run.command.pid).filter(({ command }) => RENDERER.test(command));
    for (const one of pattern === RENDERER ? renderers.map((renderer) => renderer.pid) : [pid]) kill(one);
    run.go();
    const last = await undisturbed(run, expected);
    expect(last.capture.replacedLanes).toBeGreaterThanOrEqual(1);
    expect(last.capture.redoneFrames).toBeGreaterThan(0);
    expect(JSON.stringify(last.notices)).toMatch(/BROWSER_CRASHED.*captured again in a new browser/);
  });

  it('with all that its page had counted, in a new browser too', async () => {
    const counting = MOVING.replace(
      '<div id="box"></div>',
      `$&<p id="count"></p><script>let count = 0; addEventListener('hf-seek', () => { document.getElementById('count').style.paddingLeft = (count += 1) + 'px'; });</script>
       <style>#count { width: 9px; height: 9px; background: lime }</style>`,
    );
    const project = await makeProject({ 'index.html': counting });
    await renderCold(project, join(project, 'out.mp4'), ['--workers', '1']);
    const counted = await frameHashes(join(project, 'out.mp4'));
    const run = await held(1, [], counting);
    writeFileSync(join(run.notes, 'go'), '');
    await until(
      () => existsSync(join(run.notes, 'again')),
      () => 'no second encoder',
    );
    kill((await descendant(run.command.pid, BROWSER)).pid);
    run.go();
    const last = await undisturbed(run, counted);
    expect(last.capture.redoneFrames).toBe(CHUNK);
  });

  it('when an encoder is killed half way', async () => {
    const script = `if mkdir "$NOTES/died" 2>/dev/null; then head -c 100000 >/dev/null; kill -KILL $$; fi\nexec "$REAL" "$@"`;
    const { path } = await wrappedFfmpeg('encode', script);
    const run = await startRender({ 'index.html': MOVING }, { flags: ['--workers', '1', '--ffmpeg-path', path] });
    const last = await undisturbed(run, expected);
    expect(last.capture).toMatchObject({ replacedLanes: 0, redoneFrames: CHUNK });
  });
});

describe('a render fails', () => {
  it('when an encoder dies twice at the same frames', async () => {
    const { path, notes } = await wrappedFfmpeg('encode', `mkdir "$NOTES/$$"; head -c 20000 >/dev/null; kill -KILL $$`);
    const { exitCode, last, output } = await renderFaultyHere(
      { 'index.html': MOVING },
      { flags: ['--workers', '1', '--ffmpeg-path', path] },
    );
    expect(last).toMatchObject({ errorCode: 'ENCODER_FAILED', error: expect.stringMatching(/SIGKILL/) });
    expect(readdirSync(notes)).toHaveLength(2);
    expect(exitCode).toBe(1);
    expect(existsSync(output)).toBe(false);
  });

  it('when the browser dies again and again', async () => {
    // A part is proved before it is captured. Beside the capture the second kill could hit the browser of the proof, and a
    // render that loses that one begins again.
    const run = await held(1, ['--frames', `0-${FRAMES - 1}`]);
    const first = await descendant(run.command.pid, BROWSER);
    kill(first.pid);
    writeFileSync(join(run.notes, 'go'), '');
    await until(
      () => existsSync(join(run.notes, 'again')),
      () => 'no second encoder',
    );
    kill((await descendant(run.command.pid, BROWSER, [first.pid])).pid);
    run.go();
    const result = await run.ended();
    expect(result.events().at(-1)).toMatchObject({ errorCode: 'BROWSER_CRASHED' });
    expect(result.exitCode).toBe(1);
  });

  it('when a browser starts and never answers, by a deadline that names it', async () => {
    const path = join(scratchDirectory(), 'chrome-headless-shell');
    await writeFile(path, '#!/bin/sh\ncase "$1" in --version) echo "Chromium 150.0.0.0";; *) sleep 900;; esac\n');
    await chmod(path, 0o755);
    const { last } = await renderFaultyHere(
      { 'index.html': MOVING },
      { flags: ['--browser-path', path], env: { FRAMEFARM_LAUNCH_DEADLINE_MS: '2000' } },
    );
    expect(last).toMatchObject({
      errorCode: 'BROWSER_CRASHED',
      error: expect.stringMatching(/after 2 s .*chrome-headless-shell to start/),
    });
  });

  it('when a browser ends at once, with its own words', async () => {
    const path = join(scratchDirectory(), 'chrome-headless-shell');
    const script =
      '#!/bin/sh\ncase "$1" in --version) echo "Chromium 150.0.0.0";; *) echo "no luck" >&2; exit 9;; esac\n';
    await writeFile(path, script);
    await chmod(path, 0o755);
    const { last } = await renderFaultyHere({ 'index.html': MOVING }, { flags: ['--browser-path', path] });
    expect(last).toMatchObject({ errorCode: 'BROWSER_CRASHED', error: expect.stringMatching(/status 9\s+no luck/) });
  });
});
