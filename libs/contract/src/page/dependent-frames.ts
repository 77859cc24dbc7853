/** A page whose frames depend on those before, found where chunks meet that were captured apart (docs/decisions/where-chunks-meet.md). */
import type { Notice } from '../catalogue/warnings.js';

/** Digests of what two captures of consecutive chunks have in common: a picture, and what the page that shows it waits for. */
export interface ChunkSeam {
  /** Of its first frame. */
  readonly begins: string;
  /** Of the first frame of the next chunk, as who has captured this one shows it; null where nobody looked. */
  readonly goesOn: string | null;
}

/** What was found, in words. `frame`: number of the first frame of a chunk, from 0, in the composition. */
export const dependsOnBefore = (frame: number): string => `frame ${frame} depends on those before`;

/** The notice of a render of a farm that begins again for it. */
export function dependentNotice(frame: number): Notice {
  const message = `${dependsOnBefore(frame)}; each chunk is captured by a page that has gone through all of them; the render begins again`;
  return { code: 'raf_loop_sequential', message };
}
