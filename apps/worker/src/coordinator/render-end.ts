/** The end of a run, told once by whoever led it or ended it where nobody led it. */
import { isTerminal, type RenderRecord } from '@framefarm/farm';
import { type EndTellers, tellRunEnd } from '@framefarm/telemetry';

/** Nothing is told of a run that another one has followed, or whose record is gone. */
export function tellEnd(record: RenderRecord | null, epoch: number, tellers: EndTellers): void {
  if (record === null || record.epoch !== epoch || !isTerminal(record.status)) return;
  tellRunEnd(record, tellers);
}
