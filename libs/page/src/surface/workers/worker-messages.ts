/** What a surface and its two workers say to each other. */
import type { RawImage } from '@framefarm/contract';
import type { RingFileSetup } from '../../workers/ring-file.js';
import type { Box } from '../tiles/tiles.js';

/** What an element looked like when it was captured; not pixels yet. TypeScript's DOM library does not know it yet. */
export type ElementImage = Transferable & { close(): void };

/** A picture of the page, to be drawn tile by tile. */
export interface Painting {
  readonly image: ElementImage;
  readonly tiles: readonly Box[];
}

export interface DrawingStart {
  /** The canvas whose content the images are; it draws them and nobody else. */
  readonly canvas: OffscreenCanvas;
  readonly image: RawImage;
  /** The image holds alpha: what was painted before shows through and has to be cleared. */
  readonly transparent: boolean;
  /** To the writing worker, which gives the memory of pixels back. */
  readonly writing: MessagePort;
}

export interface WritingStart extends RingFileSetup {
  /** Of the canvas. */
  readonly width: number;
  readonly height: number;
  readonly image: RawImage;
  readonly transparent: boolean;
  /** From the drawing worker. */
  readonly drawing: MessagePort;
}

/** First the start, then pictures numbered from 1 and questions. */
export type ToDrawing =
  | { readonly draw: DrawingStart }
  | { readonly sequence: number; readonly painting: Painting }
  /** A picture of this alone. */
  | { readonly bitmapOf: Painting }
  /** The pixels that the next one is compared with. */
  | { readonly before: Painting }
  | { readonly after: Painting };

/** Pixels of a picture, four bytes each, in the order that `format` says. */
export interface ToWriting {
  readonly sequence: number;
  readonly pixels: ArrayBuffer;
  readonly format: VideoPixelFormat | null;
}

/** Answers in the order of the questions. */
export type Answer =
  /** Null when it is not opaque. */
  { readonly bitmap: ArrayBuffer | null } | { readonly kept: true } | { readonly same: boolean };

/**
 * `ready` of each after its start, then `written` of the writing one for each picture in order; `failed` may come instead of any.
 */
export type FromWorker = { readonly ready: true } | { readonly written: number } | { readonly failed: string } | Answer;
