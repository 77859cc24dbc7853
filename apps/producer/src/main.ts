/** The producer as a program of its own: settings from the environment, ends on SIGTERM and SIGINT with 0. */
import { asFramefarmError } from '@framefarm/contract';
import { readProducerConfig } from './config/producer-config.js';
import { startProducer } from './start-producer.js';

try {
  const producer = await startProducer(readProducerConfig(process.env));
  process.stdout.write(`Producer at ${producer.url}\n`);
  const stop = async (): Promise<void> => {
    await producer.close();
    process.exit(0);
  };
  process.once('SIGTERM', () => void stop());
  process.once('SIGINT', () => void stop());
} catch (thrown) {
  const error = asFramefarmError(thrown);
  process.stderr.write(`${error.message}\n${error.code === 'INTERNAL_ERROR' ? '' : `${error.hint}\n`}`);
  // A call of a file system that hangs would keep a process running that only sets its status.
  process.exit(error.entry.exit);
}
