/** Looks at the line again and again through a connection of its own, while others kill what runs (farm-practice 11, 2). */
import { ACTIVE_STATUSES } from '@framefarm/farm';
import type { TestFarm } from './workers.js';

export interface Seen {
  /** Most permits at one instant. */
  readonly mostActive: number;
  /** Most renders that had a live claim of a worker at once. */
  readonly mostRunning: number;
  /** Samples in which permits and renders in active states differed. */
  readonly uneven: number;
}

/** What is over a limit is so for as long as a step takes. Each look asks Redis several times, and the renders need the cores. */
const LOOK_EVERY_MS = 50;

/** Starts to look; the call that comes back ends it and tells what was seen. A Redis that is away is asked again. */
export function watchLimit({ redis }: TestFarm): () => Promise<Seen> {
  const farm = redis.farm();
  const seen = { mostActive: 0, mostRunning: 0, uneven: 0 };
  let stopped = false;
  const look = async (): Promise<void> => {
    const { activeRenders, renders } = await farm.stats();
    const active = ACTIVE_STATUSES.reduce((sum, status) => sum + (renders[status] ?? 0), 0);
    const looks = await Promise.all((await farm.line.active()).map(({ renderId }) => farm.view(renderId).look()));
    seen.mostActive = Math.max(seen.mostActive, activeRenders);
    seen.mostRunning = Math.max(seen.mostRunning, looks.filter((one) => (one?.live.size ?? 0) > 0).length);
    if (active !== activeRenders) seen.uneven += 1;
  };
  const looking = (async () => {
    while (!stopped) {
      await look().catch(() => {});
      await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS));
    }
  })();
  return async () => {
    stopped = true;
    await looking;
    return seen;
  };
}
