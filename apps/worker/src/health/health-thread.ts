/** Starts the health thread and keeps it informed. */
import { Worker } from 'node:worker_threads';
import { FramefarmError } from '@framefarm/contract';
import { type LastingThread, type Log, startLastingThread } from '@framefarm/telemetry';
import type { HealthReport, ListenerPlace, ListenerWord } from './report.js';

const EVERY_MS = 1_000;

export class HealthThread {
  private constructor(
    private readonly thread: LastingThread<ListenerWord>,
    private readonly timer: NodeJS.Timeout,
  ) {}

  /** @throws FramefarmError VALIDATION_FAILED when it cannot listen there. */
  static async start(place: ListenerPlace, read: () => Promise<HealthReport>, log: Log): Promise<HealthThread> {
    const { host } = place;
    const open = (first: ListenerWord | null): Worker => {
      const workerData = { host, port: first?.listening ?? place.port } satisfies ListenerPlace;
      return new Worker(new URL('./listener.js', import.meta.url), { workerData });
    };
    const thread = await startLastingThread({ open, log }).catch((error: Error) => {
      const message = `WORKER_HEALTH_PORT ${place.port}: nothing can listen there on ${host}: ${error.message}`;
      throw new FramefarmError('VALIDATION_FAILED', message, { hint: 'Choose a free port, or 0 for no listener.' });
    });
    const report = async (): Promise<void> => thread.post(await read());
    await report();
    const timer = setInterval(() => void report().catch(() => {}), EVERY_MS);
    return new HealthThread(thread, timer);
  }

  /** As it listens. */
  get port(): number {
    return this.thread.word.listening;
  }

  async stop(): Promise<void> {
    clearInterval(this.timer);
    await this.thread.close();
  }
}
