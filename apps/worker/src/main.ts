/** The worker as a program of its own: settings from the environment, SIGTERM drains, a second signal ends at once. */
import { asFramefarmError, readSettings, WORKER_SETTINGS } from '@framefarm/contract';
import { startWorker } from './start-worker.js';

async function main(): Promise<void> {
  const worker = await startWorker(readSettings(WORKER_SETTINGS, process.env));
  let asked = false;
  await new Promise<void>((resolve, reject) => {
    const stop = (): void => {
      const ending = asked ? worker.close() : worker.drain();
      asked = true;
      ending.then(resolve, reject);
    };
    process.on('SIGTERM', stop);
    process.on('SIGINT', stop);
    void worker.drainAsked.then(stop);
  });
}

main().then(
  () => process.exit(0),
  (thrown) => {
    const { code, message, hint, entry } = asFramefarmError(thrown);
    process.stderr.write(`${code}: ${message}\n${hint}\n`);
    process.exit(entry.exit);
  },
);
