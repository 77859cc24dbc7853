/** How the memory of an encoder is had: for its pictures it takes some hundred MiB, and gives each picture back. */
import { childEnvironment } from '@framefarm/process';

const MIB = 1_048_576;
/** The largest block that glibc may take from its heap instead of mapping it, bytes (`HEAP_MAX_SIZE / 2`). */
const MAPPED_FROM = 32 * MIB;
/** Free memory at the end of the heap that is given back; more than an encoder ever has. */
const GIVEN_BACK_FROM = 1_024 * MIB;

/**
 * With these settings of glibc (`man 3 mallopt`) a picture finds the memory of one before it. By itself glibc gives that back, and
 * the kernel clears it for the next (docs/performance-trials.md). They have two names each: the glibc inside of the bundled FFmpeg
 * knows the older ones alone. Another C library ignores all of them.
 */
export function encoderEnvironment(): NodeJS.ProcessEnv {
  return childEnvironment({
    GLIBC_TUNABLES: `glibc.malloc.mmap_threshold=${MAPPED_FROM}:glibc.malloc.trim_threshold=${GIVEN_BACK_FROM}`,
    MALLOC_MMAP_THRESHOLD_: String(MAPPED_FROM),
    MALLOC_TRIM_THRESHOLD_: String(GIVEN_BACK_FROM),
  });
}
