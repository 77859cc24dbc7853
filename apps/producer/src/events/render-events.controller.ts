/** `GET /renders/:id/events`: the replayable stream of one render (http-api 3.4). */
import { type Farm, isTerminal, type RenderRecord, type RenderStreamEvent } from '@framefarm/farm';
import { Controller, Get, Headers, Inject, Param, Query, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { LastsAsLongAsARender } from '../http/requests/open-requests.js';
import type { Caller } from '../keys/api-key.js';
import { From, Needs } from '../keys/key-guard.js';
import { Answers, ResumesByEventId } from '../openapi/operations.js';
import { KnownRenders } from '../renders/known-renders.js';
import { FARM } from '../tokens.js';
import { lastEventId } from './event-id.js';
import { EventReplies, type Replayed } from './event-replies.js';
import { publicEvent } from './public-event.js';
import { eventText } from './sse.js';

@ApiTags('events')
@Controller('renders/:id/events')
export class RenderEventsController {
  constructor(
    @Inject(FARM) private readonly farm: Farm,
    private readonly renders: KnownRenders,
    private readonly replies: EventReplies,
  ) {}

  @Get()
  @Needs('read')
  @ResumesByEventId()
  @LastsAsLongAsARender()
  @Answers({
    id: 'followRender',
    summary: 'Follow a render',
    description:
      'Server-sent events with ids: queued, waiting, state, progress, warning, then completed, failed or cancelled. With Last-Event-ID ' +
      'the stream goes on after that event. A gap event with the whole render comes first when older events are gone.',
    status: 200,
    type: 'text/event-stream',
    also: { 204: 'The reader holds the last event already.' },
    problems: [400, 404],
  })
  async events(
    @Param('id') id: string,
    @From() { owner }: Caller,
    @Headers('last-event-id') header: string | undefined,
    @Query('lastEventId') query: string | undefined,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const record = await this.renders.find(owner, id);
    await this.replies.send(reply, this.#replayed(record), lastEventId(header, query));
  }

  #replayed(record: RenderRecord): Replayed<RenderStreamEvent> {
    const { id, owner, status, requestId } = record;
    return {
      id,
      owner,
      hadEnded: isTerminal(status),
      headers: { 'x-render-id': id },
      read: (after, limit) => this.farm.events.read(id, after, limit),
      hasEnded: async () => {
        const now = await this.farm.renders.get(id);
        return now === null || isTerminal(now.status);
      },
      textOf: ({ id: eventId, event }) => eventText(eventId, event.type, publicEvent(event, record)),
      snapshot: async () => {
        const now = await this.farm.renders.get(id);
        if (now === null) return null;
        const { body } = await this.renders.present(now);
        const { status, revision } = now;
        return { renderId: id, requestId, at: new Date().toISOString(), revision, status, render: body };
      },
    };
  }
}
