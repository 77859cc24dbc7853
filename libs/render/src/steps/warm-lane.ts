/** The stage that captures a step's chunks: the one of the step before where it can go on, else a fresh one. */
import type { Stage } from '@framefarm/browser';
import { FramefarmError, type VideoFrames } from '@framefarm/contract';
import { framesOf, servePictures } from '../media/prepare-media.js';
import type { Site } from '../place/site.js';
import { canonicalJson } from '../plan/plan-id.js';
import { openLaneStage } from '../stage/lane-stage.js';
import type { StageSource } from '../stage/stage-source.js';
import { checkBrowser } from './check-environment.js';
import type { OpenRender, WarmLane } from './open-render.js';
import type { CaptureJob } from './steps-api.js';
import { videosOfChunks } from './videos-of-chunks.js';

export async function warmLane(
  render: OpenRender,
  job: CaptureJob,
  source: StageSource,
): Promise<{ readonly lane: WarmLane; readonly resumed: boolean }> {
  const { prepared, chunks } = job;
  const { plan } = prepared;
  const videos = placePictures(job, source.site);
  // A page is told of its pictures once: told anew in the midst of a run it might show them otherwise than another one.
  const setup = canonicalJson(videos);
  const known = render.lane;
  const canGoOn = known !== null && known.setup === setup && known.last < (chunks[0] ?? 0);
  if (canGoOn && (await known.stage.answers())) return { lane: known, resumed: true };
  render.lane = null;
  await known?.stage.close();
  const { signal } = render.context;
  const stage =
    (await handedOver(render)) ?? (await openLaneStage(source, 'lane', plan.capture, plan.viewport, signal));
  const lane: WarmLane = { stage, setup, last: -1, ahead: null };
  render.lane = lane;
  checkBrowser(prepared, stage.browserVersion);
  const meetings = plan.chunks.map(({ firstFrame }) => firstFrame);
  await stage.prepare({ frames: plan.compositionFrames, fps: plan.encoding.fps, videos, meetings });
  return { lane, resumed: false };
}

/** Its stage, of which a run begins with the picture that the lane has taken ahead. */
export function goingOn(lane: WarmLane): Pick<Stage, 'captureRun' | 'passBy' | 'goOnAt' | 'outstanding' | 'lost'> {
  const { stage } = lane;
  return {
    async *captureRun(firstFrame, count) {
      const { ahead } = lane;
      lane.ahead = null;
      if (ahead?.frame !== firstFrame) return yield* stage.captureRun(firstFrame, count);
      yield { ...ahead, held: false };
      yield* stage.captureRun(firstFrame + 1, count - 1);
    },
    passBy: (firstFrame, count) => stage.passBy(firstFrame, count),
    goOnAt: (frame) => stage.goOnAt(frame),
    outstanding: (frame) => stage.outstanding(frame),
    lost: stage.lost,
  };
}

/** The stage that planning left, unless its browser has ended meanwhile. */
async function handedOver(render: OpenRender): Promise<Stage | null> {
  const stage = await render.handOver();
  if (stage === null) return null;
  if (await stage.answers()) return stage;
  await stage.close();
  return null;
}

/** @throws FramefarmError `INTERNAL_ERROR` when pictures are missing that the chunks show. */
function placePictures({ prepared, chunks, videos }: CaptureJob, site: Site): VideoFrames[] {
  const missing = new Set(videosOfChunks(prepared, chunks));
  const placed = [...videos]
    .sort((a, b) => a.video - b.video)
    .map((pictures) => {
      const { video, dir } = pictures;
      if (dir !== null) {
        servePictures(site, video, dir);
        missing.delete(video);
      }
      return framesOf(pictures);
    });
  const first = videos.find(({ video }) => missing.has(video))?.video;
  if (first === undefined) return placed;
  const message = `chunks ${chunks.join(', ')} show video ${first}, whose pictures are not here`;
  throw new FramefarmError('INTERNAL_ERROR', message, { stage: 'capture' });
}
