/** How V8 collects what a render leaves behind: nearly all of it dies at once, beside a heap of some 20 MB that stays. */
import { setFlagsFromString } from 'node:v8';

/**
 * Keeps V8's young generation as large as it has become until now: what a render makes for each frame dies at once, so that more
 * room than loading took changes nothing but the memory of this process, 14 to 30 MiB. And marks a whole heap when it is
 * full, which takes some 15 ms, instead of in steps and threads from long before, which take the cores that draw and encode.
 */
export function calmCollector(): void {
  setFlagsFromString('--semi-space-growth-factor=1');
  setFlagsFromString('--no-incremental-marking');
}
