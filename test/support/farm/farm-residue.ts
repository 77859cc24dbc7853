/**
 * What is left of renders when nothing runs any more, read from Redis, from disks and from the process table, never from
 * counters of the farm alone (farm-practice 11).
 */
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { isTerminal, KEY_PREFIX } from '@framefarm/farm';
import { Redis } from 'ioredis';
import { processes, until } from '../machine/processes.js';
import type { TestFarm, TestWorker } from './workers.js';

/** Keys of BullMQ that exist only while a job does, and keys of the line and of permits that exist only while a render waits or runs. */
const BUSY = new RegExp(
  `^\\${KEY_PREFIX}:((renders|capture|media):(rnd_|wait|active|delayed|prioritized|paused|stalled$|completed|failed)|permits|line:|batches:running)`,
);

export interface ResidueOptions {
  /** True when no browser may be warm either: after a cancel, not after a render that was completed. */
  readonly cold?: boolean;
  readonly withinMs?: number;
}

/** Resolves when nothing is left, or rejects with what is. */
export async function noResidue(
  farm: TestFarm,
  workers: readonly TestWorker[],
  { cold = false, withinMs = 20_000 }: ResidueOptions = {},
): Promise<void> {
  let left: readonly string[] = [];
  await until(
    async () => {
      left = [
        ...(await inRedis(farm)),
        ...(await inStore(farm)),
        ...workers.flatMap((worker) => inPlace(worker, cold)),
      ];
      return left.length === 0;
    },
    () => `left over:\n${left.join('\n')}`,
    withinMs,
  );
}

async function inRedis(farm: TestFarm): Promise<string[]> {
  const redis = new Redis(farm.redis.url);
  const left: string[] = [];
  try {
    const keys: string[] = [];
    for await (const some of redis.scanStream({ match: `${KEY_PREFIX}:*` })) keys.push(...(some as string[]));
    left.push(...keys.filter((key) => BUSY.test(key)));
    for (const key of keys) {
      const [, id, kind] = /:r:(rnd_\w+)(?::([sc]):\d+)?$/.exec(key) ?? [];
      if (id === undefined) continue;
      if (kind === undefined) {
        const record = await farm.farm.renders.get(id);
        if (record !== null && !isTerminal(record.status)) left.push(`${key} is ${record.status}`);
        continue;
      }
      for (const [name, text] of Object.entries(await redis.hgetall(key))) {
        const row = JSON.parse(text);
        const isBusy = kind === 's' ? row.held || /^(pending|claimed)$/.test(row.state) : row.s === 'claimed' || row.c;
        if (isBusy) left.push(`${key} ${name}: ${text}`);
      }
    }
  } finally {
    redis.disconnect();
  }
  return left;
}

/** Outputs that no completed render names. */
async function inStore({ farm, store }: TestFarm): Promise<string[]> {
  const left: string[] = [];
  for await (const { key } of store.list('outputs/')) {
    const record = await farm.renders.get(key.split('/')[1] ?? '');
    const known = record?.output?.storeKey;
    if (known === undefined || !key.startsWith(known)) left.push(`stored ${key}`);
  }
  return left;
}

/** Processes and files: of a worker that lives its cache and empty lanes may stay, of one that is gone nothing. */
function inPlace({ pid, scratch, engines }: TestWorker, cold: boolean): string[] {
  const lives = processes().some((one) => one.pid === pid);
  const homes = existsSync(scratch) ? readdirSync(scratch) : [];
  if (!lives) {
    const running = processes().filter(({ command }) => command.includes(`${scratch}/`));
    return [
      ...running.map((one) => `process ${one.command.slice(0, 200)}`),
      ...homes.map((name) => join(scratch, name)),
    ];
  }
  const files = homes.flatMap((home) =>
    readdirSync(join(scratch, home))
      .filter((name) => name !== 'cache' && !name.startsWith('lane-'))
      .map((name) => join(scratch, home, name)),
  );
  return [...files, ...(cold ? engines().map((command) => `engine ${command.slice(0, 200)}`) : [])];
}
