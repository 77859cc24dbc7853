/** How the parts of a worker are made and joined. */
import { join } from 'node:path';
import type { WorkerSettings } from '@framefarm/contract';
import { type Farm, openFarm, workerOptions } from '@framefarm/farm';
import type { Scratch } from '@framefarm/process';
import type { ObjectStore } from '@framefarm/storage';
import { type Log, openTracing, type Tracing } from '@framefarm/telemetry';
import { BullModule } from '@nestjs/bullmq';
import { type DynamicModule, Module } from '@nestjs/common';
import { Admission } from '../admission/admission.js';
import { Sweep } from '../admission/sweep.js';
import { Announcer } from '../announce/announcer.js';
import { HostHealth } from '../announce/host-health.js';
import { Suspicion } from '../announce/suspicion.js';
import { readTools, tryBrowser } from '../announce/versions.js';
import { ContentCache } from '../cache/content-cache.js';
import { Coordinator } from '../coordinator/coordinator.js';
import { StoreWatch } from '../health/store-watch.js';
import type { Lanes, OpenLanes } from '../lane/lanes.js';
import { WorkerMetrics } from '../metrics/worker-metrics.js';
import { EndingSteps } from '../steps/ending-steps.js';
import { Inputs } from '../steps/inputs.js';
import type { Station } from '../steps/station.js';
import { mayBeTheStore, type StepEnd } from '../steps/step-end.js';
import { WorkBoard } from '../steps/work-board.js';
import { Upkeep } from '../upkeep/upkeep.js';
import { Refusals } from '../versions/refusals.js';
import { Consumers } from './consumers.js';
import { identify, type WorkerIdentity } from './identity.js';
import { makeProcessors, PROCESSOR_NAMES, type Processors } from './processors.js';
import { openQueues, type WorkerQueues } from './queues.js';
import { lanesOfThisMachine, openScratch, openWorkerStore, workerLog } from './resources.js';
import {
  CACHE_PLACE,
  FARM,
  IDENTITY,
  LANES,
  LOG,
  PROCESSORS,
  QUEUES_OPEN,
  SCRATCH,
  SETTINGS,
  STATION,
  STORE,
  TRACING,
} from './tokens.js';
import { WorkerLife } from './worker-life.js';

const MEGABYTE = 1_048_576;

@Module({})
class WorkerModule {}

export function workerModule(
  settings: WorkerSettings,
  openLanes: OpenLanes = lanesOfThisMachine(settings),
): DynamicModule {
  const identity = identify(settings);
  return {
    module: WorkerModule,
    // Finds the processors below and gives each its worker.
    imports: [BullModule.forRoot(workerOptions(identity.redis)), BullModule.registerQueue()],
    providers: [
      { provide: SETTINGS, useValue: settings },
      { provide: IDENTITY, useValue: identity },
      { provide: LOG, inject: [IDENTITY], useFactory: workerLog(settings) },
      { provide: TRACING, useFactory: () => openTracing('worker') },
      { provide: SCRATCH, useFactory: () => openScratch(settings.scratch, 'FRAMEFARM_SCRATCH_DIR') },
      {
        provide: CACHE_PLACE,
        inject: [SCRATCH],
        // A directory of its own also there: several workers may be given the same one.
        useFactory: (scratch: Scratch) =>
          settings.cacheDir === null ? scratch : openScratch(settings.cacheDir, 'FRAMEFARM_CACHE_DIR'),
      },
      { provide: FARM, inject: [IDENTITY], useFactory: ({ redis }: WorkerIdentity) => openFarm(redis) },
      { provide: STORE, inject: [SCRATCH], useFactory: openWorkerStore(settings) },
      { provide: QUEUES_OPEN, inject: [IDENTITY], useFactory: ({ redis }: WorkerIdentity) => openQueues(redis) },
      WorkBoard,
      {
        provide: EndingSteps,
        inject: [IDENTITY],
        useFactory: ({ slots }: WorkerIdentity) => new EndingSteps(slots),
      },
      HostHealth,
      { provide: StoreWatch, inject: [STORE], useFactory: (store: ObjectStore) => new StoreWatch(store) },
      {
        provide: LANES,
        inject: [SCRATCH],
        useFactory: ({ path }: Scratch) => openLanes(path),
      },
      {
        provide: ContentCache,
        inject: [CACHE_PLACE],
        useFactory: ({ path }: Scratch) => new ContentCache(join(path, 'cache'), settings.cacheMb * MEGABYTE),
      },
      {
        provide: Inputs,
        inject: [FARM, STORE, ContentCache],
        useFactory: (farm: Farm, store: ObjectStore, cache: ContentCache) => new Inputs(farm, store, cache),
      },
      {
        provide: STATION,
        inject: [IDENTITY, FARM, STORE, Inputs, LANES, WorkBoard, EndingSteps, SCRATCH, WorkerMetrics, TRACING, LOG],
        useFactory: (
          { name }: WorkerIdentity,
          farm: Farm,
          store: ObjectStore,
          inputs: Inputs,
          lanes: Lanes,
          board: WorkBoard,
          ending: EndingSteps,
          { path }: Scratch,
          metrics: WorkerMetrics,
          tracing: Tracing,
          log: Log,
        ): Station => ({
          settings,
          worker: name,
          farm,
          store,
          inputs,
          lanes,
          board,
          ending,
          directory: path,
          metrics,
          tracing,
          log,
        }),
      },
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
        useFactory: ({ farm, store, log }: Station, { upkeep }: WorkerQueues) =>
          new Upkeep(farm, store, upkeep.queue, log),
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
        provide: WorkerMetrics,
        inject: [LANES, ContentCache, IDENTITY],
        useFactory: (lanes: Lanes, cache: ContentCache, { slots }: WorkerIdentity) =>
          new WorkerMetrics(lanes, cache, slots),
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
      {
        provide: PROCESSORS,
        inject: [IDENTITY, STATION, Coordinator, Upkeep, Refusals, WorkerMetrics, HostHealth, StoreWatch, Announcer],
        useFactory: (
          identity: WorkerIdentity,
          station: Station,
          coordinator: Coordinator,
          upkeep: Upkeep,
          refusals: Refusals,
          metrics: WorkerMetrics,
          health: HostHealth,
          storeWatch: StoreWatch,
          announcer: Announcer,
        ) => {
          const { farm, worker, directory, log } = station;
          const suspicion = new Suspicion({
            farm,
            worker,
            health,
            tryBrowser: () => tryBrowser(settings, directory),
            onBlocked: () => announcer.say(),
            log,
          });
          const onStepEnd = async (end: StepEnd): Promise<void> => {
            metrics.ended(end);
            await suspicion.note(end);
            if (!mayBeTheStore(end)) return;
            // Before anything more is taken: each try in vain counts, and renders fail by few of them.
            await storeWatch.look();
            if (storeWatch.obstacle !== null) await announcer.say();
          };
          return makeProcessors({ identity, station, coordinator, upkeep, refusals, onStepEnd });
        },
      },
      ...PROCESSOR_NAMES.map((name) => ({
        provide: `processor of ${name}`,
        inject: [PROCESSORS],
        useFactory: (processors: Processors) => processors[name],
      })),
      {
        provide: Consumers,
        inject: [PROCESSORS, EndingSteps],
        useFactory: (processors: Processors, ending: EndingSteps) => new Consumers(processors, ending),
      },
      {
        provide: WorkerLife,
        inject: [
          IDENTITY,
          STATION,
          QUEUES_OPEN,
          Consumers,
          Admission,
          Sweep,
          Announcer,
          StoreWatch,
          WorkerMetrics,
          SCRATCH,
          CACHE_PLACE,
        ],
        useFactory: (
          identity: WorkerIdentity,
          { farm, store, lanes, board, tracing, log }: Station,
          queues: WorkerQueues,
          consumers: Consumers,
          admission: Admission,
          sweep: Sweep,
          announcer: Announcer,
          storeWatch: StoreWatch,
          metrics: WorkerMetrics,
          scratch: Scratch,
          cachePlace: Scratch,
        ) =>
          new WorkerLife({
            settings,
            identity,
            farm,
            store,
            queues,
            consumers,
            admission,
            sweep,
            announcer,
            storeWatch,
            lanes,
            board,
            metrics,
            tracing,
            scratch,
            cachePlace,
            log,
          }),
      },
    ],
  };
}
