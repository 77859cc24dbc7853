/**
 * The phases of a render on one machine: prepare → media, capture and encode → assemble → publish. They know nothing of
 * queues and HTTP; a worker of a farm calls the same phases with chunks it got from elsewhere.
 */
import { join } from 'node:path';
import { LostPageError } from '@framefarm/browser';
import { asFramefarmError, formatFps, type ImageContent, surfaceObstacleOf } from '@framefarm/contract';
import type { CaptureTurn, RenderOutput, RenderRequest, RenderResult } from '../api.js';
import { type CapturedChunks, captureChunks } from '../lanes/captured-chunks.js';
import { type FirstEncoder, openFirstEncoder } from '../lanes/first-encoder.js';
import { laneBytes } from '../lanes/memory.js';
import { NeedsOneLaneError } from '../lanes/needs-one-lane.js';
import { MediaWork } from '../media/media-work.js';
import { finishOutput } from '../output/finish-output.js';
import { openStaging } from '../output/publish.js';
import { decideLanes, isLowMemory, type LaneDecision } from '../plan/lanes.js';
import { usableCores, usableMemory } from '../plan/machine.js';
import type { Purpose } from '../plan/purpose.js';
import type { MediaPlan } from '../plan/video-span.js';
import { prepareRender } from '../prepare/prepare-render.js';
import type { PreparedRender } from '../prepare/prepared-render.js';
import { reportAssets } from '../stage/page-findings.js';
import { LostOnSurfaceError } from '../surface/choose-capture.js';
import { type ProofBeside, SurfaceRefutedError } from '../surface/proof-beside.js';
import { beginProof } from '../surface/proof-of-capture.js';
import type { RenderContext } from './context.js';
import type { Ground } from './ground.js';
import { imageContent } from './image-content.js';

export interface Run {
  readonly request: RenderRequest;
  readonly context: RenderContext;
  readonly purpose: Purpose;
  /** Called when the plan stands and nothing of it has to be proved any more; again when the render begins again. */
  readonly onReady: () => void;
  /** Whether a surface may be proved while it is captured; the run fails with a `SurfaceRefutedError` when it is not equal. */
  readonly proveBeside: boolean;
  /** Whether the page may decode videos by itself; the run fails with `undecodable` when it cannot. */
  readonly decodeVideos: boolean;
  /** Whether another run follows one that has failed so; otherwise FFmpeg decodes such videos once before. See `PrepareMediaContext`. */
  readonly beginsAgain: boolean;
  /** One lane captures all, as what is shown depends on the frames before (see {@link NeedsOneLaneError}). Default: false. */
  readonly inOrder?: boolean;
}

export async function runPhases(run: Run): Promise<RenderResult> {
  const { request, context, purpose, onReady, proveBeside, decodeVideos, beginsAgain, inOrder = false } = run;
  const { report, progress } = context;
  progress.begin('compile');
  const media = new MediaWork(context, beginsAgain);
  // A row that waits for its turn keeps the machine free for the one that works.
  const early = !request.dryRun && request.turn === undefined;
  const begin = (ground: Ground, plan: MediaPlan): void => void media.begin(ground, plan);
  const isRow = request.turn !== undefined;
  const { dryRun = false, outputPath } = request;
  const options = {
    outputPath,
    onDescribed: early ? begin : undefined,
    proveBeside,
    dryRun,
    isRow,
    decodeVideos,
    inOrder,
  };
  const prepared = await prepareRender(context, purpose, options).catch(async (error) => {
    context.abort.abort(asFramefarmError(error));
    await media.end();
    throw error;
  });
  if (prepared.unproved === null) onReady();
  try {
    const { plan } = prepared;
    report.emitOnce({
      kind: 'start',
      compositionId: plan.composition.id,
      fps: formatFps(plan.encoding.fps),
      quality: plan.encoding.quality,
      outputPath: request.outputPath,
    });
    const lanes = countLanes(run, prepared);
    report.emit({ kind: 'lanes', lanes: lanes.lanes, upperBound: lanes.upperBound, reason: lanes.reason });
    const image = await imageContent();
    if (request.dryRun) return renderResult(context, prepared, lanes, image, null);
    return renderResult(context, prepared, lanes, image, await produce(run, prepared, lanes, media));
  } catch (error) {
    context.abort.abort(asFramefarmError(error));
    const found = surfaceObstacleOf(error);
    if (found !== null) prepared.onUnfit(found.obstacle);
    if (error instanceof NeedsOneLaneError) prepared.onDependent(error.why);
    if (error instanceof LostPageError && prepared.plan.capture.path === 'surface') {
      prepared.onUnfit(error.message);
      throw new LostOnSurfaceError(error, error);
    }
    throw error;
  } finally {
    await media.end();
    await prepared.close();
  }
}

/** How many lanes this machine gives the plan, by what the planning stage's browser needs. */
function countLanes(
  { request: { options, turn, rendersAtOnce = 1 } }: Run,
  { plan, page, browserBytes, inOrder }: PreparedRender,
): LaneDecision {
  const memory = usableMemory();
  return decideLanes({
    asked: options.workers,
    rendersAtOnce,
    cores: usableCores(),
    frames: plan.frames,
    chunks: plan.chunks.length,
    // Rows that take turns keep all lanes busy by themselves, and a page with a loop of its own shows each chunk from one place on.
    shareChunks: turn === undefined && rendersAtOnce === 1 && page.inOrder === null,
    sequential: plan.sequential,
    inOrder,
    freeBytes: memory.freeBytes,
    laneBytes: laneBytes(browserBytes),
    lowMemory: isLowMemory(options.lowMemoryMode, memory.totalBytes),
  });
}

interface Made {
  readonly output: RenderOutput;
  readonly captured: CapturedChunks;
}

/** Media, capture, encode, assemble and publish, overlapping where they can. */
async function produce(
  { request, context, onReady }: Run,
  prepared: PreparedRender,
  { lanes, room }: LaneDecision,
  work: MediaWork,
): Promise<Made> {
  const { abort, pauseClock, place, report, progress, stopwatch, scratchDir, signal } = context;
  const { plan, ffmpeg, site, source } = prepared;
  const isSequence = plan.encoding.format === 'png-sequence';
  const staging = await openStaging(request.outputPath, isSequence ? 'directory' : 'file', null);
  let turn: CaptureTurn | null = null;
  let firstEncoder: FirstEncoder | undefined;
  let proof: ProofBeside | null = null;
  try {
    if (request.turn !== undefined) {
      const resumeClock = pauseClock();
      turn = await request.turn({ lanes, room }, signal);
      resumeClock();
    }
    if (plan.videos.length > 0) progress.begin('extract_video', plan.frames);
    // A failure of either ends the capture at once instead of after it.
    const { videos, sound } = work.begin(prepared, plan);
    progress.begin('capture', plan.frames);
    const started = performance.now();
    const framesDir = isSequence ? staging.path : join(scratchDir, 'segments');
    firstEncoder = openFirstEncoder({ plan, ffmpeg, framesDir, signal });
    proof = beginProof(prepared, videos, lanes, signal);
    const refuted = proof?.proved.then(
      () => {
        onReady();
        return false;
      },
      (error) => {
        // A page that computes for ever stalls both: then the capture says where, and does not begin again.
        if (!(error instanceof SurfaceRefutedError && error.stalled)) abort.abort(error);
        return true;
      },
    );
    const firstStage = await prepared.handOver();
    const captured = await stopwatch.time('capture', () =>
      captureChunks({
        plan,
        lanes,
        // Another render may have come to the place, when an encoder has failed after the last capture.
        laneFree: async (waiting) => {
          await place.comeBack(waiting);
          site.origin.serve();
          return turn === null ? () => {} : turn.lane(waiting);
        },
        encoderFree: place.encoderFree,
        frameRoom: place.frameRoom,
        // The page of the proof is of this place, and a render that begins again stays there.
        onLanesClosed: async (encoded) => {
          if (!(await refuted)) place.leave(encoded);
        },
        source,
        ffmpeg,
        videos,
        firstStage,
        firstEncoder,
        framesDir,
        // Lanes that were asked for a page which is known to depend on the frames before are obeyed (composition-format 7.2).
        comparesSeams: prepared.page.inOrder === null,
        onPicture: proof?.captured,
        report,
        progress,
        abort,
      }),
    );
    await proof?.proved;
    report.emit({ kind: 'captured', frames: plan.frames, seconds: (performance.now() - started) / 1000 });
    reportAssets(site, report);
    report.checkGates(request.options);
    const resumeClock = pauseClock();
    await turn?.captured();
    resumeClock();
    const { segments } = captured;
    const mixed = await sound;
    // The mix may have ended after the capture, with warnings of its own.
    report.checkGates(request.options);
    const output = await finishOutput({
      plan,
      segments,
      sound: mixed,
      ffmpeg,
      staging,
      outputPath: request.outputPath,
      scratchDir,
      progress,
      stopwatch,
      signal,
    });
    return { output, captured };
  } catch (error) {
    abort.abort(asFramefarmError(error));
    throw error;
  } finally {
    turn?.end();
    // What still ran beside the failed work must have ended before its files go.
    await proof?.proved.catch(() => {});
    await work.end();
    await firstEncoder?.close();
    await staging.discard();
  }
}

function renderResult(
  { report, stopwatch }: RenderContext,
  { plan, planning, site }: PreparedRender,
  { lanes, upperBound, reason }: LaneDecision,
  image: ImageContent | null,
  made: Made | null,
): RenderResult {
  const { browser, ffmpeg, framefarm } = plan.environment;
  return {
    outcome: report.warnings.length === 0 ? 'completed' : 'completed_with_warnings',
    compositionId: plan.composition.id,
    plan,
    output: made?.output ?? null,
    lanes: { count: lanes, upperBound, reason },
    capture: {
      path: plan.capture.path,
      reason: plan.capture.reason,
      redoneFrames: made?.captured.redoneFrames ?? 0,
      replacedLanes: made?.captured.replacedLanes ?? 0,
    },
    versions: { framefarm, node: process.versions.node, browser, ffmpeg },
    image,
    sandbox: planning.sandbox,
    substitutions: site.externals.substitutions,
    warnings: report.warnings,
    notices: report.notices,
    timings: stopwatch.read(),
  };
}
