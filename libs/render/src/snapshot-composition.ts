/** Stills of a composition by the phases of a render: the same page, the same capture, one browser for all frames. */
import { copyFile, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { asFramefarmError, FramefarmError, frameTime, type RenderPlan } from '@framefarm/contract';
import { pngSize, sequenceFrameName } from '@framefarm/media';
import type { SnapshotRequest, SnapshotResult, StillFrame, StillOutput } from './api-stills.js';
import { captureChunks } from './lanes/captured-chunks.js';
import { extractVideos } from './media/prepare-media.js';
import { measureOutput, openStaging, type Staging } from './output/publish.js';
import { withEarlyBrowser } from './place/early-browser.js';
import { OWN_PLACE } from './place/place.js';
import type { Purpose } from './plan/purpose.js';
import { prepareRender } from './prepare/prepare-render.js';
import type { PreparedRender } from './prepare/prepared-render.js';
import type { RenderContext } from './run/context.js';
import { withContext } from './run/lifetime.js';
import { reportAssets, reportLeadIns } from './stage/page-findings.js';
import { stillChunks, wantedFrames } from './stills/wanted-frames.js';
import { SurfaceKnowledge } from './surface/knowledge.js';

/**
 * Makes a PNG file, RGBA with 8 bits, of each frame; the pixels are those that the frame has in a png-sequence. The files
 * appear together at the end, or none does when a frame fails.
 * @throws FramefarmError as a render does, and `VALIDATION_FAILED` for places behind the composition.
 */
export function snapshotComposition(request: SnapshotRequest): Promise<SnapshotResult> {
  // A part or a format of a render has no say here; the fps of a GIF would be capped.
  const options = { ...request.options, format: 'png-sequence', range: null } as const;
  const purpose = snapshotPurpose(request);
  return withContext({ ...request, options }, OWN_PLACE, new SurfaceKnowledge(), (context) =>
    withEarlyBrowser(context, purpose, async (ready) => {
      ready.progress.begin('compile');
      // Of a few stills a few pictures are extracted; decoding would begin far before each.
      const prepared = await prepareRender(ready, purpose, { decodeVideos: false });
      try {
        const stills = await takeStills(request, ready, prepared);
        return snapshotResult(ready, prepared, stills);
      } finally {
        await prepared.close();
      }
    }),
  );
}

function snapshotPurpose({ places, transparent }: SnapshotRequest): Purpose {
  return {
    picture: { format: 'png-sequence', alpha: transparent, exact: true },
    checkLength: (compositionFrames, fps) => void wantedFrames(places, compositionFrames, fps),
  };
}

async function takeStills(
  request: SnapshotRequest,
  context: RenderContext,
  prepared: PreparedRender,
): Promise<readonly StillOutput[]> {
  const { abort, report, progress, signal, scratchDir } = context;
  const { ffmpeg, site, source, sources } = prepared;
  const { fps } = prepared.plan.encoding;
  const frames = wantedFrames(request.places, prepared.plan.compositionFrames, fps);
  const plan = { ...prepared.plan, chunks: stillChunks(frames, prepared.plan.sequential, prepared.page) };
  reportLeadIns(plan.chunks, prepared.page, report);
  const held: (() => Promise<void>)[] = [];
  try {
    const { sharedFramesDir } = context.place;
    const { options } = context.request;
    const beginsAgain = false;
    const media = { plan, options, sources, ffmpeg, site, report, scratchDir, beginsAgain, sharedFramesDir, signal };
    const videos = extractVideos(media, held);
    videos.catch((error) => abort.abort(asFramefarmError(error)));
    progress.begin(
      'capture',
      plan.chunks.reduce((sum, chunk) => sum + chunk.frames, 0),
    );
    const framesDir = join(scratchDir, 'stills');
    const firstStage = await prepared.handOver();
    await captureChunks({ plan, lanes: 1, source, ffmpeg, videos, firstStage, framesDir, report, progress, abort });
    reportAssets(site, report);
    report.checkGates(context.request.options);
    progress.begin('publish');
    const stills = frames.map((frame) => ({ frame, seconds: frameTime(frame, fps) }));
    return await publishStills(stills, plan, framesDir, request.pathOf);
  } finally {
    await Promise.all(held.map((release) => release()));
  }
}

/** All files are staged and checked before the first is moved into place. */
async function publishStills(
  stills: readonly StillFrame[],
  { encoding: { width, height } }: RenderPlan,
  framesDir: string,
  pathOf: SnapshotRequest['pathOf'],
): Promise<StillOutput[]> {
  const staged: Staging[] = [];
  const outputs: StillOutput[] = [];
  try {
    for (const still of stills) {
      const file = join(framesDir, sequenceFrameName(still.frame));
      const found = pngSize(await readFile(file));
      if (found?.width !== width || found.height !== height) {
        const expected = `${width}x${height} pixels`;
        const held = found === null ? 'no PNG' : `${found.width}x${found.height}`;
        throw new FramefarmError('OUTPUT_INVALID', `frame ${still.frame} should be ${expected}; found ${held}`, {
          stage: 'publish',
        });
      }
      const path = pathOf(still);
      const staging = await openStaging(path, 'file');
      staged.push(staging);
      await copyFile(file, staging.path);
      outputs.push({ ...still, path, width, height, ...(await measureOutput(staging.path)) });
    }
    for (const staging of staged) await staging.publish();
    return outputs;
  } finally {
    for (const staging of staged) await staging.discard();
  }
}

function snapshotResult(
  { report }: RenderContext,
  { plan, planning }: PreparedRender,
  stills: readonly StillOutput[],
): SnapshotResult {
  return {
    outcome: report.warnings.length === 0 ? 'completed' : 'completed_with_warnings',
    compositionId: plan.composition.id,
    fps: plan.encoding.fps,
    compositionFrames: plan.compositionFrames,
    capture: { path: plan.capture.path, reason: plan.capture.reason },
    stills,
    sandbox: planning.sandbox,
    warnings: report.warnings,
    notices: report.notices,
  };
}
