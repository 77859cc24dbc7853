/** Looking up batches for an owner (http-api 4.1). */
import { FramefarmError } from '@framefarm/contract';
import type { BatchRecord, Farm } from '@framefarm/farm';
import { Inject, Injectable } from '@nestjs/common';
import { FARM } from '../tokens.js';

/** `bat_` and a ULID. */
const BATCH_ID = /^bat_[0-9A-Za-z]{26}$/;

@Injectable()
export class KnownBatches {
  constructor(@Inject(FARM) private readonly farm: Farm) {}

  /** @throws FramefarmError BATCH_NOT_FOUND, the same for a foreign, an unknown and a malformed id. */
  async find(owner: string, id: string): Promise<BatchRecord> {
    const batch = BATCH_ID.test(id) ? await this.farm.batches.get(id) : null;
    if (batch !== null && batch.owner === owner) return batch;
    throw new FramefarmError('BATCH_NOT_FOUND', 'There is no batch of this id.');
  }
}
