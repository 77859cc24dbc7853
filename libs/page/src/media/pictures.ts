/** Placeholder until the placement lands. */
import type { Fps, VideoFrames } from '@framefarm/contract';
import type { CompositionTree } from '../composition-tree.js';
import type { MediaLibrary } from './library.js';

export interface Pictures {
  require(frame: number): Promise<void> | undefined;
  choose(frame: number): void;
  place(frame: number): boolean;
  dispose(): void;
}

export interface PictureParts {
  readonly tree: CompositionTree;
  readonly fps: Fps;
  readonly media: MediaLibrary;
  readonly videos: readonly VideoFrames[];
  isVisible(element: Element): boolean;
}

export function createPictures(_parts: PictureParts): Pictures {
  return { require: () => undefined, choose: () => undefined, place: () => false, dispose: () => undefined };
}
