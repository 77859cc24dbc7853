/** `GET /batches/:id/events`: the events of all rows, then `batch-completed` (http-api 3.4). */
import type { BatchStreamEvent, Farm, RenderStreamEvent, StoredEvent } from '@framefarm/farm';
import { Controller, Get, Headers, Inject, Param, Query, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { compareIds, lastEventId } from '../events/event-id.js';
import { type EventStream, EventStreams } from '../events/event-streams.js';
import { followEvents } from '../events/follow-events.js';
import { publicEvent } from '../events/public-event.js';
import { eventText, RETRY_LINE } from '../events/sse.js';
import { LastsAsLongAsARender } from '../http/open-requests.js';
import type { Caller } from '../keys/api-key.js';
import { From, Needs } from '../keys/key-guard.js';
import { Answers } from '../openapi/operations.js';
import { FARM } from '../tokens.js';
import { batchObject } from './batch-object.js';
import { KnownBatches } from './known-batches.js';

@ApiTags('batches')
@Controller('batches/:id/events')
export class BatchEventsController {
  constructor(
    @Inject(FARM) private readonly farm: Farm,
    private readonly batches: KnownBatches,
    private readonly streams: EventStreams,
  ) {}

  @Get()
  @Needs('read')
  @LastsAsLongAsARender()
  @Answers({
    summary: 'Follow a batch',
    description: 'The events of its renders with row, then batch-completed. Ids and Last-Event-ID as for a render.',
    status: 200,
    type: 'text/event-stream',
    also: { 204: 'The reader holds the last event already.' },
    problems: [400, 401, 404, 429],
  })
  async events(
    @Param('id') id: string,
    @From() { owner }: Caller,
    @Headers('last-event-id') header: string | undefined,
    @Query('lastEventId') query: string | undefined,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const batch = await this.batches.find(owner, id);
    const given = lastEventId(header, query);
    const first = await this.farm.batches.readEvents(id, given, 1);
    if (batch.status !== 'running' && given !== null && given === first.last) return void reply.status(204).send();
    const isAhead = given !== null && first.last !== null && compareIds(given, first.last) > 0;
    this.streams.admit(owner);
    const stream = this.streams.open(reply, owner);
    stream.write(RETRY_LINE);
    if (isAhead) await this.#gap(stream, id, first.last ?? '0-0');
    await this.#follow(stream, id, isAhead ? first.last : given);
  }

  async #follow(stream: EventStream, id: string, after: string | null): Promise<void> {
    const source = {
      read: (at: string | null, limit: number) => this.farm.batches.readEvents(id, at, limit),
      watch: (onChange: () => void) => this.farm.events.watch(id, onChange),
    };
    let seen = after ?? '0-0';
    for await (const page of followEvents(source, after, stream.signal)) {
      if (page.trimmed) await this.#gap(stream, id, seen);
      for (const stored of page.events) stream.write(await this.#text(stored));
      seen = page.events.at(-1)?.id ?? seen;
      if (page.events.length > 0) continue;
      const batch = await this.farm.batches.get(id);
      const isOver = batch === null || batch.status !== 'running';
      if (isOver && (await source.read(seen, 1)).events.length === 0) stream.end();
    }
  }

  async #text({ id, event }: StoredEvent<BatchStreamEvent>): Promise<string> {
    if (!('renderId' in event)) return eventText(id, event.type, event);
    const known = event.type === 'completed' ? await this.farm.renders.get(event.renderId) : null;
    const facts = { outputName: known?.outputName ?? null, metadata: known?.metadata ?? null };
    return eventText(id, event.type, publicEvent(event as RenderStreamEvent, facts));
  }

  async #gap(stream: EventStream, id: string, eventId: string): Promise<void> {
    const batch = await this.farm.batches.get(id);
    if (batch === null) return stream.end();
    const data = { type: 'gap', batchId: id, status: batch.status, batch: batchObject(batch) };
    stream.write(eventText(eventId, 'gap', data));
  }
}
