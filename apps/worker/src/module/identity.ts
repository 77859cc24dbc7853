/** Who a worker is, from its settings and its machine. */
import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import type { WorkerSettings } from '@framefarm/contract';
import type { QueuePlace } from '@framefarm/farm';
import { autoLanes, usableCores } from '@framefarm/render';

export interface WorkerIdentity {
  /** New at each start. */
  readonly id: string;
  /** Name in records; workers of one name count as one host. */
  readonly name: string;
  readonly slots: number;
  readonly redis: QueuePlace;
}

export function identify({ name, slots, redisUrl }: WorkerSettings): WorkerIdentity {
  return {
    id: `wrk_${randomUUID()}`,
    name: name ?? hostname(),
    slots: slots ?? autoLanes(usableCores()),
    redis: { redis: redisUrl.replace(/^unix:(\/\/)?/, '') },
  };
}
