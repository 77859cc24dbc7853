/** A captured chunk goes into the store and then into the record (farm-practice 4). */
import { randomUUID } from 'node:crypto';
import { extname } from 'node:path';
import { type CommitOutcome, STORE_KEYS, type Step } from '@framefarm/farm';
import { segmentName } from '@framefarm/media';
import { type CapturedChunk, chunkKey, type PreparedStep } from '@framefarm/render';
import type { StoredObject } from '@framefarm/storage';
import { StepStopped } from './claim.js';
import { packDirectory } from './directory-tar.js';
import type { StepRun } from './step-run.js';
import { throughOutage } from './through-outage.js';

/** `ms`: wall-clock milliseconds of the chunk's capture. */
export async function commitChunk(
  { station, record, step, fence, deadlineMs, signal }: StepRun<Extract<Step, { readonly kind: 'capture' }>>,
  prepared: PreparedStep,
  chunk: CapturedChunk,
  ms: number,
): Promise<CommitOutcome> {
  const { farm, inputs, worker, log, metrics } = station;
  const { index, path } = chunk;
  const content = chunk.reusable ? chunkKey(prepared, index) : null;
  const extension = chunkExtension(prepared);
  const shared = content === null ? null : STORE_KEYS.chunk(record.owner, content, extension);
  const isSequence = prepared.plan.encoding.format === 'png-sequence';
  const put = (key: string, ifAbsent: boolean): Promise<StoredObject> =>
    isSequence
      ? station.store.putStream(key, packDirectory(path), { ifAbsent, signal })
      : station.store.putFile(key, path, { ifAbsent, sha256: chunk.sha256, signal });
  // What was captured is safe before Redis is asked, which may be away. The same bytes may have lain there since long ago, so that
  // retention may remove them until they are held; where it is about to, the chunk gets a place of its own.
  let object = shared === null ? null : await put(shared, true);
  const holder = randomUUID();
  const isHeld =
    shared !== null &&
    (await throughOutage(() => farm.retention.hold([shared], holder), deadlineMs, signal))[0] === true;
  const key =
    isHeld && shared !== null ? shared : STORE_KEYS.ownChunk(record.id, record.epoch, index, fence, extension);
  if (object === null || key !== shared || (await station.store.head(key)) === null) object = await put(key, isHeld);
  const { sha256, size } = object;
  const commit = { worker, storeKey: key, sha256, size, ms, reused: false, seam: chunk.seam };
  const answer = await throughOutage(
    () => farm.chunks.commit(record.id, record.epoch, index, commit),
    deadlineMs,
    signal,
  );
  if (isHeld) await farm.retention.free([key], holder).catch(() => {}); // It ends by itself.
  const { id: renderId, epoch, requestId, owner } = record;
  const facts = { requestId, renderId, epoch, owner, step: step.id, chunk: index, ms };
  metrics.chunks(answer);
  if (answer === 'stale') throw new StepStopped('superseded');
  if (answer === 'differs') log.error(facts, 'a chunk was captured twice with different bytes; the first one stays');
  else if (answer === 'committed') {
    log.info({ ...facts, bytes: size }, 'chunk committed');
    // The worker that assembles is often this one.
    if (isSequence) await inputs.keepDirectory(key, path);
    else await inputs.keepObject(key, path);
  }
  return answer;
}

/** Extension of a chunk in the store, from its format alone, so that a coordinator can look for it. */
export function chunkExtension({ plan }: PreparedStep): string {
  return plan.encoding.format === 'png-sequence' ? '.tar' : extname(segmentName(plan.encoding, 0));
}
