/** The capture phase: lanes over the chunks of a plan, segments on disk. */
import { mkdir } from 'node:fs/promises';
import type { Stage } from '@framefarm/browser';
import {
  asFramefarmError,
  dependsOnBefore,
  hardlySearches,
  type PageWarning,
  type RenderPlan,
  rawImageBytes,
  type VideoFrames,
} from '@framefarm/contract';
import type { Ffmpeg, Segment } from '@framefarm/media';
import { untilAborted } from '@framefarm/process';
import { ledAfterOthers } from '../plan/chunks.js';
import type { Progress } from '../run/progress.js';
import type { Report } from '../run/report.js';
import { openLaneStage } from '../stage/lane-stage.js';
import { reportCaptured } from '../stage/page-findings.js';
import type { StageSource } from '../stage/stage-source.js';
import { captureChunk } from './capture-chunk.js';
import { segmentPath } from './chunk-encoder.js';
import type { FirstEncoder } from './first-encoder.js';
import { openFrameRoom } from './frame-buffer.js';
import { NeedsOneLaneError } from './needs-one-lane.js';
import { type Lane, type LaneSummary, type LaneWork, runLanes } from './schedule.js';
import { Seams } from './seams.js';
import { stretchFrames } from './side-by-side.js';
import { lanesOfTeam, openTeam } from './team.js';

export interface CaptureWork {
  readonly plan: RenderPlan;
  /** Most lanes. Where there are more than chunks, several share one. */
  readonly lanes: number;
  /** As of {@link LaneWork}; without it every lane may open at once. */
  readonly laneFree?: LaneWork['laneFree'] | undefined;
  readonly encoderFree?: LaneWork['encoderFree'];
  /** Room for the pictures of the first lane; default: its own. */
  readonly frameRoom?: typeof openFrameRoom;
  readonly onLanesClosed?: LaneWork['onLanesClosed'];
  readonly source: StageSource;
  readonly ffmpeg: Ffmpeg;
  /** Resolves when the pictures of source videos are ready. */
  readonly videos: Promise<readonly VideoFrames[]>;
  /** A settled stage that fits the plan, used by the first lane; null when there is none. */
  readonly firstStage: Stage | null;
  /** Of the first chunk, where one was started already. */
  readonly firstEncoder?: FirstEncoder;
  /** Directory of the segments; for png-sequence that of the finished frames. */
  readonly framesDir: string;
  /** Pictures of a frame by lanes that came to it in different ways have to be the same. Default: they need not. */
  readonly comparesSeams?: boolean;
  /** Called with each captured frame; its memory is used again afterwards. */
  readonly onPicture?: ((frame: number, picture: Uint8Array) => void) | undefined;
  readonly report: Report;
  readonly progress: Progress;
  readonly abort: AbortController;
}

/** Of a picture as it is captured, bytes; of a coded one some half of its pixels. */
function pictureBytes({ capture: { image }, encoding: { width, height } }: RenderPlan): number {
  return image === 'jpeg' || image === 'png' ? 2 * width * height : rawImageBytes(image, width, height);
}

/** How what several lanes capture depends on the frames before, in words; null where nothing speaks for it. */
function dependence(told: readonly PageWarning[], seen: Seams): string | null {
  const turned = told.find(({ code }) => code === 'transition_parallel');
  if (turned !== undefined) {
    return `an animation of ${String(turned.details?.element ?? 'an element')} begins or turns while frames are shown`;
  }
  const frame = seen.broken();
  return frame === null ? null : dependsOnBefore(frame);
}

export interface CapturedChunks extends LaneSummary {
  readonly segments: readonly Segment[];
}

/**
 * Captures and encodes all chunks. Every stage, the given one included, is closed when this settles.
 * @throws {NeedsOneLaneError} where several capture chunks of their own, and an animation was begun, stopped or turned while frames were shown,
 * or a chunk does not go on where the one before has ended.
 * @throws FramefarmError as the lanes and encoders do.
 */
export async function captureChunks(work: CaptureWork): Promise<CapturedChunks> {
  const { plan, report, progress } = work;
  const { signal } = work.abort;
  await mkdir(work.framesDir, { recursive: true });
  let spare = work.firstStage;
  const pathOf = (index: number): string => segmentPath(plan, work.framesDir, index);

  const prepareStage = async (stage: Stage, until: AbortSignal): Promise<Stage> => {
    const videos = await untilAborted(work.videos, until);
    const meetings = plan.chunks.map(({ firstFrame }) => firstFrame);
    await stage.prepare({ frames: plan.compositionFrames, fps: plan.encoding.fps, videos, meetings });
    return stage;
  };
  const openStage = async (label: string, until: AbortSignal): Promise<Stage> => {
    let stage = spare;
    spare = null;
    try {
      stage ??= await openLaneStage(work.source, label, plan.capture, plan.viewport, until);
      return await prepareStage(stage, until);
    } catch (error) {
      await stage?.close();
      throw error;
    }
  };
  const teams = Math.min(work.lanes, plan.chunks.length);
  const seen = new Seams();
  /** Teams that were opened before: after a failure half as many share a chunk, as the machine may be overloaded. */
  const openedBefore = new Set<number>();
  const openLane = async (teamIndex: number): Promise<Lane> => {
    const lanes = lanesOfTeam(teamIndex, teams, work.lanes);
    if (openedBefore.has(teamIndex)) lanes.splice(Math.ceil(lanes.length / 2));
    openedBefore.add(teamIndex);
    const opened = await openTeam({
      lanes,
      open: (lane, until) => openStage(`lane ${lane + 1}`, AbortSignal.any([signal, until])),
      stretchFrames: stretchFrames(pictureBytes(plan)),
      onLeftOut: (lane, error) => {
        if (signal.aborted) return;
        const { code, message } = asFramefarmError(error, 'capture');
        report.notice(`lane_left_out_${lane}`, `${code}: ${message}; the other lanes go on without lane ${lane + 1}`);
      },
    });
    const room = (teamIndex === 0 ? (work.frameRoom ?? openFrameRoom) : openFrameRoom)(
      plan.capture.image,
      hardlySearches(plan.encoding),
    );
    /** The frame just before which its page stands. */
    let shown: number | null = null;
    return {
      close: () => opened.close(),
      capture: async (chunk, encoderFree, isNextElsewhere) => {
        let handedOver = 0;
        // Of several teams each jumps to its chunks, which is compared.
        const led = teams === 1 ? ledAfterOthers(plan.chunks, chunk) : chunk;
        let segment: Promise<void> | undefined;
        try {
          const result = await captureChunk({
            plan,
            chunk: led,
            shown,
            stage: opened,
            ffmpeg: work.ffmpeg,
            out: pathOf(chunk.index),
            signal,
            encoderFree,
            room,
            startedEncoder: () => work.firstEncoder?.take(chunk) ?? null,
            seams: work.comparesSeams === true && teams > 1 ? { seen, isNextElsewhere } : undefined,
            onFrame: (frame, image) => {
              work.onPicture?.(frame, image);
              handedOver += 1;
              progress.frameDone();
            },
          });
          segment = result.segment;
          shown = chunk.firstFrame + chunk.frames;
          const told = await opened.takeWarnings();
          const why = teams > 1 ? dependence(told, seen) : null;
          if (why !== null) work.abort.abort(new NeedsOneLaneError(why));
          signal.throwIfAborted();
          reportCaptured(told, led.leadIn === led.firstFrame, report);
          return result;
        } catch (error) {
          // Its encoder writes where that of the next try will.
          await segment?.catch(() => {});
          progress.framesLost(handedOver);
          throw error;
        }
      },
    };
  };

  try {
    const summary = await runLanes({
      chunks: plan.chunks,
      lanes: teams,
      laneFree: work.laneFree ?? (async () => () => {}),
      encoderFree: work.encoderFree,
      open: openLane,
      onLanesClosed: work.onLanesClosed,
      abort: work.abort,
      onRetry: ({ chunk, error, laneReplaced, wasCaptured }) => {
        const what =
          chunk === null
            ? 'a lane is opened again'
            : `frames ${chunk.firstFrame} to ${chunk.firstFrame + chunk.frames - 1} are captured again`;
        report.notice(
          `retry_${chunk?.index ?? 'lane'}`,
          `${error.code}: ${error.message}; ${what}${laneReplaced ? ' in a new browser' : ''}`,
        );
        // What a capture that failed had handed over is lost already.
        if (chunk !== null && wasCaptured) progress.framesLost(chunk.frames);
      },
    });
    const segments = plan.chunks.map((chunk) => ({
      path: pathOf(chunk.index),
      firstFrame: chunk.firstFrame,
      frames: chunk.frames,
    }));
    return { ...summary, segments };
  } finally {
    await (spare as Stage | null)?.close();
  }
}
