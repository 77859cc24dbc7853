/** Reading a stream of stored events from a place to its end, waiting for what comes (http-api 3.4). */
import { once } from 'node:events';
import type { StoredEvent } from '@framefarm/farm';

/** Events read at once. */
const PAGE = 200;
/** A notice of a change can be missed, so the stream is looked at this often anyway, ms. */
const POLL_MS = 1_000;

export interface EventPage<E> {
  readonly events: readonly StoredEvent<E>[];
  /** Some events after the asked place are gone. */
  readonly trimmed: boolean;
  /** Id of the newest event of the stream, or null. */
  readonly last: string | null;
}

export interface EventSource<E> {
  read(after: string | null, limit: number): Promise<EventPage<E>>;
  watch(onChange: () => void): () => void;
}

/**
 * Pages of events after `after`, each as soon as it is there. An empty page says that nothing is new: the caller decides
 * whether the stream is over. Ends when `signal` aborts.
 */
export async function* followEvents<E>(
  source: EventSource<E>,
  after: string | null,
  signal: AbortSignal,
): AsyncGenerator<EventPage<E>> {
  let at = after;
  let changed = true;
  const wake = new EventTarget();
  const stop = source.watch(() => {
    changed = true;
    wake.dispatchEvent(new Event('change'));
  });
  try {
    while (!signal.aborted) {
      changed = false;
      const page = await source.read(at, PAGE);
      at = page.events.at(-1)?.id ?? at;
      if (signal.aborted) return;
      yield page;
      if (page.events.length > 0 || changed) continue;
      await once(wake, 'change', { signal: AbortSignal.any([signal, AbortSignal.timeout(POLL_MS)]) }).catch(
        () => undefined,
      );
    }
  } finally {
    stop();
  }
}
