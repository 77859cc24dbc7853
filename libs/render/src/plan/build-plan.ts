/** From a settled page to a plan. */
import {
  type AudioPlan,
  type CaptureImage,
  type CapturePath,
  FORMATS,
  type Fps,
  FramefarmError,
  frameCount,
  framesDuration,
  frameTime,
  type PageReport,
  type RenderOptions,
  type RenderPlan,
  tooManyFrames,
  type VideoFrameFormat,
} from '@framefarm/contract';
import { chunksInOrder, chunksLedIn, leadInOf, planChunks, sequentialChunk } from './chunks.js';
import { planEncoding } from './encoding.js';
import { frameWindow } from './frame-window.js';
import { lanesByFrames } from './lanes.js';
import { scaleFor } from './output-size.js';
import { sealPlan } from './plan-id.js';
import type { PictureKind } from './purpose.js';
import { checkTrackClock } from './track-clock.js';

/**
 * Quality of captured JPEG pictures. 90 keeps coloured text clean under 4:2:0 and costs hardly more than 80
 * (docs/decisions/capture-quality.md).
 */
export const JPEG_QUALITY = 90;

export interface PlanInput {
  readonly options: RenderOptions;
  readonly picture: PictureKind;
  readonly fps: Fps;
  readonly report: PageReport;
  readonly digest: string;
  /** `tapped`: planes of the compositor, instead of what its path has coded. */
  readonly capture: { readonly path: CapturePath; readonly reason: string; readonly tapped?: boolean };
  readonly environment: RenderPlan['environment'];
  /** The page may decode videos by itself, where its browser can. */
  readonly decodeVideos: boolean;
  /** Encoder threads of a chunk, where they are not the usual ones. */
  readonly encoderThreads?: number | undefined;
  /** Each chunk is captured by a page that has gone through all frames before it. */
  readonly leadIns?: boolean | undefined;
  /** One page captures all, as what it shows depends on the frames before. */
  readonly inOrder?: boolean;
  /** Frames that a chunk aims at, where they are not the usual ones. */
  readonly chunkFrames?: number | undefined;
}

/**
 * Number of frames of a page's length.
 * @throws FramefarmError `COMPOSITION_ZERO_DURATION`, `COMPOSITION_TOO_LONG`.
 */
export function countFrames(durationSeconds: number, fps: Fps, sources: readonly string[]): number {
  if (!(durationSeconds > 0) || !Number.isFinite(durationSeconds)) {
    const found =
      sources.length === 0 ? 'no timeline, media or finite animation was found' : `found: ${sources.join('; ')}`;
    throw new FramefarmError(
      'COMPOSITION_ZERO_DURATION',
      `the composition's length is ${durationSeconds} s; ${found}`,
      {
        stage: 'compile',
      },
    );
  }
  const message = tooManyFrames(durationSeconds, fps);
  if (message !== null) {
    throw new FramefarmError('COMPOSITION_TOO_LONG', `${message}; found: ${sources.join('; ')}`, { stage: 'compile' });
  }
  return Math.max(1, frameCount(durationSeconds, fps));
}

/** Makes the plan. Throws as {@link countFrames}, {@link frameWindow}, {@link checkTrackClock} and {@link scaleFor}. */
export function buildPlan(input: PlanInput): RenderPlan {
  const { options, report, fps } = input;
  const compositionFrames = countFrames(report.durationSeconds, fps, report.durationSources);
  const { firstFrame, frames } = frameWindow(options.range, compositionFrames, fps);
  checkTrackClock(options.format, frames, fps);
  const scale = scaleFor(report.width, report.height, options.resolution);
  const { audio } = FORMATS[options.format];
  const cut = planChunks(frames, firstFrame, input.chunkFrames);
  // However many lanes were asked for, one captures a single chunk from frame 0, and so few frames that they pay for no second one.
  const isInOrder = cut.length === 1 && firstFrame === 0;
  const oneLane = options.workers === 'auto' || Math.min(options.workers, lanesByFrames(frames)) === 1 || isInOrder;
  const sequential = report.inOrder !== null && oneLane;
  // Lanes that were asked for a page which is known to depend on the frames before are obeyed.
  const before = report.inOrder === null ? leadInOf(firstFrame, report, input.inOrder === true) : 0;
  const chunks = input.leadIns === true ? chunksInOrder(cut) : chunksLedIn(cut, before);
  const sound: AudioPlan | null =
    report.audio.length === 0 || audio === 'none'
      ? null
      : {
          tracks: report.audio,
          groups: report.audioGroups,
          compositionSeconds: framesDuration(compositionFrames, fps),
          startSeconds: frameTime(firstFrame, fps),
          durationSeconds: framesDuration(frames, fps),
        };
  return sealPlan({
    version: 1,
    composition: { id: report.rootId, entryFile: options.composition, digest: input.digest },
    compositionFrames,
    frames,
    viewport: { width: report.width, height: report.height },
    capture: {
      path: input.capture.path,
      reason: input.capture.reason,
      image: input.capture.tapped
        ? 'yuv420p'
        : captureImage(input.capture.path, input.picture, report.width * scale, report.height * scale),
      jpegQuality: JPEG_QUALITY,
      transparent: input.picture.alpha,
      scale,
    },
    encoding: planEncoding(options, fps, {
      width: report.width * scale,
      height: report.height * scale,
      firstFrame,
      threads: input.encoderThreads,
    }),
    // A page whose pictures depend on earlier frames is not cut (composition-format 7.2).
    chunks: sequential ? [sequentialChunk(frames, firstFrame)] : chunks,
    sequential,
    videos: report.videos,
    videoFrameFormat: videoFrameFormat(input),
    audio: sound,
    environment: input.environment,
  });
}

function videoFrameFormat({ options, report, decodeVideos }: PlanInput): VideoFrameFormat {
  const asked = options.videoFrameFormat;
  return asked === 'auto' && decodeVideos && report.decodesH264 ? 'decoded' : asked;
}

/**
 * What a picture is captured as: raw pixels from a surface, else PNG where alpha counts and JPEG where not. For an mp4 or WebM
 * the page's worker converts to the planes that are encoded, where their size allows: fewer bytes to move.
 */
export function captureImage(path: CapturePath, kind: PictureKind, width: number, height: number): CaptureImage {
  const { alpha, exact, format } = kind;
  if (path !== 'surface') return alpha || exact ? 'png' : 'jpeg';
  const planes = width % 8 === 0 && height % 2 === 0;
  if (alpha) return planes && format === 'webm' ? 'yuva420p' : 'rgba';
  return planes ? 'yuv420p' : 'rgb0';
}
