/** Facts about a media source, as ffprobe reports them. Plain JSON: it travels into the page and the plan. */
import type { Fps } from '../fps.js';

export interface VideoStreamInfo {
  readonly codec: string;
  /** Pixels as displayed: rotation and sample aspect ratio applied. */
  readonly width: number;
  readonly height: number;
  /** Average frame rate, null when unknown. */
  readonly fps: Fps | null;
  readonly pixelFormat: string;
  /** True when the codec can carry alpha and the file says it does (VP8/VP9 alpha_mode, yuva/rgba pixel formats). */
  readonly alpha: boolean;
  /** Bits per sample of the luma plane. */
  readonly bitDepth: number;
  /** ffprobe's color_transfer, e.g. `bt709`, `smpte2084`; null when unknown. */
  readonly transfer: string | null;
}

export interface AudioStreamInfo {
  readonly codec: string;
  readonly sampleRate: number;
  readonly channels: number;
}

export interface MediaInfo {
  /** Seconds; null when the file does not say and it could not be measured. */
  readonly durationSeconds: number | null;
  readonly video: VideoStreamInfo | null;
  readonly audio: AudioStreamInfo | null;
}
