/** The farm in numbers, at one instant. */
import type { FarmStats } from '../api/stats.js';
import { stats } from '../lua/stats.js';
import { fields } from '../redis/flat.js';
import type { Flat, Room } from '../redis/room.js';
import { STAGE_SECONDS } from './stage-seconds.js';

type Answer = readonly [
  number,
  number,
  number,
  number,
  Flat,
  Flat,
  readonly number[],
  number,
  number,
  number,
  Flat,
  number,
];

function numbers(flat: Flat): Record<string, number> {
  return Object.fromEntries(Object.entries(fields(flat) ?? {}).map(([name, value]) => [name, Number(value)]));
}

/** `<stage>:<bucket>` and `<stage>:ms` as one distribution for each stage. */
function stageSeconds(counted: Readonly<Record<string, number>>): FarmStats['stageSeconds'] {
  const stages = new Set(Object.keys(counted).map((name) => name.split(':', 1)[0] ?? ''));
  const distribution = (stage: string): FarmStats['stageSeconds'][string] => ({
    counts: Array.from({ length: STAGE_SECONDS.length + 1 }, (_, at) => counted[`${stage}:${at + 1}`] ?? 0),
    sum: (counted[`${stage}:ms`] ?? 0) / 1000,
  });
  return Object.fromEntries([...stages].sort().map((stage) => [stage, distribution(stage)]));
}

export async function readStats(room: Room): Promise<FarmStats> {
  const answer = await room.run<Answer>(stats, {});
  const [
    max,
    held,
    waiting,
    oldestWaitMs,
    counts,
    totals,
    chunks,
    workers,
    owedDeliveries,
    runningBatches,
    stages,
    storeBytes,
  ] = answer;
  const [total = 0, claimed = 0, committed = 0, failed = 0] = chunks;
  return {
    maxConcurrentRenders: max,
    activeRenders: held,
    queuedRenders: waiting,
    oldestWaitMs,
    renders: numbers(counts),
    totals: numbers(totals),
    chunks: { pending: total - claimed - committed - failed, claimed, committed, failed },
    workers,
    owedDeliveries,
    runningBatches,
    stageSeconds: stageSeconds(numbers(stages)),
    storeBytes,
  };
}
