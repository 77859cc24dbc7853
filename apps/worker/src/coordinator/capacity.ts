/** How many lanes the farm has and how many of them are idle, read at most twice a second for all renders. */
import type { WorkerInfo, Workers } from '@framefarm/farm';
import type { Capacity } from './situation.js';

const FRESH_MS = 500;

export class CapacityView {
  #read: { readonly at: number; readonly capacity: Promise<Capacity> } | null = null;

  constructor(private readonly workers: Workers) {}

  read(): Promise<Capacity> {
    const now = performance.now();
    if (this.#read === null || now - this.#read.at > FRESH_MS) {
      const capacity = this.workers.list().then(capacityOf);
      capacity.catch(() => {
        this.#read = null;
      });
      this.#read = { at: now, capacity };
    }
    return this.#read.capacity;
  }
}

/** A worker that drains or is blocked takes nothing more. */
export function capacityOf(workers: readonly WorkerInfo[]): Capacity {
  const open = workers.filter(({ draining, blocked }) => !draining && blocked === null);
  const slots = open.reduce((sum, worker) => sum + worker.slots, 0);
  const idleSlots = open.reduce((sum, worker) => {
    const busy = worker.work.filter(({ kind }) => kind === 'capture' || kind === 'prepare').length;
    return sum + Math.max(0, worker.slots - busy);
  }, 0);
  return { workers: [...new Set(open.map(({ name }) => name))], slots, idleSlots };
}
