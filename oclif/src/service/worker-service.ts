/** The worker as a service of this process; loaded only by a command that runs one. */
import { hostname } from 'node:os';
import { counted, readSettings, WORKER_SETTINGS } from '@framefarm/contract';
import type { Starting } from './run-service.js';

export type WorkerFlags = Partial<Record<keyof typeof WORKER_SETTINGS, unknown>>;

/** Time after draining in which a worker ends its lanes and leaves the farm, ms. */
const LEAVE_MS = 15_000;

/** Starts the worker. @returns a line about it. @throws FramefarmError for a wrong setting, no Redis, no browser or FFmpeg. */
export async function startWorkerService(starting: Starting, flags: WorkerFlags): Promise<string> {
  const settings = readSettings(WORKER_SETTINGS, process.env, flags);
  const { startWorker } = await import('@framefarm/worker');
  const worker = await startWorker(settings);
  starting.add({ end: () => worker.drain(), finished: worker.drainAsked });
  const { name, slots, sandbox } = settings;
  const lanes = slots === null ? '' : ` with ${counted(slots, 'slot')}`;
  return `Worker ${name ?? hostname()}${lanes}${sandbox === 'on' ? '' : ', the Chromium sandbox is off (FRAMEFARM_SANDBOX=off)'}`;
}

/** Longest time for a worker to end after a signal, ms: its drain time and a little more. */
export const workerEndsWithinMs = (drainSeconds: number): number => drainSeconds * 1000 + LEAVE_MS;
