/** Chunks of a render's plan and their commits. */
import type { ChunkSeam } from '@framefarm/contract';
import type { ChunkRow } from '../records/chunk-row.js';

export interface PlannedChunk {
  readonly index: number;
  readonly firstFrame: number;
  readonly frames: number;
}

export interface ChunkCommit {
  readonly worker: string;
  readonly storeKey: string;
  readonly sha256: string;
  readonly size: number;
  readonly ms: number;
  readonly reused: boolean;
  readonly seam?: ChunkSeam | null;
}

export type CommitOutcome = 'committed' | 'already-committed' | 'differs' | 'stale';

export interface Chunks {
  /** Writes the rows once; a second call with the same epoch changes nothing. */
  plan(id: string, epoch: number, chunks: readonly PlannedChunk[]): Promise<void>;
  /** Rows of the present run, or of an earlier one, whose chunks may be used again while they are kept. */
  list(id: string, epoch?: number): Promise<readonly ChunkRow[]>;
  /** First commit wins; `differs`: committed before with other bytes. `stale`: other epoch, or neither preparing nor rendering. */
  commit(id: string, epoch: number, index: number, commit: ChunkCommit): Promise<CommitOutcome>;
}
