/** What the chunks of a render say together. Pure. */
import type { Chunk } from './api/objects.js';
import { duration } from './figures.js';

/** Colours that are told apart; more workers begin again. */
export const WORKER_COLOURS = 8;

/** A reused chunk is committed too, but nobody worked on it. */
export function chunkState(chunk: Chunk): Chunk['state'] | 'reused' {
  return chunk.reused ? 'reused' : chunk.state;
}

/** `captured 3 times` where it was begun more than once. */
export function timesDone({ attempts }: Chunk): string {
  return attempts > 1 ? `begun ${attempts} times` : '';
}

export interface ChunkWorker {
  readonly name: string;
  /** `12 chunks, 1.4 s each`. */
  readonly text: string;
}

/** Workers that hold or committed chunks, by name; nobody stands behind a reused one. */
export function workersOf(chunks: readonly Chunk[]): readonly ChunkWorker[] {
  const names = new Set(chunks.map(({ worker }) => worker ?? '').filter((name) => name !== ''));
  return [...names].sort().map((name) => {
    const own = chunks.filter((chunk) => chunk.worker === name && chunk.state === 'committed' && !chunk.reused);
    const ms = own.reduce((sum, chunk) => sum + (chunk.ms ?? 0), 0);
    const each = own.length === 0 ? '' : `, ${duration(ms / own.length)} each`;
    return { name, text: `${counted(own.length, 'chunk')}${each}` };
  });
}

/** `140 of 200 done, 12 of them reused, 3 captured again`. */
export function summaryOf(chunks: readonly Chunk[]): string {
  const done = chunks.filter(({ state }) => state === 'committed').length;
  const reused = chunks.filter((chunk) => chunk.reused).length;
  const again = chunks.filter(({ attempts }) => attempts > 1).length;
  return [
    `${done} of ${counted(chunks.length, 'chunk')} done`,
    reused === 0 ? '' : `${reused} of them reused`,
    again === 0 ? '' : `${again} captured again`,
  ]
    .filter((part) => part !== '')
    .join(', ');
}

/** What the table of all chunks is called. */
export function tableTitle(count: number): string {
  return count === 1 ? 'The one chunk' : `All ${count} chunks`;
}

export function counted(count: number, what: string): string {
  return `${count} ${what}${count === 1 ? '' : 's'}`;
}
