/** One chunk of a render's plan as the farm sees it: who captured it, and where its segment lies. */
import type { ChunkSeam } from '@framefarm/contract';

export type ChunkState = 'pending' | 'claimed' | 'committed' | 'failed';

export interface ChunkRow {
  readonly index: number;
  readonly firstFrame: number;
  readonly frames: number;
  readonly state: ChunkState;
  /** Captures begun, lost and returned ones included. */
  readonly attempts: number;
  /** Worker that holds or committed it. */
  readonly worker: string | null;
  /** Wall-clock milliseconds of the committed capture. */
  readonly ms: number | null;
  /** The segment in the store. */
  readonly storeKey: string | null;
  readonly sha256: string | null;
  readonly size: number | null;
  /** Committed from an earlier render without work. */
  readonly reused: boolean;
  /** Null until it is captured, of one that was reused, and where there is nothing to compare. */
  readonly seam: ChunkSeam | null;
}
