/** Browsers and encoders that die or hang in the middle of a render. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { chmod, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { type JsonEvent, render } from '../support/command-line.js';
import { frameHashes } from '../support/decode.js';
import { type DisturbedRender, renderFaulty, startRender } from '../support/fault-bench.js';
import { descendant } from '../support/processes.js';
import { composition, makeProject, scratchDirectory } from '../support/project.js';
import { HOLD, wrappedFfmpeg } from '../support/wrapped-ffmpeg.js';

const FRAMES = 240;
const MOVING = composition(
  `<style>
    @keyframes wander { from { transform: translateX(0) rotate(0) } to { transform: translateX(120px) rotate(360deg) } }
    #box { width: 40px; height: 40px; background: linear-gradient(red, blue); animation: wander ${FRAMES / 30}s linear }
  </style><div id="box"></div>`,
  { duration: FRAMES / 30 },
);
const BROWSER = /^(?!.* --type=).*--remote-debugging-pipe/;
const RENDERER = /--type=renderer/;
const ENCODER = /^\S*ffmpeg .*segment-0/;
const kill = (pid: number): void => void process.kill(pid, 'SIGKILL');

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
    await render(project, join(project, 'out.mp4'));
    expected = await frameHashes(join(project, 'out.mp4'));
    expect(expected).toHaveLength(FRAMES);
    expect(new Set(expected).size).toBeGreaterThan(FRAMES / 2);
  });

  it.each([
    ['browser', BROWSER, ['--workers', '1']],
    ['renderer', RENDERER, ['--workers', '1']],
    ['browser of one of two lanes', BROWSER, ['--workers', '2']],
  ] as const)('in a new browser when the %s is killed', async (_, pattern, flags) => {
    const run = await startRender({ 'index.html': MOVING }, { flags });
    await run.framesCaptured(20);
    kill((await descendant(run.command.pid, pattern)).pid);
    const last = await undisturbed(run, expected);
    expect(last.capture.replacedLanes).toBeGreaterThanOrEqual(1);
    expect(last.capture.redoneFrames).toBeGreaterThan(0);
    expect(JSON.stringify(last.notices)).toMatch(/BROWSER_CRASHED.*captured again in a new browser/);
  });

  it('when an encoder is killed', async () => {
    const run = await startRender({ 'index.html': MOVING }, { flags: ['--workers', '1'] });
    await run.framesCaptured(20);
    kill((await descendant(run.command.pid, ENCODER)).pid);
    const last = await undisturbed(run, expected);
    expect(last.capture).toMatchObject({ replacedLanes: 0, redoneFrames: FRAMES / 4 });
  });

  it('when an encoder dies by itself half way', async () => {
    const script = `if mkdir "$NOTES/died" 2>/dev/null; then head -c 100000 >/dev/null; kill -KILL $$; fi\nexec "$REAL" "$@"`;
    const { path } = await wrappedFfmpeg('encode', script);
    const run = await startRender({ 'index.html': MOVING }, { flags: ['--workers', '1', '--ffmpeg-path', path] });
    const last = await undisturbed(run, expected);
    expect(last.capture.redoneFrames).toBe(FRAMES / 4);
  });
});

describe('a render fails', () => {
  it('when an encoder dies twice at the same frames', async () => {
    const { path, notes } = await wrappedFfmpeg('encode', `mkdir "$NOTES/$$"; head -c 20000 >/dev/null; kill -KILL $$`);
    const { exitCode, last, output } = await renderFaulty(
      { 'index.html': MOVING },
      { flags: ['--workers', '1', '--ffmpeg-path', path] },
    );
    expect(last).toMatchObject({ errorCode: 'ENCODER_FAILED', error: expect.stringMatching(/SIGKILL/) });
    expect(readdirSync(notes)).toHaveLength(2);
    expect(exitCode).toBe(1);
    expect(existsSync(output)).toBe(false);
  });

  it('when the browser dies again and again', async () => {
    const run = await startRender({ 'index.html': MOVING }, { flags: ['--workers', '1'] });
    await run.framesCaptured(20);
    const first = await descendant(run.command.pid, BROWSER);
    kill(first.pid);
    kill((await descendant(run.command.pid, BROWSER, [first.pid])).pid);
    const result = await run.ended();
    const last = result.events().at(-1) ?? {};
    // The second browser may have died before it had a page: then there is a third, and the render succeeds.
    if (last.type === 'render-complete') expect(last.capture.replacedLanes).toBe(2);
    else expect(last).toMatchObject({ errorCode: 'BROWSER_CRASHED' });
  });

  it('when a browser starts and never answers, by a deadline that names it', async () => {
    const path = join(scratchDirectory(), 'chrome-headless-shell');
    await writeFile(path, '#!/bin/sh\ncase "$1" in --version) echo "Chromium 150.0.0.0";; *) sleep 900;; esac\n');
    await chmod(path, 0o755);
    const run = await startRender({ 'index.html': MOVING }, { flags: ['--browser-path', path] });
    await descendant(run.command.pid, /sleep 900/);
    const result = await run.ended();
    expect(result.events().at(-1)).toMatchObject({
      errorCode: 'BROWSER_CRASHED',
      error: expect.stringContaining('chrome-headless-shell to start'),
    });
  });

  it('when a browser ends at once, with its own words', async () => {
    const path = join(scratchDirectory(), 'chrome-headless-shell');
    const script =
      '#!/bin/sh\ncase "$1" in --version) echo "Chromium 150.0.0.0";; *) echo "no luck" >&2; exit 9;; esac\n';
    await writeFile(path, script);
    await chmod(path, 0o755);
    const { last } = await renderFaulty({ 'index.html': MOVING }, { flags: ['--browser-path', path] });
    expect(last).toMatchObject({ errorCode: 'BROWSER_CRASHED', error: expect.stringMatching(/status 9\s+no luck/) });
  });
});

describe('an FFmpeg that is killed beside capture', () => {
  let media: Record<string, string | Uint8Array>;
  beforeAll(async () => {
    const source = composition('<div style="background:green;width:160px;height:90px"></div>', { duration: 1 });
    const project = await makeProject({ 'index.html': source });
    await render(project, join(project, 'clip.mp4'));
    media = { 'clip.mp4': readFileSync(join(project, 'clip.mp4')), 'tone.wav': tone(1) };
  });
  const DIE = 'kill -KILL $$';

  it.each([
    ['extract', 'VIDEO_EXTRACTION_FAILED'],
    ['decodeSound', 'AUDIO_PROCESSING_FAILED'],
    ['encodeSound', 'AUDIO_PROCESSING_FAILED'],
    ['join', 'ENCODER_FAILED'],
  ] as const)('at "%s" fails the render with %s', async (work, code) => {
    const { path } = await wrappedFfmpeg(work, DIE);
    const { exitCode, last, output } = await renderFaulty(
      { ...media, 'index.html': withMedia(1) },
      { flags: ['--ffmpeg-path', path, '--frames-cache-dir', 'off'] },
    );
    expect(last).toMatchObject({ errorCode: code, error: expect.stringMatching(/SIGKILL/) });
    expect(exitCode).toBe(1);
    expect(existsSync(output)).toBe(false);
  });

  it.each(['extract', 'decodeSound', 'encodeSound', 'join'] as const)(
    'at "%s" and hangs is ended by --timeout',
    async (work) => {
      const { path, notes } = await wrappedFfmpeg(work, HOLD);
      const { exitCode, last, stderr } = await renderFaulty(
        { ...media, 'index.html': withMedia(1) },
        { flags: ['--ffmpeg-path', path, '--frames-cache-dir', 'off', '--timeout', '8s'] },
      );
      expect(existsSync(join(notes, 'held')), stderr).toBe(true);
      expect(last).toMatchObject({ errorCode: 'RENDER_TIMEOUT' });
      expect(exitCode).toBe(1);
    },
  );
});

function withMedia(seconds: number): string {
  return composition(
    `<video id="clip" src="clip.mp4" data-start="0" data-duration="${seconds}" muted></video>
     <audio id="tone" src="tone.wav" data-start="0" data-duration="${seconds}"></audio>`,
    { duration: seconds },
  );
}

/** A WAV file with 440 Hz on one channel of 16 bits at 48 kHz. */
function tone(seconds: number): Buffer {
  const samples = 48_000 * seconds;
  const file = Buffer.alloc(44 + samples * 2);
  file.write('RIFF', 0);
  file.writeUInt32LE(36 + samples * 2, 4);
  file.write('WAVEfmt ', 8);
  file.writeUInt32LE(16, 16);
  file.writeUInt16LE(1, 20);
  file.writeUInt16LE(1, 22);
  file.writeUInt32LE(48_000, 24);
  file.writeUInt32LE(96_000, 28);
  file.writeUInt16LE(2, 32);
  file.writeUInt16LE(16, 34);
  file.write('data', 36);
  file.writeUInt32LE(samples * 2, 40);
  for (let at = 0; at < samples; at += 1) {
    file.writeInt16LE(Math.round(12_000 * Math.sin((2 * Math.PI * 440 * at) / 48_000)), 44 + at * 2);
  }
  return file;
}
