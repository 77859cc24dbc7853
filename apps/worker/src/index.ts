/** The worker: renders steps of renders in lanes of this machine. */
export type { LaneListener } from './lane/lane.js';
export type { Lanes, OpenLanes, StepLane, Wanted } from './lane/lanes.js';
export type { LaneResults, LaneWork } from './lane/messages.js';
export { startWorker, type WorkerHandle } from './start-worker.js';
