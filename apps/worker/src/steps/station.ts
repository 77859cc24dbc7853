/** What the steps of a worker share: the farm, the store, what is kept on disk, and the lanes. */
import type { WorkerSettings } from '@framefarm/contract';
import type { Farm } from '@framefarm/farm';
import type { ObjectStore } from '@framefarm/storage';
import type { Log, Tracing } from '@framefarm/telemetry';
import type { Lanes } from '../lane/lanes.js';
import type { WorkerMetrics } from '../metrics/worker-metrics.js';
import type { EndingSteps } from './ending-steps.js';
import type { Inputs } from './inputs.js';
import type { WorkBoard } from './work-board.js';

export interface Station {
  readonly settings: WorkerSettings;
  /** Name of this worker in records. */
  readonly worker: string;
  readonly farm: Farm;
  readonly store: ObjectStore;
  readonly inputs: Inputs;
  readonly lanes: Lanes;
  readonly board: WorkBoard;
  readonly ending: EndingSteps;
  /** Directory of the worker, on the file system of its cache. */
  readonly directory: string;
  readonly metrics: WorkerMetrics;
  readonly tracing: Tracing;
  readonly log: Log;
}
