/** What the steps of a worker stand on: its log and directories, the farm and its store, lanes, inputs and figures. */
import { join } from 'node:path';
import type { WorkerSettings } from '@framefarm/contract';
import { type Farm, openFarm } from '@framefarm/farm';
import type { Scratch } from '@framefarm/process';
import type { ObjectStore } from '@framefarm/storage';
import { type Log, openTracing, type Tracing } from '@framefarm/telemetry';
import { type Provider } from '@nestjs/common';
import { ContentCache } from '../cache/content-cache.js';
import { StoreWatch } from '../health/store-watch.js';
import type { Lanes, OpenLanes } from '../lane/lanes.js';
import { WorkerMetrics } from '../metrics/worker-metrics.js';
import { EndingSteps } from '../steps/ending-steps.js';
import { Inputs } from '../steps/inputs.js';
import type { Station } from '../steps/station.js';
import { WorkBoard } from '../steps/work-board.js';
import { type WorkerIdentity } from './identity.js';
import { openQueues } from './queues.js';
import { openScratch, openWorkerStore, workerLog } from './resources.js';
import {
  CACHE_PLACE,
  FARM,
  IDENTITY,
  LANES,
  LOG,
  QUEUES_OPEN,
  SCRATCH,
  SETTINGS,
  STATION,
  STORE,
  TRACING,
} from './tokens.js';

const MEGABYTE = 1_048_576;

export const groundProviders = (
  settings: WorkerSettings,
  identity: WorkerIdentity,
  openLanes: OpenLanes,
): Provider[] => [
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
    provide: WorkerMetrics,
    inject: [LANES, ContentCache, IDENTITY],
    useFactory: (lanes: Lanes, cache: ContentCache, { slots }: WorkerIdentity) =>
      new WorkerMetrics(lanes, cache, slots),
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
];
