/** The producer as a service of this process; loaded only by a command that runs one. */
import type { PRODUCER_SETTINGS } from '@framefarm/contract';
import type { Starting } from './run-service.js';

export type ProducerFlags = Partial<Record<keyof typeof PRODUCER_SETTINGS, unknown>>;

/** Starts the producer. @returns its URL. @throws FramefarmError for a wrong setting, an address in use, no Redis. */
export async function startProducerService(starting: Starting, flags: ProducerFlags): Promise<{ url: string }> {
  const { readProducerConfig, startProducer } = await import('@framefarm/producer');
  const producer = await startProducer(readProducerConfig(process.env, flags));
  starting.add({ end: () => producer.close() });
  return { url: producer.url };
}
