/**
 * The plan of a render: immutable, content-hashed JSON. The same plan gives the same decoded frames on any number
 * of lanes and machines (reference: composition-format G2; performance 3.5).
 */

import type { OutputFormat, Quality } from './formats.js';
import type { Fps } from './fps.js';
import type { CaptureImage } from './page/capture-image.js';
import type { AudioGroup, AudioTrack, VideoClip } from './page/page-protocol.js';

/** A run of frames that is captured and encoded on its own. */
export interface ChunkPlan {
  readonly index: number;
  /** First frame, counted over the whole composition from 0. */
  readonly firstFrame: number;
  readonly frames: number;
  /** Frames before the first that the page shows without their being encoded: its pictures depend on them. */
  readonly leadIn: number;
}

/** `surface`: the page draws itself onto a canvas and its raw pixels are read (docs/decisions/surface-capture.md). */
export type CapturePath = 'surface' | 'beginframe' | 'screenshot';

export interface CapturePlan {
  readonly path: CapturePath;
  /** Why this path, in words. */
  readonly reason: string;
  readonly image: CaptureImage;
  /** 80 to 100; without meaning for other images. */
  readonly jpegQuality: number;
  readonly transparent: boolean;
  /** Device pixels per CSS pixel, an integer. */
  readonly scale: number;
}

/** Everything an encoder needs to know; fixed before the first frame. */
export interface EncodingPlan {
  readonly format: OutputFormat;
  readonly quality: Quality;
  /** Null when a bitrate is the target. */
  readonly crf: number | null;
  /** Bits per second, or null. */
  readonly videoBitrate: number | null;
  readonly vp9CpuUsed: number;
  readonly gifLoop: number;
  /** Captured pixels. */
  readonly width: number;
  readonly height: number;
  readonly fps: Fps;
  /** Frame of the composition that the output begins with; 0 unless only a part is rendered. */
  readonly firstFrame: number;
  /** Encoder threads per chunk: part of the plan because it can change the pictures (performance 3.5). */
  readonly threads: number;
}

/** The sound of a render; null in the plan when nothing is audible. */
export interface AudioPlan {
  readonly tracks: readonly AudioTrack[];
  readonly groups: readonly AudioGroup[];
  /**
   * Length of the whole composition in seconds: a part of one that has sound has sound too, if only silence, so that
   * parts can be joined.
   */
  readonly compositionSeconds: number;
  /** Where in the composition the sound begins, seconds: first frame ÷ fps. */
  readonly startSeconds: number;
  /** Exact length in seconds: frames ÷ fps. */
  readonly durationSeconds: number;
}

export type VideoFrameFormat = 'auto' | 'jpg' | 'png' | 'decoded';

export interface RenderPlan {
  readonly version: 1;
  /** SHA-256 of the rest of the plan, hex. */
  readonly id: string;
  readonly composition: {
    readonly id: string;
    readonly entryFile: string;
    /** SHA-256 over the compiled document, variables and referenced project files. */
    readonly digest: string;
  };
  /** Frames of the whole composition, ≥ 1. */
  readonly compositionFrames: number;
  /** Frames of the output, ≥ 1; they begin with `encoding.firstFrame`. */
  readonly frames: number;
  /** Layout viewport, CSS pixels. */
  readonly viewport: { readonly width: number; readonly height: number };
  readonly capture: CapturePlan;
  readonly encoding: EncodingPlan;
  readonly chunks: readonly ChunkPlan[];
  /** True when one lane has to show all frames in order, as pictures depend on those before ({@link IN_ORDER}). */
  readonly sequential: boolean;
  readonly videos: readonly VideoClip[];
  /** `decoded`: as `auto`, and what the page can decode by itself it does (docs/decisions/videos-decoded-in-the-page.md). */
  readonly videoFrameFormat: VideoFrameFormat;
  readonly audio: AudioPlan | null;
  /** A chunk runs only where these match. */
  readonly environment: { readonly browser: string; readonly ffmpeg: string; readonly framefarm: string };
}
