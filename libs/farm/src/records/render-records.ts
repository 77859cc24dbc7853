/** Records of renders in Redis. */
import type { Warning } from '@framefarm/contract';
import type { Page } from '../api/page.js';
import type { Moved, RecordPatch, RenderFilter, RenderRecords, Requeued, SubmittedToLine } from '../api/renders.js';
import type { IdempotencyClaim } from '../api/submitted.js';
import { ahead } from '../lua/ahead.js';
import { cancel } from '../lua/cancel.js';
import { move } from '../lua/move.js';
import { remove } from '../lua/remove.js';
import { requeue } from '../lua/requeue.js';
import { submit } from '../lua/submit.js';
import { warn } from '../lua/warn.js';
import { fields } from '../redis/flat.js';
import { idSuffix } from '../redis/id-suffix.js';
import type { Flat, Room } from '../redis/room.js';
import { claimArgs } from './idempotency.js';
import { listRenders } from './list-renders.js';
import { creation, patchFields, renderOf } from './record-codec.js';
import type { RenderRecord, RenderSubmission } from './render-record.js';
import type { TransitionReason } from './states.js';

const record = (flat: Flat): RenderRecord | null => {
  const map = fields(flat);
  return map === null ? null : renderOf(map);
};

const moved = ([done, flat]: readonly [number, Flat]): Moved => ({ moved: done === 1, record: record(flat) });

export class RedisRenderRecords implements RenderRecords {
  constructor(private readonly room: Room) {}

  async submit(submission: RenderSubmission, claim?: IdempotencyClaim, mostQueued?: number): Promise<SubmittedToLine> {
    const args = { render: creation(submission, idSuffix()), mostQueued, ...claimArgs(claim) };
    const [outcome, about, waits, place] = await this.room.runInTime<[string, Flat, number, number]>(submit, args);
    if (outcome === 'key-reused' || outcome === 'full') return { outcome };
    if (outcome === 'removed') return { outcome, id: String(about) };
    if (outcome === 'replayed') return { outcome, record: record(about) as RenderRecord };
    return { outcome: 'created', record: record(about) as RenderRecord, waits: waits === 1, ahead: place };
  }

  async get(id: string): Promise<RenderRecord | null> {
    const map = await this.room.ask((redis) => redis.hgetall(this.room.keys.render(id)));
    return map.id === undefined ? null : renderOf(map);
  }

  list(filter: RenderFilter, limit: number, after?: string): Promise<Page<RenderRecord>> {
    return listRenders(this.room, filter, limit, after);
  }

  ahead(id: string): Promise<number | null> {
    return this.room.run(ahead, { id });
  }

  async move(id: string, epoch: number, reason: TransitionReason, patch: RecordPatch = {}): Promise<Moved> {
    return moved(await this.room.run(move, { id, epoch, reason, patch: patchFields(patch) }));
  }

  async cancel(id: string, by: string): Promise<Moved> {
    return moved(await this.room.run(cancel, { id, by }));
  }

  async requeue(id: string, claim?: IdempotencyClaim, mostQueued?: number): Promise<Requeued> {
    const args = { id, mostQueued, ...claimArgs(claim) };
    const [outcome, about, place = null] = await this.room.runInTime<[string, Flat, number?]>(requeue, args);
    if (outcome === 'full') return { moved: false, record: null, full: true };
    if (outcome === 'key-reused') return { moved: false, record: null, key: 'reused' };
    if (outcome === 'removed') return { moved: false, record: null, key: 'replayed' };
    if (outcome === 'replayed') return { moved: true, record: record(about), key: 'replayed' };
    return { moved: outcome === 'moved', record: record(about), ahead: place };
  }

  async remove(id: string, reason: 'expired' | 'deleted'): Promise<boolean> {
    return (await this.room.run<number>(remove, { id, reason })) === 1;
  }

  async warn(id: string, epoch: number, warnings: readonly Warning[]): Promise<void> {
    await this.room.run(warn, { id, epoch, warnings: warnings.map((one) => JSON.stringify(one)) });
  }

  async tombstone(id: string): Promise<'expired' | 'deleted' | null> {
    const reason = await this.room.ask((redis) => redis.get(this.room.keys.tombstone(id)));
    return reason as 'expired' | 'deleted' | null;
  }
}
