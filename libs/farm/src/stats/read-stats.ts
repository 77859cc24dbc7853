/** The farm in numbers, at one instant. */
import type { FarmStats } from '../api.js';
import { stats } from '../lua/stats.js';
import { fields } from '../redis/flat.js';
import type { Flat, Room } from '../redis/room.js';

type Answer = readonly [number, number, number, number, Flat, Flat, readonly number[], number, number, number];

function numbers(flat: Flat): Record<string, number> {
  return Object.fromEntries(Object.entries(fields(flat) ?? {}).map(([name, value]) => [name, Number(value)]));
}

export async function readStats(room: Room): Promise<FarmStats> {
  const answer = await room.run<Answer>(stats, {});
  const [max, held, waiting, oldestWaitMs, counts, totals, chunks, workers, owedDeliveries, runningBatches] = answer;
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
  };
}
