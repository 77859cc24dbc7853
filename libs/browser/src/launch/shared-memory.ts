/** Where the processes of a browser share memory: pictures of pages on their way to be drawn, copied and coded. */
import { accessSync, constants, statfsSync, statSync } from 'node:fs';
import { availableParallelism } from 'node:os';

const PLACE = '/dev/shm';
/**
 * Bytes for each core, as lanes are at most as many by themselves. Measured in one browser: 77 MiB with a page of 1080p, 112 with a
 * heavy one, 260 with one of 4K.
 */
const BYTES_PER_CORE = 384 * 1024 ** 2;
const WRITABLE_BY_OTHERS = 0o003;

export interface SharedMemoryRoom {
  /** Null where there is no such place. */
  readonly freeBytes: number | null;
  readonly neededBytes: number;
  /** There is enough for the browsers of this machine, and whoever they run as may use it. */
  readonly enough: boolean;
}

/**
 * What `/dev/shm` has room for. A file system in memory spares the browser what a disk does for each file that it makes and drops
 * again, but a browser that finds it full crashes, and a default container has 64 MiB of it.
 */
export function sharedMemoryRoom(): SharedMemoryRoom {
  const neededBytes = availableParallelism() * BYTES_PER_CORE;
  try {
    const { bavail, bsize } = statfsSync(PLACE);
    const freeBytes = bavail * bsize;
    accessSync(PLACE, constants.W_OK | constants.X_OK);
    const open = (statSync(PLACE).mode & WRITABLE_BY_OTHERS) === WRITABLE_BY_OTHERS;
    return { freeBytes, neededBytes, enough: open && freeBytes >= neededBytes };
  } catch {
    return { freeBytes: null, neededBytes, enough: false };
  }
}
