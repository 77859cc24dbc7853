/** The worker: renders steps of renders in lanes of this machine. */
export { startWorker, type WorkerHandle } from './start-worker.js';
