/** The parts of a worker that decide: who is let in, what comes next, what is kept, and whether this host may go on. */
import type { WorkerSettings } from '@framefarm/contract';
import type { Scratch } from '@framefarm/process';
import { type Provider } from '@nestjs/common';
import { Admission } from '../admission/admission.js';
import { Sweep } from '../admission/sweep.js';
import { Announcer } from '../announce/announcer.js';
import { HostHealth } from '../announce/host-health.js';
import { readTools } from '../announce/versions.js';
import { Coordinator } from '../coordinator/coordinator.js';
import { StoreWatch } from '../health/store-watch.js';
import type { Station } from '../steps/station.js';
import { Upkeep } from '../upkeep/upkeep.js';
import { Refusals } from '../versions/refusals.js';
import { type WorkerIdentity } from './identity.js';
import type { WorkerQueues } from './queues.js';
import { CACHE_PLACE, IDENTITY, QUEUES_OPEN, STATION } from './tokens.js';

export const partProviders = (settings: WorkerSettings): Provider[] => [
  HostHealth,
  {
    provide: Coordinator,
    inject: [STATION, QUEUES_OPEN],
    useFactory: (
      { farm, store, inputs, metrics, tracing, log }: Station,
      { capture: { queue: capture }, media: { queue: media } }: WorkerQueues,
    ) => new Coordinator({ farm, store, inputs, metrics, tracing, log, queues: { capture, media } }),
  },
  {
    provide: Upkeep,
    inject: [STATION, QUEUES_OPEN],
    useFactory: ({ farm, store, log }: Station, { upkeep }: WorkerQueues) => new Upkeep(farm, store, upkeep.queue, log),
  },
  {
    provide: Admission,
    inject: [STATION, QUEUES_OPEN],
    useFactory: ({ farm, log }: Station, { renders }: WorkerQueues) => new Admission(farm, renders.queue, log),
  },
  {
    provide: Sweep,
    inject: [STATION, Admission, Coordinator, Upkeep],
    useFactory: ({ farm, log, tracing }: Station, admission: Admission, coordinator: Coordinator, upkeep: Upkeep) =>
      new Sweep(farm, admission, coordinator, upkeep, { log, tracing }, settings.queueTimeoutSeconds),
  },
  {
    provide: Refusals,
    inject: [STATION],
    useFactory: ({ farm: { workers }, metrics, log }: Station) =>
      new Refusals({ workers, log, onDeclined: () => metrics.declined() }),
  },
  {
    provide: Announcer,
    inject: [STATION, IDENTITY, HostHealth, StoreWatch, Refusals, CACHE_PLACE],
    useFactory: async (
      { farm, board, lanes, log, directory }: Station,
      { id, name, slots }: WorkerIdentity,
      health: HostHealth,
      storeWatch: StoreWatch,
      refusals: Refusals,
      cachePlace: Scratch,
    ) => {
      const tools = await readTools(settings, directory);
      const sandbox = settings.sandbox === 'on';
      const about = {
        id,
        name,
        slots,
        tags: settings.tags,
        tools,
        sandbox,
        directories: [directory, cachePlace.path],
      };
      return new Announcer({ farm, about, board, lanes, health, storeWatch, refusals, log });
    },
  },
];
