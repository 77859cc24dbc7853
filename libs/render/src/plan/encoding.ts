/** From options to the encoder's settings; all decided before the first frame. */
import {
  type EncodingPlan,
  FORMATS,
  type Fps,
  fpsExceeds,
  H264_PRESETS,
  hardlySearches,
  MAX_GIF_FPS,
  type Notice,
  type RenderOptions,
} from '@framefarm/contract';

/**
 * Encoder threads of a chunk, by no more than format and quality, because the number can change the pictures (performance 3.5).
 * Two keep pace with a capture lane at 1080p, and the rule for lanes leaves two cores beside them. One does where little is
 * searched for, and saves what two take to agree: a sixth.
 */
const encoderThreads = (options: RenderOptions): number => (hardlySearches(options) ? 1 : 2);

/** The frame rate of the output: as asked, else the root's, else 30; a GIF is capped with a notice. */
export function outputFps(
  options: RenderOptions,
  rootFps: Fps | null,
): { readonly fps: Fps; readonly notices: readonly Notice[] } {
  const fps = options.fps ?? rootFps ?? { num: 30, den: 1 };
  if (options.format !== 'gif' || !fpsExceeds(fps, MAX_GIF_FPS)) return { fps, notices: [] };
  return {
    fps: { num: MAX_GIF_FPS, den: 1 },
    notices: [{ code: 'gif_fps_capped', message: `GIF output is capped at ${MAX_GIF_FPS} frames per second` }],
  };
}

interface CapturedPart {
  /** Device pixels. */
  readonly width: number;
  readonly height: number;
  /** Frame of the composition that the output begins with. */
  readonly firstFrame: number;
  /** Encoder threads of a chunk; without it the usual number. */
  readonly threads?: number | undefined;
}

/** Settings for the capture of a part of a composition. */
export function planEncoding(
  options: RenderOptions,
  fps: Fps,
  { width, height, firstFrame, threads = encoderThreads(options) }: CapturedPart,
): EncodingPlan {
  const bitrate = options.videoBitrate;
  return {
    format: options.format,
    quality: options.quality,
    crf:
      bitrate === null && FORMATS[options.format].rateControl
        ? (options.crf ?? H264_PRESETS[options.quality].crf)
        : null,
    videoBitrate: bitrate,
    vp9CpuUsed: options.vp9CpuUsed,
    gifLoop: options.gifLoop,
    width,
    height,
    fps,
    firstFrame,
    threads,
  };
}
