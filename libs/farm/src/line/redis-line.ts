/** The line and its limit in Redis. */
import { FramefarmError, MAX_CONCURRENT_RENDERS } from '@framefarm/contract';
import type { Line, OwnerShare, QueueStatus, RunInLine } from '../api/line.js';
import { keySegment } from '../keys/store-keys.js';
import { active } from '../lua/active.js';
import { admit } from '../lua/admit.js';
import { lineStatus } from '../lua/line-status.js';
import { longWaiting } from '../lua/long-waiting.js';
import { noteVersions } from '../lua/note-versions.js';
import type { Flat, Room } from '../redis/room.js';
import { UNDERSTOOD, type VersionRange } from '../versions/versions.js';
import { MIN_CONCURRENT_RENDERS } from './limits.js';

/** Id, epoch and version of each, one after the other. */
function runs(flat: Flat): readonly RunInLine[] {
  const found: RunInLine[] = [];
  for (let i = 0; i + 2 < flat.length; i += 3) {
    found.push({ renderId: flat[i] as string, epoch: Number(flat[i + 1]), version: Number(flat[i + 2]) });
  }
  return found;
}

function checked(limit: number): number {
  if (Number.isInteger(limit) && limit >= MIN_CONCURRENT_RENDERS && limit <= MAX_CONCURRENT_RENDERS) return limit;
  throw new FramefarmError(
    'VALIDATION_FAILED',
    `maxConcurrentRenders is ${limit}; it is a whole number from ${MIN_CONCURRENT_RENDERS} to ${MAX_CONCURRENT_RENDERS}`,
  );
}

export class RedisLine implements Line {
  constructor(private readonly room: Room) {}

  async status(): Promise<QueueStatus> {
    const [max, held, waiting] = await this.room.run<[number, number, number]>(lineStatus, {});
    return { maxConcurrentRenders: max, activeRenders: held, queuedRenders: waiting };
  }

  async setLimit(maxConcurrentRenders: number): Promise<void> {
    const value = checked(maxConcurrentRenders);
    await this.tell((limits) => this.room.ask((redis) => redis.hset(limits, 'renders', value)));
  }

  async proposeLimit(maxConcurrentRenders: number): Promise<void> {
    const value = checked(maxConcurrentRenders);
    await this.tell((limits) => this.room.ask((redis) => redis.hsetnx(limits, 'renders', value)));
  }

  async setOwnerPermits(owner: string, maxPermits: number | null): Promise<void> {
    const { ownerLimits } = this.room.keys;
    await this.tell(() =>
      this.room.ask((redis) =>
        maxPermits === null
          ? redis.hdel(ownerLimits, keySegment(owner))
          : redis.hset(ownerLimits, keySegment(owner), maxPermits),
      ),
    );
  }

  async share(owner: string): Promise<OwnerShare> {
    const { permitsByOwner, lineOf } = this.room.keys;
    const name = keySegment(owner);
    const [permits, queued] = await this.room.ask((redis) =>
      Promise.all([redis.hget(permitsByOwner, name), redis.zcard(lineOf(name))]),
    );
    return { permits: Number(permits ?? 0), queued };
  }

  async admit({ oldest, newest }: VersionRange = UNDERSTOOD): Promise<readonly RunInLine[]> {
    return runs(await this.room.run<Flat>(admit, { oldest, newest }));
  }

  async active(): Promise<readonly RunInLine[]> {
    return runs(await this.room.run<Flat>(active, {}));
  }

  async noteVersions(ids: readonly string[]): Promise<readonly RunInLine[]> {
    return runs(await this.room.run<Flat>(noteVersions, { ids }));
  }

  async waitingLongerThan(ms: number, limit: number): Promise<readonly RunInLine[]> {
    return runs(await this.room.run<Flat>(longWaiting, { ms, limit }));
  }

  private async tell(write: (limits: string) => Promise<unknown>): Promise<void> {
    const { limits, channel } = this.room.keys;
    await write(limits);
    await this.room.ask((redis) => redis.publish(channel('farm'), ''));
  }
}
