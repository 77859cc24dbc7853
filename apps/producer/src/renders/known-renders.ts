/** Looking up renders for an owner: what belongs to another one is unknown (http-api 4.1). */
import { FramefarmError } from '@framefarm/contract';
import type { Farm, RenderRecord } from '@framefarm/farm';
import { Inject, Injectable } from '@nestjs/common';
import { FARM } from '../tokens.js';
import { type JsonObject, renderObject, renderSummary, renderTag } from './render-object.js';

/** `rnd_` and a ULID. */
const RENDER_ID = /^rnd_[0-9A-Za-z]{26}$/;

@Injectable()
export class KnownRenders {
  constructor(@Inject(FARM) private readonly farm: Farm) {}

  /** @throws FramefarmError RENDER_NOT_FOUND, the same for a foreign, an unknown and a malformed id. */
  async find(owner: string, id: string): Promise<RenderRecord> {
    const record = RENDER_ID.test(id) ? await this.farm.renders.get(id) : null;
    if (record === null || record.owner !== owner) {
      throw new FramefarmError('RENDER_NOT_FOUND', 'There is no render of this id.');
    }
    return record;
  }

  /** What a list shows of it. */
  async summary(known: RenderRecord): Promise<JsonObject> {
    const { record, ahead } = await this.#placed(known);
    return renderSummary(record, ahead);
  }

  /** The whole object with its entity tag; `place`: where it stood in the line when the record was read, if that is known. */
  async present(
    known: RenderRecord,
    place: number | null = null,
  ): Promise<{ readonly body: JsonObject; readonly tag: string }> {
    const { record, ahead } = place === null ? await this.#placed(known) : { record: known, ahead: place };
    const chunks = record.perf === null ? [] : await this.chunkTimes(record);
    return { body: renderObject(record, ahead, chunks), tag: renderTag(record, ahead) };
  }

  /** The record with its place in the line. One that has left the line since it was read is read anew, as a queued one has a place. */
  async #placed(record: RenderRecord): Promise<{ readonly record: RenderRecord; readonly ahead: number | null }> {
    if (record.status !== 'queued') return { record, ahead: null };
    const { renders } = this.farm;
    const ahead = await renders.ahead(record.id);
    if (ahead !== null) return { record, ahead };
    const now = (await renders.get(record.id)) ?? record;
    return { record: now, ahead: now.status === 'queued' ? await renders.ahead(now.id) : null };
  }

  private async chunkTimes({ id }: RenderRecord): Promise<JsonObject[]> {
    const rows = await this.farm.chunks.list(id);
    return rows.map(({ index, frames, attempts, worker, ms }) => ({ index, frames, attempts, worker, ms }));
  }
}
