/** Open event streams of this producer: counted per owner, bounded, and ended before the service stops. */
import type { ServerResponse } from 'node:http';
import { FramefarmError } from '@framefarm/contract';
import { type BeforeApplicationShutdown, Inject, Injectable } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { CONFIG, type ProducerConfig } from '../config/producer-config.js';
import type { Scope } from '../keys/api-key.js';
import { scopeOf } from '../keys/callers.js';
import { KEYS, type Keys } from '../keys/key-file.js';
import { knownCaller } from '../keys/known-caller.js';
import { commentText, HEARTBEAT, HEARTBEAT_MS, STREAM_HEADERS } from './sse.js';

/** Bytes that wait for a slow reader before it is dropped. */
export const MAX_PENDING_BYTES = 4 * 1024 * 1024;
/** How often the key of an open stream is looked at, ms. */
const KEY_CHECK_MS = 1_000;

/** One open stream. Writing to one that has ended does nothing. */
export class EventStream {
  readonly #ended = new AbortController();
  readonly #beat: NodeJS.Timeout;

  constructor(
    private readonly response: ServerResponse,
    readonly owner: string,
  ) {
    this.#beat = setInterval(() => this.write(HEARTBEAT), HEARTBEAT_MS);
    response.once('close', () => this.#finish());
    // A write that meets a connection on its way out is no event of its own.
    response.on('error', () => this.#finish());
  }

  /** Aborts when the reader left, was dropped, or the stream was ended. */
  get signal(): AbortSignal {
    return this.#ended.signal;
  }

  write(text: string): void {
    if (this.signal.aborted) return;
    this.response.write(text);
    // A reader that does not read must not fill our memory; it comes back with the last id it has seen.
    if (this.response.writableLength <= MAX_PENDING_BYTES) return;
    this.response.destroy();
    this.#finish();
  }

  end(text = ''): void {
    if (this.signal.aborted) return;
    this.response.end(text);
    this.#finish();
  }

  #finish(): void {
    clearInterval(this.#beat);
    this.#ended.abort();
  }
}

@Injectable()
export class EventStreams implements BeforeApplicationShutdown {
  /** Each with the header by which its reader was known, and the scope that let it in. */
  readonly #open = new Map<
    EventStream,
    { readonly presented: string | undefined; readonly scope: Scope | undefined }
  >();
  /** Owners of streams that were admitted and are not open yet. */
  readonly #coming = new Set<{ readonly owner: string }>();
  #keyCheck: NodeJS.Timeout | null = null;
  #closing = false;

  constructor(
    @Inject(KEYS) private readonly keys: Keys,
    @Inject(CONFIG) private readonly config: ProducerConfig,
  ) {}

  /** True once the service ends its streams by itself: a reader that goes then has not left. */
  get closing(): boolean {
    return this.#closing;
  }

  get count(): number {
    return this.#open.size;
  }

  /**
   * Keeps a place for a stream until the returned call, made once the stream is open or will not be.
   * @throws FramefarmError RATE_LIMITED when the owner has as many streams as it may have.
   */
  admit(owner: string): () => void {
    const open = [...this.#open.keys(), ...this.#coming].filter((stream) => stream.owner === owner).length;
    const { maxEventStreams } = this.config;
    if (open < maxEventStreams) {
      const coming = { owner };
      this.#coming.add(coming);
      return () => this.#coming.delete(coming);
    }
    const message = `This key has ${open} event streams open; at most ${maxEventStreams} may be open at once.`;
    throw new FramefarmError('RATE_LIMITED', message, { hint: 'Close streams that are no longer read.' });
  }

  /** Takes the reply over and begins the stream; the caller has asked `admit`. */
  open(reply: FastifyReply, owner: string, headers: Readonly<Record<string, string>> = {}): EventStream {
    reply.hijack();
    const response = reply.raw;
    response.writeHead(200, {
      ...(reply.getHeaders() as Record<string, string>),
      ...STREAM_HEADERS,
      ...headers,
    });
    response.flushHeaders();
    const stream = new EventStream(response, owner);
    this.#open.set(stream, { presented: reply.request.headers.authorization, scope: scopeOf(reply.request) });
    stream.signal.addEventListener('abort', () => this.#remove(stream), { once: true });
    this.#keyCheck ??= setInterval(() => void this.#endRevoked(), KEY_CHECK_MS);
    // HEAD asks for the headers of a stream, not for the time until its end.
    if (reply.request.method === 'HEAD') stream.end();
    if (this.#closing) stream.end(commentText('this service is stopping; come back'));
    return stream;
  }

  /** Begins the end: streams close with a comment, so that clients go on elsewhere (http-api 4.5). */
  beforeApplicationShutdown(): void {
    this.#closing = true;
    for (const stream of this.#open.keys()) stream.end(commentText('this service is stopping; come back'));
  }

  #remove(stream: EventStream): void {
    this.#open.delete(stream);
    if (this.#open.size > 0 || this.#keyCheck === null) return;
    clearInterval(this.#keyCheck);
    this.#keyCheck = null;
  }

  async #endRevoked(): Promise<void> {
    for (const presented of new Set([...this.#open.values()].map((reader) => reader.presented))) {
      // The key itself, not its name alone: one that was changed under its name is as revoked as one that is gone.
      const caller = await knownCaller(this.keys, presented).catch(() => null);
      for (const [stream, reader] of this.#open) {
        if (reader.presented !== presented) continue;
        if (stream.owner !== caller?.owner) stream.end(commentText('the key was revoked'));
        else if (reader.scope !== undefined && !caller.scopes.includes(reader.scope)) {
          stream.end(commentText(`the key has lost the scope ${reader.scope}`));
        }
      }
    }
  }
}
