/** Deliveries that webhooks owe, in Redis. */
import type { Outbox, OwedDelivery } from '../api/outbox.js';
import { batchOf } from '../batches/batch-codec.js';
import { renderOf } from '../records/record-codec.js';
import { fields, time } from '../redis/flat.js';
import type { Room } from '../redis/room.js';

function deliveryOf(place: string, flat: readonly string[]): OwedDelivery {
  const entry = fields(flat) ?? {};
  const record = fields(JSON.parse(entry.record ?? '[]') as string[]) ?? {};
  const about = { place, id: entry.id ?? '', at: time(entry.at) ?? '' };
  if (entry.type === 'batch.completed') return { ...about, type: entry.type, batch: batchOf(record) };
  return { ...about, type: entry.type as `render.${string}`, render: renderOf(record) };
}

export class RedisOutbox implements Outbox {
  constructor(private readonly room: Room) {}

  async take(limit: number): Promise<readonly OwedDelivery[]> {
    const entries = await this.room.ask((redis) => redis.xrange(this.room.keys.outbox, '-', '+', 'COUNT', limit));
    return entries.map(([place, flat]) => deliveryOf(place, flat));
  }

  async done(places: readonly string[]): Promise<void> {
    if (places.length === 0) return;
    await this.room.ask((redis) => redis.xdel(this.room.keys.outbox, ...places));
  }
}
