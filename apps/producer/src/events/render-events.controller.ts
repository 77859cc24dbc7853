/** `GET /renders/:id/events`: the replayable stream of one render (http-api 3.4). */
import { type Farm, isTerminal, type RenderRecord, type RenderStreamEvent, type StoredEvent } from '@framefarm/farm';
import { Controller, Get, Headers, Inject, Param, Query, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { LastsAsLongAsARender } from '../http/open-requests.js';
import type { Caller } from '../keys/api-key.js';
import { From, Needs } from '../keys/key-guard.js';
import { Answers } from '../openapi/operations.js';
import { KnownRenders } from '../renders/known-renders.js';
import { FARM } from '../tokens.js';
import { compareIds, lastEventId } from './event-id.js';
import { type EventStream, EventStreams } from './event-streams.js';
import { followEvents } from './follow-events.js';
import { publicEvent } from './public-event.js';
import { eventText, RETRY_LINE } from './sse.js';

@ApiTags('events')
@Controller('renders/:id/events')
export class RenderEventsController {
  constructor(
    @Inject(FARM) private readonly farm: Farm,
    private readonly renders: KnownRenders,
    private readonly streams: EventStreams,
  ) {}

  @Get()
  @Needs('read')
  @LastsAsLongAsARender()
  @Answers({
    summary: 'Follow a render',
    description:
      'Server-sent events with ids: queued, state, progress, warning, then completed, failed or cancelled. With Last-Event-ID ' +
      'the stream goes on after that event. A gap event with the whole render comes first when older events are gone.',
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
    const record = await this.renders.find(owner, id);
    const given = lastEventId(header, query);
    const first = await this.farm.events.read(id, given, 1);
    // An id that lies ahead belongs to no event: the reader starts over from a snapshot.
    const isAhead = given !== null && first.last !== null && compareIds(given, first.last) > 0;
    if (isTerminal(record.status) && given !== null && given === first.last) return void reply.status(204).send();
    this.streams.admit(owner);
    const stream = this.streams.open(reply, owner, { 'x-render-id': id });
    stream.write(RETRY_LINE);
    if (isAhead) await this.#gap(stream, id, first.last ?? '0-0');
    await this.#follow(stream, record, isAhead ? first.last : given);
  }

  async #follow(stream: EventStream, record: RenderRecord, after: string | null): Promise<void> {
    const { id } = record;
    const source = {
      read: (at: string | null, limit: number) => this.farm.events.read(id, at, limit),
      watch: (onChange: () => void) => this.farm.events.watch(id, onChange),
    };
    let seen = after ?? '0-0';
    for await (const page of followEvents(source, after, stream.signal)) {
      // The id stays that of the last event seen: a reader that comes back with it is told of the gap again.
      if (page.trimmed) await this.#gap(stream, id, seen);
      for (const stored of page.events) stream.write(textOf(stored, record));
      seen = page.events.at(-1)?.id ?? seen;
      if (page.events.length > 0) continue;
      const now = await this.farm.renders.get(id);
      if (now === null || (isTerminal(now.status) && (await this.#isQuiet(source, page.last)))) stream.end();
    }
  }

  /** The terminal event was written with the terminal state: nothing comes after the last event seen. */
  async #isQuiet(
    source: { read: (at: string | null, limit: number) => Promise<{ events: readonly unknown[] }> },
    last: string | null,
  ): Promise<boolean> {
    return (await source.read(last, 1)).events.length === 0;
  }

  /** The whole render stands for the events that are gone. */
  async #gap(stream: EventStream, id: string, eventId: string): Promise<void> {
    const record = await this.farm.renders.get(id);
    if (record === null) return stream.end();
    const { body } = await this.renders.present(record);
    const data = { type: 'gap', renderId: id, requestId: record.requestId, status: record.status, render: body };
    stream.write(eventText(eventId, 'gap', data));
  }
}

function textOf({ id, event }: StoredEvent<RenderStreamEvent>, record: RenderRecord): string {
  return eventText(id, event.type, publicEvent(event, record));
}
