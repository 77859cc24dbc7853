/** The queues to which a worker adds. */
import { type CoordinatePayload, type OpenQueue, openQueue, type QueuePlace, type StepPayload } from '@framefarm/farm';

export interface WorkerQueues {
  readonly renders: OpenQueue<CoordinatePayload>;
  readonly capture: OpenQueue<StepPayload>;
  readonly media: OpenQueue<StepPayload>;
  readonly upkeep: OpenQueue<unknown>;
  close(): Promise<void>;
}

export function openQueues(place: QueuePlace): WorkerQueues {
  const renders = openQueue<CoordinatePayload>('renders', place);
  const capture = openQueue<StepPayload>('capture', place);
  const media = openQueue<StepPayload>('media', place);
  const upkeep = openQueue<unknown>('upkeep', place);
  const all = [renders, capture, media, upkeep];
  return {
    renders,
    capture,
    media,
    upkeep,
    close: async () => {
      await Promise.allSettled(all.map((queue) => queue.close()));
    },
  };
}
