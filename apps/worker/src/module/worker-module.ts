/** How the parts of a worker are made and joined. */
import type { WorkerSettings } from '@framefarm/contract';
import { workerOptions } from '@framefarm/farm';
import type { Scratch } from '@framefarm/process';
import { BullModule } from '@nestjs/bullmq';
import { type DynamicModule, Module } from '@nestjs/common';
import { Admission } from '../admission/admission.js';
import { Sweep } from '../admission/sweep.js';
import { Announcer } from '../announce/announcer.js';
import { HostHealth } from '../announce/host-health.js';
import { Suspicion } from '../announce/suspicion.js';
import { tryBrowser } from '../announce/versions.js';
import { Coordinator } from '../coordinator/coordinator.js';
import { StoreWatch } from '../health/store-watch.js';
import type { OpenLanes } from '../lane/lanes.js';
import { WorkerMetrics } from '../metrics/worker-metrics.js';
import { EndingSteps } from '../steps/ending-steps.js';
import type { Station } from '../steps/station.js';
import { mayBeTheStore, type StepEnd } from '../steps/step-end.js';
import { Upkeep } from '../upkeep/upkeep.js';
import { Refusals } from '../versions/refusals.js';
import { Consumers } from './consumers.js';
import { groundProviders } from './ground-providers.js';
import { identify, type WorkerIdentity } from './identity.js';
import { partProviders } from './part-providers.js';
import { makeProcessors, PROCESSOR_NAMES, type Processors } from './processors.js';
import type { WorkerQueues } from './queues.js';
import { lanesOfThisMachine } from './resources.js';
import { CACHE_PLACE, IDENTITY, PROCESSORS, QUEUES_OPEN, SCRATCH, STATION } from './tokens.js';
import { WorkerLife } from './worker-life.js';

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
      ...groundProviders(settings, identity, openLanes),
      ...partProviders(settings),
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
