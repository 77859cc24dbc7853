/** What a tap and its worker say to each other. */
import type { RingFileSetup } from '../workers/ring-file.js';

export interface TapStart extends RingFileSetup {
  /** Pixels of a picture. */
  readonly width: number;
  readonly height: number;
  /** The pictures that the compositor hands out. */
  readonly pictures: ReadableStream<VideoFrame>;
}

/** `ready` after the start, then each picture, numbered from 1; `failed` may come instead of any. */
export type FromTap =
  | { readonly ready: true }
  /** `at`: when it came, ms of the clock that documents and workers of a process share: from the origin of time, not of the page. */
  | { readonly written: number; readonly at: number }
  | { readonly failed: string };
