/** Starts the health thread and keeps it informed. */
import { Worker } from 'node:worker_threads';
import { FramefarmError } from '@framefarm/contract';
import type { HealthReport, ListenerPlace, ListenerWord } from './report.js';

const EVERY_MS = 1_000;

export class HealthThread {
  private constructor(
    private readonly thread: Worker,
    private readonly timer: NodeJS.Timeout,
    /** As it listens. */
    readonly port: number,
  ) {}

  /** @throws FramefarmError VALIDATION_FAILED when it cannot listen there. */
  static async start(place: ListenerPlace, read: () => Promise<HealthReport>): Promise<HealthThread> {
    const thread = new Worker(new URL('./listener.js', import.meta.url), { workerData: place });
    const word = await new Promise<ListenerWord>((resolve) => {
      thread.once('message', resolve);
      thread.once('error', (error) => resolve({ failed: String(error) }));
    });
    if ('failed' in word) {
      await thread.terminate();
      const message = `WORKER_HEALTH_PORT ${place.port}: nothing can listen there on ${place.host}: ${word.failed}`;
      throw new FramefarmError('VALIDATION_FAILED', message, { hint: 'Choose a free port, or 0 for no listener.' });
    }
    thread.unref();
    const report = async (): Promise<void> => thread.postMessage(await read());
    await report();
    const timer = setInterval(() => void report().catch(() => {}), EVERY_MS);
    return new HealthThread(thread, timer, word.listening);
  }

  async stop(): Promise<void> {
    clearInterval(this.timer);
    await this.thread.terminate();
  }
}
