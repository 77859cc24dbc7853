/** Looking up renders for an owner: what belongs to another one is unknown (http-api 4.1). */
import { FramefarmError } from '@framefarm/contract';
import type { Farm, RenderRecord } from '@framefarm/farm';
import { Inject, Injectable } from '@nestjs/common';
import { FARM } from '../tokens.js';
import { type JsonObject, renderObject, renderTag } from './render-object.js';

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

  ahead(record: RenderRecord): Promise<number | null> {
    return record.status === 'queued' ? this.farm.renders.ahead(record.id) : Promise.resolve(null);
  }

  /** The whole object with its entity tag. */
  async present(record: RenderRecord): Promise<{ readonly body: JsonObject; readonly tag: string }> {
    const ahead = await this.ahead(record);
    const chunks = record.perf === null ? [] : await this.chunkTimes(record);
    return { body: renderObject(record, ahead, chunks), tag: renderTag(record, ahead) };
  }

  private async chunkTimes({ id }: RenderRecord): Promise<JsonObject[]> {
    const rows = await this.farm.chunks.list(id);
    return rows.map(({ index, frames, attempts, worker, ms }) => ({ index, frames, attempts, worker, ms }));
  }
}
