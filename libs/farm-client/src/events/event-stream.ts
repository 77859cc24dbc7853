/** Reading the events of a render or batch as one sequence, through lost connections (http-api 3.4). */
import { FramefarmError } from '@framefarm/contract';
import { createParser } from 'eventsource-parser';
import { pause } from '../http/pause.js';
import type { Transport } from '../http/transport.js';

export interface StreamEvent {
  /** Place in the stream; given back to go on from there. */
  readonly id: string;
  readonly type: string;
  /** The fields of the event. */
  // biome-ignore lint/suspicious/noExplicitAny: what an event holds is told by its type, and new types may come
  readonly data: Readonly<Record<string, any>>;
}

export interface FollowOptions {
  readonly signal?: AbortSignal | undefined;
  /** Id of the last event that is known; all events without it. */
  readonly after?: string;
  /** Called when a connection was lost, once until the next event. */
  readonly onLost?: (reason: string) => void;
  /** Longest time without any answer before it is given up, ms. Default 10 min. */
  readonly giveUpAfterMs?: number;
}

/** The farm sends a comment every 15 s; a connection without a byte for this long is dead, ms. */
const SILENCE_MS = 45_000;
/** The farm closes a stream right behind its last event; one that stays open this long has lost its other end, ms. */
const CLOSED_WITHIN_MS = 5_000;
const GIVE_UP_MS = 600_000;
/** Pause before the next connection until the farm names another, ms; doubled up to eight times of it. */
const RETRY_MS = 1_000;

/**
 * Every event once and in order, until one of `last` has come behind which there is no more. A render may be run again after its
 * end: what ended a run that another one has followed is left out.
 * @throws FramefarmError what the farm refused with; `FARM_UNREACHABLE` when it did not answer for too long.
 */
export async function* follow(
  transport: Transport,
  path: string,
  last: readonly string[],
  options: FollowOptions = {},
): AsyncGenerator<StreamEvent> {
  const { signal, onLost, giveUpAfterMs = GIVE_UP_MS } = options;
  let after = options.after;
  let retryMs = RETRY_MS;
  let failures = 0;
  let heardAt = performance.now();
  /** One of `last`, until it is known whether anything follows. */
  let end: StreamEvent | null = null;
  for (;;) {
    signal?.throwIfAborted();
    try {
      const headers = { accept: 'text/event-stream', ...(after === undefined ? {} : { 'last-event-id': after }) };
      const answer = await transport.send(transport.request(path, { headers }), { signal, attempts: 1 });
      const onHeard = (): void => {
        heardAt = performance.now();
      };
      onHeard();
      const silenceMs = (): number => (end === null ? SILENCE_MS : CLOSED_WITHIN_MS);
      const events =
        answer.status === 204 ? [] : eventsOf(answer, { onHeard, onRetry: (ms) => (retryMs = ms), silenceMs, signal });
      for await (const event of events) {
        after = event.id;
        failures = 0;
        end = last.includes(event.type) ? event : null;
        if (end === null) yield event;
      }
      signal?.throwIfAborted();
      if (end !== null) yield end;
      if (end !== null || answer.status === 204) return;
      if (failures === 0) onLost?.('the connection was closed');
    } catch (error) {
      signal?.throwIfAborted();
      // The connection broke right behind the end, and whoever could say more does not answer.
      if (end !== null && (failures > 0 || isFinal(error))) {
        yield end;
        return;
      }
      if (isFinal(error)) throw error;
      if (failures === 0) onLost?.((error as Error).message);
      if (performance.now() - heardAt > giveUpAfterMs) throw error;
    }
    const wait = Math.min(retryMs * 2 ** failures, retryMs * 8);
    failures += 1;
    await pause(wait / 2 + Math.random() * (wait / 2), signal);
  }
}

/** Refusals that another attempt would meet as well. */
function isFinal(error: unknown): boolean {
  return error instanceof FramefarmError && !error.entry.retryable;
}

interface Listening {
  /** Called for everything that comes, also for comments, of which a stream without news consists. */
  readonly onHeard: () => void;
  readonly onRetry: (ms: number) => void;
  readonly silenceMs: () => number;
  readonly signal: AbortSignal | undefined;
}

async function* eventsOf(
  answer: Response,
  { onHeard, onRetry, silenceMs, signal }: Listening,
): AsyncGenerator<StreamEvent> {
  const waiting: StreamEvent[] = [];
  const parser = createParser({
    onEvent: ({ id, event, data }) => {
      const fields = JSON.parse(data) as StreamEvent['data'];
      waiting.push({ id: id ?? '', type: event ?? String(fields.type ?? 'message'), data: fields });
    },
    onRetry,
  });
  const decoder = new TextDecoder();
  const reader: ReadableStreamDefaultReader<Uint8Array> = (answer.body as ReadableStream<Uint8Array>).getReader();
  const onAbort = (): void => void reader.cancel().catch(() => {});
  signal?.addEventListener('abort', onAbort, { once: true });
  try {
    for (;;) {
      const part = await heard(reader, silenceMs());
      if (part.done) return;
      onHeard();
      parser.feed(decoder.decode(part.value, { stream: true }));
      yield* waiting.splice(0);
    }
  } finally {
    signal?.removeEventListener('abort', onAbort);
    await reader.cancel().catch(() => {});
  }
}

async function heard(
  reader: ReadableStreamDefaultReader<Uint8Array>,
  withinMs: number,
): Promise<{ readonly done: boolean; readonly value?: Uint8Array | undefined }> {
  let timer: NodeJS.Timeout | undefined;
  const silence = new Promise<never>((_, reject) => {
    const message = `nothing was heard for ${withinMs / 1000} s`;
    timer = setTimeout(() => reject(new FramefarmError('FARM_UNREACHABLE', message)), withinMs);
  });
  try {
    return await Promise.race([reader.read(), silence]);
  } finally {
    clearTimeout(timer);
  }
}
