/** The most memory that a piece of work took, with all processes below the one that does it. */
import { allProcesses, descendants, memoryOf } from './process-tree.js';

/** Pause after the first look, ms; it doubles, so that short work is seen and long work costs little. */
const FIRST_PAUSE_MS = 100;
/** Longest pause between two looks, ms. */
const LONGEST_PAUSE_MS = 1_000;

export interface MemoryPeakWatch {
  /** Looks a last time and ends the watch. Bytes (see {@link memoryOf}); null where there is no /proc. */
  stop(): Promise<number | null>;
}

/** Watches the tree below `rootPid`, itself included, until it is stopped. What lives only between two looks is not seen. */
export function watchMemoryPeak(rootPid: number = process.pid): MemoryPeakWatch {
  let peak = 0;
  let pause = FIRST_PAUSE_MS;
  let timer: NodeJS.Timeout | undefined;
  let stopped = false;
  const look = async (): Promise<void> => {
    const tree = descendants(rootPid, allProcesses());
    peak = Math.max(peak, await memoryOf(tree.map(({ pid }) => pid)));
  };
  const lookLater = (): void => {
    timer = setTimeout(async () => {
      await look();
      if (!stopped) lookLater();
    }, pause).unref();
    pause = Math.min(LONGEST_PAUSE_MS, pause * 2);
  };
  lookLater();
  return {
    stop: async () => {
      stopped = true;
      clearTimeout(timer);
      await look();
      return peak > 0 ? peak : null;
    },
  };
}
