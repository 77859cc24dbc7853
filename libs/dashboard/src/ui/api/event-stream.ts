/** A render's events as they happen. `EventSource` cannot send a key, so the stream is read by hand. */
import { ApiError, call } from './client.js';

/** Pause before a lost stream is opened again, ms; what the producer sends as `retry`. */
const RETRY_MS = 2_000;

export interface StreamMessage {
  readonly id: string;
  readonly type: string;
}

/** Calls back for each message until `signal` aborts or the producer says that there is no more (204). */
export async function followEvents(
  path: string,
  onMessage: (message: StreamMessage) => void,
  signal: AbortSignal,
): Promise<void> {
  let last: string | null = null;
  while (!signal.aborted) {
    try {
      const headers: Record<string, string> = last === null ? {} : { 'Last-Event-ID': last };
      const answer = await call(path, { signal, headers });
      if (answer.status === 204 || answer.body === null) return;
      for await (const message of messages(answer.body)) {
        last = message.id === '' ? last : message.id;
        onMessage(message);
      }
    } catch (error) {
      if (signal.aborted || isFinal(error)) return;
    }
    await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
  }
}

/** A refusal that the same request would meet again; one of too many streams (429) passes. */
function isFinal(error: unknown): boolean {
  return error instanceof ApiError && error.status >= 400 && error.status < 500 && error.status !== 429;
}

async function* messages(body: ReadableStream<Uint8Array>): AsyncGenerator<StreamMessage> {
  const reader = body.pipeThrough(new TextDecoderStream() as ReadableWritablePair<string, Uint8Array>).getReader();
  let text = '';
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    text += value;
    const blocks = text.split(/\r?\n\r?\n/);
    text = blocks.pop() ?? '';
    for (const block of blocks) {
      const field = (name: string): string => new RegExp(`^${name}: ?(.*)$`, 'm').exec(block)?.[1] ?? '';
      if (field('event') !== '') yield { id: field('id'), type: field('event') };
    }
  }
}
