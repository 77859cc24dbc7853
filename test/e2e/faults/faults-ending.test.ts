/** A render that is told to stop, or shot, in any of its phases: nothing of it may stay. */
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { descendant, familyOf, processes, until } from '../../support/machine/processes.js';
import { composition, scratchDirectory } from '../../support/projects/project.js';
import { useBundledFfmpeg } from '../../support/renders/bundled-ffmpeg.js';
import {
  type BenchOptions,
  type DisturbedRender,
  nothingIsLeft,
  startRender,
} from '../../support/renders/fault-bench.js';
import { HOLD, HOLD_DEAF, wrappedFfmpeg } from '../../support/renders/wrapped-ffmpeg.js';

useBundledFfmpeg();

const LONG = { 'index.html': composition('<p>text</p>', { duration: 3_000 }) };
const SHORT = { 'index.html': composition('<p>text</p>', { duration: 0.3 }) };
const BROWSER = /^(?!.* --type=).*--remote-debugging-pipe/;

interface Stopped extends DisturbedRender {
  /** Directory that the render would have made for its output. */
  readonly target: string;
}

/** A render whose output lies in a directory that is yet to be made. */
async function start(files: typeof LONG, options: BenchOptions = {}): Promise<Stopped> {
  const target = join(scratchDirectory(), 'renders');
  return { ...(await startRender(files, { output: join(target, 'out.mp4'), ...options })), target };
}

/** A render brought to the joining of its segments, which FFmpeg does in a WebM, by one that never ends. */
async function joining(script: string): Promise<Stopped> {
  const { path, notes } = await wrappedFfmpeg('join', script);
  const run = await start(SHORT, { flags: ['--format', 'webm', '--fps', '10', '--ffmpeg-path', path] });
  await until(
    () => existsSync(join(notes, 'held')),
    () => 'not joining',
  );
  return run;
}

interface Phase {
  /** Brings a render to the phase and holds it there. */
  hold(): Promise<Stopped>;
  /**
   * Which signal it is, its exit status among the rest, is decided in one place that knows no phase, so each comes in another one.
   * While frames are captured, as people read of it: cli-signals.test.ts.
   */
  readonly signals: readonly (readonly [NodeJS.Signals, exit: number])[];
}

const PHASES: Record<string, Phase> = {
  launch: {
    hold: async () => {
      const run = await start(LONG);
      await descendant(run.command.pid, BROWSER);
      return run;
    },
    signals: [['SIGHUP', 129]],
  },
  capture: {
    hold: async () => {
      const run = await start(LONG);
      await run.framesCaptured(30);
      return run;
    },
    signals: [],
  },
  assembly: { hold: () => joining(HOLD), signals: [['SIGTERM', 143]] },
};

describe.each(Object.entries(PHASES))('during %s', (_, { hold, signals }) => {
  it.each(signals)('%s ends the render with %d and leaves nothing', async (signal, exit) => {
    const run = await hold();
    run.command.kill(signal);
    const result = await run.ended();
    expect(result.exitCode, result.stderr).toBe(exit);
    expect(result.events().at(-1)).toMatchObject({ type: 'render-error', errorCode: 'INTERRUPTED' });
    expect(existsSync(run.target)).toBe(false);
  });

  it('a hard kill leaves no process, and no temporary file', async () => {
    const run = await hold();
    const family = familyOf(run.command.pid).filter(({ command }) => !command.includes('framefarm-guardian'));
    expect(family.length).toBeGreaterThan(1);
    run.command.kill('SIGKILL');
    expect((await run.command.ended).signal).toBe('SIGKILL');
    const ids = new Set(family.map(({ pid }) => pid));
    const left = () => processes().filter(({ pid }) => ids.has(pid));
    await until(
      () => left().length === 0,
      () => `running: ${JSON.stringify(left())}`,
    );
    await until(
      () => readdirSync(run.tmp).length === 0,
      () => `there: ${readdirSync(run.tmp)}`,
    );
    await nothingIsLeft(run.tmp);
    // The place beside the output is another directory and goes a moment before or after.
    const beside = () => (existsSync(run.target) ? readdirSync(run.target) : []);
    await until(
      () => beside().length === 0,
      () => `there: ${beside()}`,
    );
  });
});

// They wait for an FFmpeg that is given five seconds, and for their own limits, so they wait together.
it.concurrent('an FFmpeg deaf to SIGTERM is killed', async () => {
  const run = await joining(HOLD_DEAF);
  run.command.kill('SIGINT');
  const result = await run.ended();
  expect(result.exitCode, result.stderr).toBe(130);
  expect(result.events().at(-1)).toMatchObject({ type: 'render-error', errorCode: 'INTERRUPTED' });
  expect(existsSync(run.target)).toBe(false);
});

it.concurrent('a second SIGINT ends at once a render that cannot end itself', async () => {
  const run = await joining(HOLD_DEAF);
  run.command.kill('SIGINT');
  await run.command.seen(/once more stops at once/);
  // Pressed again and again: what comes within 300 ms of the first is the same wish. An FFmpeg deaf to SIGTERM holds the render up for five seconds.
  let isOver = false;
  const said = run.command
    .event(({ type }) => type === 'render-error')
    .finally(() => {
      isOver = true;
    });
  await until(
    () => {
      if (!isOver) run.command.kill('SIGINT');
      return isOver;
    },
    () => 'not ended',
  );
  expect(await said).toMatchObject({ errorCode: 'INTERRUPTED', error: 'killed after SIGINT' });
  const { exitCode, signal } = await run.ended();
  // The last one may meet a process that listens to none any more, which is the same to a shell.
  expect(exitCode ?? signal).toSatisfy((end) => end === 130 || end === 'SIGINT');
  expect(existsSync(run.target) ? readdirSync(run.target) : []).toEqual([]);
});

// After one second, as people read of it: cli-render.test.ts.
it.concurrent('--timeout 1ms fails with its code and leaves nothing', async () => {
  await timesOut(await start(LONG, { flags: ['--timeout', '1ms'] }));
});

it.concurrent('--timeout 3s while an encoder takes no more frames fails with its code and leaves nothing', async () => {
  const { path } = await wrappedFfmpeg('encode', HOLD);
  await timesOut(await start(LONG, { flags: ['--timeout', '3s', '--ffmpeg-path', path] }));
});

async function timesOut(run: Stopped): Promise<void> {
  const result = await run.ended();
  expect(result.events().at(-1)).toMatchObject({ type: 'render-error', errorCode: 'RENDER_TIMEOUT' });
  expect(result.exitCode).toBe(1);
  expect(existsSync(run.target)).toBe(false);
}
