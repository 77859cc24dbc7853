/** What became of deliveries, and which receivers want no more (http-api 3.8). */
import { createHash } from 'node:crypto';
import { KEY_PREFIX } from '@framefarm/farm';
import { Injectable } from '@nestjs/common';
import { SharedState } from '../state/shared-state.js';
import { type Delivery, subjectOf } from './delivery.js';

/** Entries outlive the tries by far, seconds. */
const KEPT_SECONDS = 14 * 86_400;
/** A receiver that fails for so long gets nothing more, ms. */
const GIVEN_UP_MS = 5 * 86_400_000;
/**
 * Deliveries of a render that are kept: it can be retried without end, and each run owes some. Those that are still on their way
 * are kept above it.
 */
export const KEPT_DELIVERIES = 100;

@Injectable()
export class DeliveryLog {
  constructor(private readonly state: SharedState) {}

  async write(delivery: Delivery): Promise<void> {
    const key = logKey(subjectOf(delivery.id) ?? '');
    await this.state.ask((redis) =>
      redis.multi().hset(key, delivery.id, JSON.stringify(delivery)).expire(key, KEPT_SECONDS).exec(),
    );
  }

  /** Writes a delivery that is new; the oldest that have ended make room for it. */
  async add(delivery: Delivery): Promise<void> {
    await this.write(delivery);
    const subject = subjectOf(delivery.id) ?? '';
    const all = await this.list(subject);
    const going = all.slice(0, Math.max(0, all.length - KEPT_DELIVERIES)).filter(({ status }) => status !== 'pending');
    if (going.length === 0) return;
    await this.state.ask((redis) => redis.hdel(logKey(subject), ...going.map(({ id }) => id)));
  }

  async read(id: string): Promise<Delivery | null> {
    const subject = subjectOf(id);
    if (subject === null) return null;
    const text = await this.state.ask((redis) => redis.hget(logKey(subject), id));
    return text === null ? null : (JSON.parse(text) as Delivery);
  }

  /** Deliveries of a render or batch, oldest first. `subject` is the part of its id behind the prefix. */
  async list(subject: string): Promise<readonly Delivery[]> {
    const texts = await this.state.ask((redis) => redis.hvals(logKey(subject)));
    const all = texts.map((text) => JSON.parse(text) as Delivery);
    return all.sort((a, b) => (a.createdAt < b.createdAt ? -1 : 1));
  }

  async isStopped({ owner, url }: Delivery): Promise<boolean> {
    return (await this.state.ask((redis) => redis.exists(receiverKey('stopped', owner, url)))) === 1;
  }

  /** The receiver answered 410: it wants nothing more. */
  async stop({ owner, url }: Delivery): Promise<void> {
    await this.state.ask((redis) => redis.set(receiverKey('stopped', owner, url), '1', 'EX', KEPT_SECONDS));
  }

  /** The receiver took what was sent again on request: it is there again. */
  async resume({ owner, url }: Delivery): Promise<void> {
    await this.state.ask((redis) => redis.del(receiverKey('stopped', owner, url)));
  }

  /** Counts from the first failure since a success; true when the receiver has failed for 5 days. */
  async failed({ owner, url }: Delivery): Promise<boolean> {
    const key = receiverKey('failing', owner, url);
    const now = Date.now();
    const since = await this.state.ask(async (redis) => {
      await redis.set(key, String(now), 'EX', KEPT_SECONDS, 'NX');
      return redis.get(key);
    });
    return now - Number(since ?? now) > GIVEN_UP_MS;
  }

  async succeeded({ owner, url }: Delivery): Promise<void> {
    await this.state.ask((redis) => redis.del(receiverKey('failing', owner, url)));
  }
}

const logKey = (subject: string): string => `${KEY_PREFIX}:http:hooks:${subject}`;

function receiverKey(kind: 'stopped' | 'failing', owner: string, url: string): string {
  const digest = createHash('sha256')
    .update(JSON.stringify([owner, url]))
    .digest('hex');
  return `${KEY_PREFIX}:http:hooks-${kind}:${digest}`;
}
