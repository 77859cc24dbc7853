/** The one map from how a command ended to its exit status (cli 1.1). */
import type { FramefarmError } from '@framefarm/contract';
import { SIGNAL_EXITS, type StopSignal } from './interruption.js';

export const EXIT = {
  done: 0,
  failed: 1,
  usage: 2,
  someRows: 68,
  stillRunning: 69,
} as const;

/** Exit status after a failure; a signal that was received decides before the error it caused. */
export function exitCodeOf(error: FramefarmError, received: StopSignal | null = null): number {
  if (received !== null) return SIGNAL_EXITS[received];
  // What was refused says that nothing was rendered, which is not so of an output that could not be put in its place.
  const { exit } = error.entry;
  return exit === EXIT.usage && error.stage === 'publish' ? EXIT.failed : exit;
}
