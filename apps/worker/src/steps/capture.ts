/** Captures a run of chunks; each is in the store and committed as soon as its segment is closed. */
import { asFramefarmError, FramefarmError } from '@framefarm/contract';
import type { Step } from '@framefarm/farm';
import { type CapturedChunk, type PlacedPictures, videosOfChunks } from '@framefarm/render';
import type { Held } from '../cache/content-cache.js';
import { fetched } from '../cache/fetched.js';
import { commitChunk } from './commit-chunk.js';
import type { StoredPictures } from './extract.js';
import { type Placed, type StepFacts, type StepRun, withPlaced } from './step-run.js';

type CaptureRun = StepRun<Extract<Step, { readonly kind: 'capture' }>>;

/** Ends a run whose chunks others have committed; no failure. */
class DoneElsewhere extends FramefarmError {}

export async function capture(run: CaptureRun): Promise<StepFacts> {
  const { station, record, signal, openChunks: todo } = run;
  return withPlaced(run, async (placed) => {
    const held: Held[] = [];
    const storing: Promise<unknown>[] = [];
    try {
      const videos = await placeVideos(run, placed, todo, held);
      const wanted = { kind: 'browser', occupant: placed.work.occupant, renderId: record.id } as const;
      const outcome = await station.lanes.use(wanted, signal, (lane, leave) =>
        lane.perform<'capture'>(
          { ...placed.work, kind: 'capture', chunks: todo, videos, outDir: run.directory },
          {
            ...run.listener,
            onLeft: () => {
              leave();
              run.listener.onLeft?.();
            },
            onChunk: (chunk, ms) => {
              const stored = store(run, placed, chunk, ms).then((answer) => settle(run, answer));
              stored.catch((error) => run.abort(error));
              storing.push(stored);
            },
          },
          signal,
        ),
      );
      await Promise.all(storing);
      const { resumed, openingMs, captureMs } = outcome;
      station.metrics.captured({ resumed });
      return { chunks: todo, resumed, openingMs, captureMs };
    } catch (error) {
      await Promise.allSettled(storing);
      if (signal.reason instanceof DoneElsewhere) return { chunks: [] };
      throw error;
    } finally {
      for (const one of held) one.release();
    }
  });
}

/** Commits a chunk, as a span from the beginning of its capture. */
async function store(
  run: CaptureRun,
  placed: Placed,
  chunk: CapturedChunk,
  ms: number,
): ReturnType<typeof commitChunk> {
  const { station, record, span: parent } = run;
  const facts = { 'framefarm.render.id': record.id, 'framefarm.chunk': chunk.index };
  const span = station.tracing.begin('chunk', { parent, startedAt: Date.now() - ms, facts });
  try {
    const outcome = await commitChunk(run, placed.prepared.step, chunk, ms);
    span.end({ facts: { 'framefarm.outcome': outcome, 'framefarm.capture_ms': ms } });
    return outcome;
  } catch (error) {
    span.end({ error: asFramefarmError(error).code });
    throw error;
  }
}

async function uncommitted({ station, record, step }: CaptureRun): Promise<number[]> {
  const rows = await station.farm.chunks.list(record.id);
  return step.chunks.filter((index) => rows[index]?.state !== 'committed');
}

async function settle(run: CaptureRun, answer: Awaited<ReturnType<typeof commitChunk>>): Promise<void> {
  if (answer !== 'already-committed') return;
  if ((await uncommitted(run)).length === 0) {
    run.abort(new DoneElsewhere('RENDER_CANCELLED', 'another worker has captured these chunks'));
  }
}

/** All clips that have pictures; fetched are those that the chunks show. */
async function placeVideos(
  run: CaptureRun,
  placed: Placed,
  chunks: readonly number[],
  held: Held[],
): Promise<PlacedPictures[]> {
  const { station, record, signal } = run;
  if (placed.prepared.step.plan.videos.length === 0) return [];
  const rows = await station.farm.steps.list(record.id, record.epoch);
  const needed = new Set(videosOfChunks(placed.prepared.step, chunks));
  const stored = rows.flatMap(({ step, result }) => {
    const pictures = step.kind === 'extract' ? (result?.pictures as StoredPictures | null | undefined) : undefined;
    return pictures === null || pictures === undefined ? [] : [pictures];
  });
  return Promise.all(
    stored
      .sort((a, b) => a.video - b.video)
      .map(async ({ storeKey, ...pictures }) => {
        if (!needed.has(pictures.video) && !station.inputs.hasDirectory(storeKey)) return { ...pictures, dir: null };
        const directory = await fetched(station.inputs.directory(storeKey), signal);
        held.push(directory);
        return { ...pictures, dir: directory.path };
      }),
  );
}
