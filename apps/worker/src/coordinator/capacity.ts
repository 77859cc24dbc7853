/** How many lanes the farm has and how many of them are idle, read at most twice a second for all renders. */
import { UNVERSIONED, understands, type VersionRange, type WorkerInfo, type Workers } from '@framefarm/farm';
import type { Capacity } from './situation.js';

const FRESH_MS = 500;

export class CapacityView {
  #read: { readonly at: number; readonly workers: Promise<readonly WorkerInfo[]> } | null = null;

  constructor(private readonly workers: Workers) {}

  /** For a render of this version. */
  async read(version: number): Promise<Capacity> {
    const now = performance.now();
    if (this.#read === null || now - this.#read.at > FRESH_MS) {
      const workers = this.workers.list();
      workers.catch(() => {
        this.#read = null;
      });
      this.#read = { at: now, workers };
    }
    return capacityOf(await this.#read.workers, version);
  }
}

/** A worker that drains or is blocked takes nothing more; one that does not understand the version leaves its steps to others. */
export function capacityOf(workers: readonly WorkerInfo[], version: number): Capacity {
  const open = workers.filter((one) => !one.draining && one.blocked === null && understands(rangeOf(one), version));
  const slots = open.reduce((sum, worker) => sum + worker.slots, 0);
  const idleSlots = open.reduce((sum, worker) => {
    const busy = worker.work.filter(({ kind }) => kind === 'capture' || kind === 'prepare').length;
    return sum + Math.max(0, worker.slots - busy);
  }, 0);
  const blocked = [...new Set(workers.flatMap((worker) => worker.blocked ?? []))];
  return { workers: [...new Set(open.map(({ name }) => name))], slots, idleSlots, blocked };
}

const rangeOf = ({ understands: said }: WorkerInfo): VersionRange =>
  said ?? { oldest: UNVERSIONED, newest: UNVERSIONED };
