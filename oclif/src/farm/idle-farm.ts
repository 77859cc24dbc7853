/** Why nothing goes on, where the workers of a farm tell it: none is there, or none takes steps. A farm without workers tells nothing itself. */
import type { FarmClient, FarmWorker, StreamEvent } from '@framefarm/farm-client';
import type { FarmListener } from './news.js';

/** Silence after which the farm is asked, ms: as long as a command may be silent (cli 1). */
const SILENCE_MS = 10_000;

/** In words that a user can do something with; null while a worker takes steps. */
export function idleReason(workers: readonly Pick<FarmWorker, 'name' | 'blocked' | 'draining'>[]): string | null {
  if (workers.length === 0) return 'the farm has no worker; "framefarm worker" starts one';
  const held = workers.flatMap(({ name, blocked, draining }) =>
    blocked ? [`${name}: ${blocked}`] : draining ? [`${name} is ending`] : [],
  );
  return held.length < workers.length ? null : `no worker takes steps (${held.join('; ')})`;
}

export interface IdleWatch {
  /** The farm has told something. */
  moved(): void;
  end(): void;
}

/**
 * Tells the reason, once as long as it stays the same, when nothing has moved for a while. Whose key may not ask for workers is told
 * nothing.
 */
export function watchIdleFarm(client: Pick<FarmClient, 'workers'>, tell: (message: string) => void): IdleWatch {
  let told: string | null = null;
  let ended = false;
  const look = async (): Promise<void> => {
    const reason = idleReason((await client.workers()).items);
    if (ended) return;
    if (reason !== null && reason !== told) tell(reason);
    told = reason;
    timer.refresh();
  };
  const timer = setTimeout(() => void look().catch(() => {}), SILENCE_MS).unref();
  return {
    moved: () => {
      if (!ended) timer.refresh();
    },
    end: () => {
      ended = true;
      clearTimeout(timer);
    },
  };
}

/** The events of a batch, and between them why none comes. */
export async function* followWatched(
  client: FarmClient,
  batchId: string,
  tell: FarmListener,
): AsyncGenerator<StreamEvent> {
  const idle = watchIdleFarm(client, (message) => tell({ kind: 'batch-waiting', batchId, message }));
  try {
    for await (const event of client.followBatch(batchId, {
      onLost: (reason) => tell({ kind: 'farm-lost', reason }),
    })) {
      idle.moved();
      yield event;
    }
  } finally {
    idle.end();
  }
}
