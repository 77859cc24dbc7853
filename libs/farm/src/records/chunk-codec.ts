/** Rows of chunks between the JSON that scripts keep and their type. */
import type { ChunkSeam } from '@framefarm/contract';
import type { ChunkRow, ChunkState } from './chunk-row.js';

/** As the scripts keep it. */
interface StoredChunk {
  readonly f: number;
  readonly n: number;
  readonly s: ChunkState;
  readonly a: number;
  readonly w?: string;
  readonly ms?: number;
  readonly k?: string;
  readonly h?: string;
  readonly z?: number;
  readonly r?: boolean;
  readonly j?: ChunkSeam;
}

export function chunkRow(index: number, text: string): ChunkRow {
  const stored = JSON.parse(text) as StoredChunk;
  return {
    index,
    firstFrame: stored.f,
    frames: stored.n,
    state: stored.s,
    attempts: stored.a,
    worker: stored.w ?? null,
    ms: stored.ms ?? null,
    storeKey: stored.k ?? null,
    sha256: stored.h ?? null,
    size: stored.z ?? null,
    reused: stored.r ?? false,
    seam: stored.j ?? null,
  };
}
