/**
 * Limits that are settings of a producer and stand in Redis, where workers read them. A Redis that comes back without its data, or a
 * replica that never had them, gets them again; a limit that the operator set meanwhile stays.
 */
import type { Farm } from '@framefarm/farm';
import type { Keys } from '../keys/key-file.js';
import type { Log } from '../log.js';
import type { SharedState } from '../state/shared-state.js';

/** Renders at once where no setting says otherwise. */
const RENDERS_AT_ONCE = 2;

export interface LimitedFarm {
  readonly farm: Farm;
  readonly state: SharedState;
  readonly keys: Keys;
  readonly log: Log;
}

/** `given`: the setting, or null without one. A setting replaces what stood there before this producer. */
export async function keepLimits({ farm, state, keys, log }: LimitedFarm, given: number | null): Promise<void> {
  if (given === null) await farm.line.proposeLimit(RENDERS_AT_ONCE);
  else await farm.line.setLimit(given);
  const again = async (): Promise<void> => {
    await keys.storeLimits();
    await farm.line.proposeLimit(given ?? RENDERS_AT_ONCE);
  };
  // A Redis that is gone once more is heard of once more.
  state.onReconnect(() => {
    again().catch((error: Error) => log.warn({ reason: error.message }, 'the limits could not be stored again'));
  });
}
