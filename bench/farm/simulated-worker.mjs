/**
 * A real worker whose steps only sleep: coordinator, admission, sweep, store and commits are those of every worker, and in
 * place of lane processes stand pauses that leave small files. Its one argument: chunks of a plan, and milliseconds, as JSON.
 */
import { createHash } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { readSettings, WORKER_SETTINGS } from '@framefarm/contract';
import { startWorker } from '@framefarm/worker';

const { chunks, stepMs } = JSON.parse(process.argv[2]);
const FRAMES = 30;
const FPS = { num: 30, den: 1 };
const VERSIONS = { framefarm: 'simulated', node: process.versions.node, browser: 'simulated', ffmpeg: 'simulated' };

/** What a plan tells a worker and a coordinator; nothing of it can be reused. */
const PREPARED = {
  version: 1,
  plan: {
    version: 1,
    id: '0'.repeat(64),
    frames: chunks * FRAMES,
    compositionFrames: chunks * FRAMES,
    viewport: { width: 1920, height: 1080 },
    capture: { path: 'surface', reason: 'simulated' },
    encoding: { format: 'mp4', width: 1920, height: 1080, fps: FPS, firstFrame: 0 },
    chunks: Array.from({ length: chunks }, (_, index) => ({
      index,
      firstFrame: index * FRAMES,
      frames: FRAMES,
      leadIn: 0,
    })),
    videos: [],
    audio: null,
    environment: VERSIONS,
  },
  media: {},
  files: [],
  unknownInputs: ['simulated'],
  versions: VERSIONS,
  warnings: [],
  notices: [],
  timings: {},
};

async function write(path, text) {
  await writeFile(path, text, { flag: 'wx' });
  return { path, size: Buffer.byteLength(text), sha256: createHash('sha256').update(text).digest('hex') };
}

const STEPS = {
  prepare: async () => PREPARED,
  capture: async ({ chunks: indices, outDir }, { onFrames, onChunk }) => {
    const began = performance.now();
    const captured = [];
    for (const [at, index] of indices.entries()) {
      if (at > 0) await sleep(stepMs);
      onFrames?.({ [index]: FRAMES });
      const file = await write(join(outDir, `${index}.mp4`), `chunk ${index} of a simulated render\n`);
      captured.push({ index, ...file, reusable: false });
      onChunk?.(captured.at(-1), stepMs);
    }
    return { chunks: captured, resumed: false, openingMs: 0, captureMs: performance.now() - began };
  },
  assemble: async ({ outputPath, segments }) => {
    const file = await write(outputPath, `${segments.length} simulated chunks\n`);
    const frames = segments.length * FRAMES;
    return { ...file, width: 1920, height: 1080, durationSeconds: frames / FPS.num, frames, fps: FPS, media: null };
  },
};

let busy = 0;
const lane = {
  perform: async (work, listener, signal) => {
    await sleep(stepMs, undefined, { signal });
    return STEPS[work.kind](work, listener);
  },
};
const lanes = {
  warm: async () => {},
  use: async (_wanted, _signal, work) => {
    busy += 1;
    try {
      return await work(lane);
    } finally {
      busy -= 1;
    }
  },
  warmFor: () => [],
  forget: async () => {},
  counts: () => ({ lanes: busy, busy, started: 0, rssMb: 0 }),
  close: async () => {},
};

const worker = await startWorker(readSettings(WORKER_SETTINGS, process.env), () => lanes);
process.once('SIGTERM', () => void worker.close().then(() => process.exit(0)));
