/** Pages of lists with signed cursors and the `Link` to the next one (http-api 3.3). */
import type { Page } from '@framefarm/farm';
import { Injectable } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { SharedState } from '../../state/shared-state.js';
import { readCursor, signCursor } from './cursor.js';
import type { ListQuery } from './list-query.js';

@Injectable()
export class Pages {
  #secret: Promise<string> | null = null;

  constructor(private readonly state: SharedState) {}

  /**
   * Answers with one page. `scope` tells lists apart: a cursor fits only the list it came from.
   * @throws FramefarmError INVALID_CURSOR
   */
  async send<R>(
    request: FastifyRequest,
    reply: FastifyReply,
    scope: readonly unknown[],
    query: ListQuery,
    read: (after: string | undefined) => Promise<Page<R>>,
    present: (item: R) => unknown,
  ): Promise<void> {
    const secret = await this.#key();
    const name = JSON.stringify(scope);
    const after = query.cursor === undefined ? undefined : readCursor(secret, name, query.cursor);
    const page = await read(after);
    const items = await Promise.all(page.items.map(present));
    const nextCursor = page.next === null ? null : signCursor(secret, name, page.next);
    if (nextCursor !== null) {
      const next = new URL(request.url, 'http://framefarm');
      next.searchParams.set('cursor', nextCursor);
      void reply.header('link', `<${next.pathname}${next.search}>; rel="next"`);
    }
    void reply.header('cache-control', 'private, no-cache').send({ items, nextCursor });
  }

  #key(): Promise<string> {
    this.#secret ??= this.state.cursorSecret().catch((error: unknown) => {
      this.#secret = null;
      throw error;
    });
    return this.#secret;
  }
}
