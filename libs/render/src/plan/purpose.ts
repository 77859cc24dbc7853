/** What a job makes of a composition: it decides what the pictures have to be and which frames are wanted. */
import { FORMATS, type Fps, type OutputFormat, type RenderOptions } from '@framefarm/contract';
import type { RenderTuning } from '../api.js';
import { frameWindow } from './frame-window.js';

/** What the pictures have to be. */
export interface PictureKind {
  readonly format: OutputFormat;
  /** Captured with transparency; else on white, as a browser shows a page. */
  readonly alpha: boolean;
  /** The browser's own pictures without loss, as a few of them become files. */
  readonly exact: boolean;
}

export interface Purpose {
  readonly picture: PictureKind;
  /**
   * Called as soon as the length is known, and again once the page has confirmed it.
   * @throws FramefarmError `VALIDATION_FAILED` when frames are wanted that the composition does not have.
   */
  readonly checkLength: (compositionFrames: number, fps: Fps) => void;
  readonly tuning?: RenderTuning | undefined;
}

/** A render, whole or in part, in the format of its options. */
export function renderPurpose({ format, range }: RenderOptions, tuning?: RenderTuning): Purpose {
  return {
    picture: { format, alpha: FORMATS[format].alpha, exact: false },
    checkLength: (compositionFrames, fps) => void frameWindow(range, compositionFrames, fps),
    tuning,
  };
}
