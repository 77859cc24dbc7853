/** Answering with a replayable stream of stored events: from a place, over a gap, to the end (http-api 3.4). */
import type { Farm, StoredEvent } from '@framefarm/farm';
import { Inject, Injectable } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { FARM } from '../tokens.js';
import { compareIds } from './event-id.js';
import { type EventStream, EventStreams } from './event-streams.js';
import { type EventPage, followEvents } from './follow-events.js';
import { outlast } from './outlast.js';
import { eventText, RETRY_LINE } from './sse.js';

/** What has events of its own, a render or a batch, as one request sees it. */
export interface Replayed<E> {
  readonly id: string;
  readonly owner: string;
  /** Whether it had ended when the request came. */
  readonly hadEnded: boolean;
  /** Headers of the answer beside those of every stream. */
  readonly headers?: Readonly<Record<string, string>>;
  read(after: string | null, limit: number): Promise<EventPage<E>>;
  /** True when no further event will be written. */
  hasEnded(): Promise<boolean>;
  /** The event as the reader gets it. */
  textOf(stored: StoredEvent<E>): string | Promise<string>;
  /** What stands for events that are gone; null when it is gone itself. */
  snapshot(): Promise<object | null>;
}

@Injectable()
export class EventReplies {
  constructor(
    @Inject(FARM) private readonly farm: Farm,
    private readonly streams: EventStreams,
  ) {}

  /**
   * Answers with the events after `given` (all without it); 204 when the reader holds the last one of something ended.
   * @throws FramefarmError RATE_LIMITED when the owner has as many streams as it may have.
   */
  async send<E>(reply: FastifyReply, replayed: Replayed<E>, given: string | null): Promise<void> {
    const { last } = await replayed.read(given, 1);
    if (replayed.hadEnded && given !== null && given === last) return void reply.status(204).send();
    const opened = this.streams.admit(replayed.owner);
    const stream = this.streams.open(reply, replayed.owner, replayed.headers);
    opened();
    stream.write(RETRY_LINE);
    // An id that lies ahead belongs to no event: the reader starts over from a snapshot.
    const isAhead = given !== null && last !== null && compareIds(given, last) > 0;
    const outlasting = outlastingOf(replayed, stream.signal);
    if (isAhead) await this.#gap(stream, outlasting, last);
    await this.#follow(stream, outlasting, isAhead ? last : given);
  }

  async #follow<E>(stream: EventStream, replayed: Replayed<E>, after: string | null): Promise<void> {
    const source = {
      read: (at: string | null, limit: number) => replayed.read(at, limit),
      watch: (onChange: () => void) => this.farm.events.watch(replayed.id, onChange),
    };
    let seen = after ?? '0-0';
    for await (const page of followEvents(source, after, stream.signal)) {
      // The id stays that of the last event seen: a reader that comes back with it is told of the gap again.
      if (page.trimmed) await this.#gap(stream, replayed, seen);
      for (const stored of page.events) stream.write(await replayed.textOf(stored));
      seen = page.events.at(-1)?.id ?? seen;
      if (page.events.length > 0 || !(await replayed.hasEnded())) continue;
      // The last event was written together with the end: what came meanwhile is told first. The page's own last event may be
      // that one already, because it was looked up a moment after the events.
      if ((await replayed.read(seen, 1)).events.length === 0) stream.end();
    }
  }

  async #gap<E>(stream: EventStream, replayed: Replayed<E>, eventId: string): Promise<void> {
    const snapshot = await replayed.snapshot();
    if (snapshot === null) return stream.end();
    stream.write(eventText(eventId, 'gap', { type: 'gap', ...snapshot }));
  }
}

/** The same, with questions that wait for Redis until `signal` aborts. */
function outlastingOf<E>(replayed: Replayed<E>, signal: AbortSignal): Replayed<E> {
  return {
    ...replayed,
    read: (after, limit) => outlast(signal, () => replayed.read(after, limit)),
    hasEnded: () => outlast(signal, () => replayed.hasEnded()),
    textOf: (stored) => outlast(signal, () => replayed.textOf(stored)),
    snapshot: () => outlast(signal, () => replayed.snapshot()),
  };
}
