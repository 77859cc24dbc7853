/** A transition that a request made, as a line of the log; those of a run are told by its coordinator. */
import type { Moved } from '@framefarm/farm';
import type { Log } from '../log.js';

export function tellTransition(log: Log, { moved, record }: Moved): void {
  if (!moved || record === null) return;
  const { requestId, id: renderId, epoch, owner, status, reason } = record;
  log.info({ requestId, renderId, epoch, owner, status, reason }, `render ${reason}`);
}
