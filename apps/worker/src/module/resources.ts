/** What a worker opens from its settings: log, directories, store and lanes. */
import { tmpdir } from 'node:os';
import { FramefarmError, type WorkerSettings } from '@framefarm/contract';
import { createScratch, type Scratch } from '@framefarm/process';
import { type ObjectStore, openStore } from '@framefarm/storage';
import { type Log, openLog } from '@framefarm/telemetry';
import { farmHosts } from '../config/farm-hosts.js';
import type { OpenLanes } from '../lane/lanes.js';
import { LanePool } from '../lane/pool.js';
import type { WorkerIdentity } from './identity.js';

/**
 * A directory of this worker's own below `given`, or among the system's temporary files. The browsers of root run as another user, whose
 * directories lie in here (security 2.2).
 * @throws FramefarmError `VALIDATION_FAILED` naming `variable`
 */
export async function openScratch(given: string | null, variable: string): Promise<Scratch> {
  const parent = given ?? tmpdir();
  try {
    return await createScratch(parent, 'framefarm-worker-', { passable: process.getuid?.() === 0 });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new FramefarmError('VALIDATION_FAILED', `${variable} "${parent}": no directory can be made there (${code})`);
  }
}

/** How lanes are opened in the worker's directory; none of their pages reaches the farm itself. */
export function lanesOfThisMachine(settings: WorkerSettings): OpenLanes {
  return async (directory) => new LanePool(directory, { neverAllow: await farmHosts(settings, process.env) });
}

/** The log, each of whose lines says which worker speaks. */
export function workerLog({ logLevel }: WorkerSettings): (identity: WorkerIdentity) => Log {
  return ({ id, name }) => openLog(logLevel, { program: 'worker', about: { worker: name, workerId: id } });
}

/** @throws FramefarmError `VALIDATION_FAILED` where no store was named, or it cannot be used */
export function openWorkerStore({ store }: WorkerSettings): (scratch: Scratch) => Promise<ObjectStore> {
  return ({ path }) => {
    if (store === null) {
      throw new FramefarmError(
        'VALIDATION_FAILED',
        'FRAMEFARM_STORE is not set: a worker has to know where chunks and outputs lie',
        {
          hint: 'Set FRAMEFARM_STORE, or --store, to a directory that all machines share, or to s3://bucket/prefix.',
        },
      );
    }
    return openStore(store, { env: process.env, scratch: path });
  };
}
