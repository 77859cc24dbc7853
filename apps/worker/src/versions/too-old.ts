/** Renders that wait for a version which nobody does any more: their end, with the reason (farm-practice 2). */
import { type Farm, type Moved, type RenderRecord, type RunInLine, UNDERSTOOD, versionsInWords } from '@framefarm/farm';
import { outOfTime } from '../coordinator/held-up.js';
import { renderFailure } from '../coordinator/retry.js';

/**
 * What a worker does about renders that no worker understands. Those of newer versions wait, the active ones until their time is
 * up, because a permit must not be held for ever; those older than this build still does are refused, since only older builds
 * could do them. Tells which ended, or wind down.
 */
export async function endWhatNobodyDoes(farm: Farm, unserved: readonly RunInLine[]): Promise<readonly RenderRecord[]> {
  const ended: RenderRecord[] = [];
  const note = ({ moved, record }: Moved): void => {
    if (moved && record !== null) ended.push(record);
  };
  for (const { renderId, epoch, version } of unserved) {
    if (version < UNDERSTOOD.oldest) {
      const message = `the render was accepted as version ${version}, and the workers that are there do ${versionsInWords(UNDERSTOOD)}`;
      const error = renderFailure('VERSION_UNSUPPORTED', message, null);
      note(await farm.renders.move(renderId, epoch, 'version_unsupported', { error }));
    } else {
      const answer = await endWhenOverdue(farm, renderId, epoch);
      if (answer !== null) note(answer);
    }
  }
  return ended;
}

async function endWhenOverdue(farm: Farm, renderId: string, epoch: number): Promise<Moved | null> {
  const [record, now] = await Promise.all([farm.renders.get(renderId), farm.time()]);
  if (record === null || record.startedAt === null || record.waiting === null) return null;
  if (now - Date.parse(record.startedAt) < record.timeoutSeconds * 1000) return null;
  const error = outOfTime(record.timeoutSeconds, record.waiting.message);
  return farm.renders.move(renderId, epoch, 'render_timeout', { error });
}
