/** Consecutive chunks through one stage, each handed over as soon as its file is closed. */
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { LostPageError } from '@framefarm/browser';
import { type ChunkPlan, FramefarmError, hardlySearches, lostOnSurfaceError } from '@framefarm/contract';
import { segmentName } from '@framefarm/media';
import { captureChunk } from '../lanes/capture-chunk.js';
import { Seams } from '../lanes/seams.js';
import { measureOutput } from '../output/publish.js';
import { areLedIn } from '../plan/chunks.js';
import { reportAssets, reportCaptured } from '../stage/page-findings.js';
import { checkEnvironment } from './check-environment.js';
import { isCovered } from './input-files.js';
import type { OpenRender } from './open-render.js';
import type { CapturedChunk, CaptureJob, CaptureOutcome } from './steps-api.js';
import { goingOn, warmLane } from './warm-lane.js';

export async function captureStep(render: OpenRender, job: CaptureJob): Promise<CaptureOutcome> {
  const { prepared, options, outDir } = job;
  const { plan } = prepared;
  const { report, signal } = render.context;
  const chunks = chunksOf(job);
  const began = performance.now();
  const { source, ground } = await render.sourceFor(prepared);
  const { site, ffmpeg } = ground;
  checkEnvironment(prepared, ffmpeg.builds);
  /** The next one that comes. */
  let frame = chunks[0]?.firstFrame ?? 0;
  const inItsWay = (thrown: unknown): unknown =>
    thrown instanceof LostPageError && plan.capture.path === 'surface' ? lostOnSurfaceError(thrown, frame) : thrown;
  const { lane, resumed } = await warmLane(render, job, source).catch((thrown) => {
    throw inItsWay(thrown);
  });
  const opened = performance.now();
  const isSequence = plan.encoding.format === 'png-sequence';
  const handed: Promise<CapturedChunk>[] = [];
  const { place } = render.context;
  const room = place.frameRoom(plan.capture.image, hardlySearches(plan.encoding));
  let encoderFree = place.encoderFree;
  const seen = new Seams();
  // Pages that go through all frames before their chunk have nothing to compare.
  const isCompared = plan.chunks.length > 1 && !areLedIn(plan.chunks);
  try {
    for (const chunk of chunks) {
      const name = isSequence
        ? `frames-${String(chunk.index).padStart(5, '0')}`
        : segmentName(plan.encoding, chunk.index);
      const path = join(outDir, name);
      if (isSequence) await mkdir(path);
      const shown = lane.last < 0 ? null : endOf(plan.chunks[lane.last]);
      lane.last = chunk.index;
      frame = chunk.firstFrame;
      const next = plan.chunks[chunk.index + 1];
      const capture = captureChunk({
        plan,
        chunk,
        shown,
        seams: isCompared
          ? {
              seen: {
                begins: (at, picture, goesOn) => seen.begins(at, picture, goesOn),
                beginsOn: (at, outstanding, goesOn) => seen.beginsOn(at, outstanding, goesOn),
                passedOn: (at, outstanding) => seen.passedOn(at, outstanding),
                passed: (at, picture) => {
                  seen.passed(at, picture);
                  lane.ahead = { frame: at, image: Buffer.from(picture) };
                },
              },
              isNextElsewhere: () => next !== undefined && !chunks.includes(next),
            }
          : undefined,
        stage: goingOn(lane),
        ffmpeg,
        out: path,
        signal,
        encoderFree,
        room,
        onFrame: () => {
          frame += 1;
          job.onFrame?.(chunk.index);
        },
      });
      const { segment } = await capture.catch(async (error) => {
        await rm(path, { recursive: true, force: true });
        throw error;
      });
      const reusable = prepared.unknownInputs.length === 0 && isCovered(prepared.files, site);
      const seam = isCompared ? seen.of(chunk) : null;
      const handing = handOver(job, { index: chunk.index, path, reusable, seam }, segment, signal);
      handing.catch((error) => render.abort(error));
      handed.push(handing);
      const isFromTheFirst = !isCompared && chunk.firstFrame === chunk.leadIn;
      reportCaptured(await lane.stage.takeWarnings(), isFromTheFirst, report);
      // Two encoders at most: the one that finishes and the one that is fed.
      await encoderFree;
      encoderFree = segment;
    }
    reportAssets(site, report);
    job.onLeft?.();
    const done = await Promise.all(handed);
    report.checkGates(options);
    return {
      chunks: done,
      resumed,
      openingMs: Math.round(opened - began),
      captureMs: Math.round(performance.now() - opened),
    };
  } catch (thrown) {
    const error = inItsWay(thrown);
    render.abort(error as FramefarmError);
    throw error;
  } finally {
    await Promise.allSettled(handed);
  }
}

async function handOver(
  { onChunk }: CaptureJob,
  chunk: Pick<CapturedChunk, 'index' | 'path' | 'reusable' | 'seam'>,
  segment: Promise<void>,
  signal: AbortSignal,
): Promise<CapturedChunk> {
  try {
    await segment;
    const captured = { ...chunk, ...(await measureOutput(chunk.path)) };
    signal.throwIfAborted();
    await onChunk(captured);
    return captured;
  } catch (error) {
    await rm(chunk.path, { recursive: true, force: true });
    throw error;
  }
}

/** The frame after the chunk's last. */
const endOf = (chunk: ChunkPlan | undefined): number | null =>
  chunk === undefined ? null : chunk.firstFrame + chunk.frames;

function chunksOf({ prepared, chunks }: CaptureJob): readonly ChunkPlan[] {
  const found = chunks.map((index) => prepared.plan.chunks[index]);
  const ascending = chunks.every((index, at) => at === 0 || index > (chunks[at - 1] ?? 0));
  if (found.length > 0 && ascending && found.every((chunk) => chunk !== undefined)) return found;
  const message = `chunks ${chunks.join(', ')}: must be ascending indices below ${prepared.plan.chunks.length}`;
  throw new FramefarmError('INTERNAL_ERROR', message, { stage: 'capture' });
}
