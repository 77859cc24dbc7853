/** `GET /batches/:id/events`: the events of all rows, then `batch-completed` (http-api 3.4). */
import type { BatchRecord, BatchStreamEvent, Farm, RenderStreamEvent, StoredEvent } from '@framefarm/farm';
import { Controller, Get, Headers, Inject, Param, Query, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { lastEventId } from '../events/event-id.js';
import { EventReplies, type Replayed } from '../events/event-replies.js';
import { publicEvent } from '../events/public-event.js';
import { eventText } from '../events/sse.js';
import { LastsAsLongAsARender } from '../http/requests/open-requests.js';
import type { Caller } from '../keys/api-key.js';
import { From, Needs } from '../keys/key-guard.js';
import { Answers, ResumesByEventId } from '../openapi/operations.js';
import { FARM } from '../tokens.js';
import { batchObject } from './batch-object.js';
import { KnownBatches } from './known-batches.js';

@ApiTags('batches')
@Controller('batches/:id/events')
export class BatchEventsController {
  constructor(
    @Inject(FARM) private readonly farm: Farm,
    private readonly batches: KnownBatches,
    private readonly replies: EventReplies,
  ) {}

  @Get()
  @Needs('read')
  @ResumesByEventId()
  @LastsAsLongAsARender()
  @Answers({
    id: 'followBatch',
    summary: 'Follow a batch',
    description: 'The events of its renders with row, then batch-completed. Ids and Last-Event-ID as for a render.',
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
    const batch = await this.batches.find(owner, id);
    await this.replies.send(reply, this.#replayed(batch), lastEventId(header, query));
  }

  #replayed({ id, owner, status }: BatchRecord): Replayed<BatchStreamEvent> {
    return {
      id,
      owner,
      hadEnded: status !== 'running',
      read: (after, limit) => this.farm.batches.readEvents(id, after, limit),
      hasEnded: async () => (await this.farm.batches.get(id))?.status !== 'running',
      textOf: (stored) => this.#textOf(stored),
      snapshot: async () => {
        const now = await this.farm.batches.get(id);
        if (now === null) return null;
        const { requestId, status, revision } = now;
        return { batchId: id, requestId, at: new Date().toISOString(), revision, status, batch: batchObject(now) };
      },
    };
  }

  async #textOf({ id, event }: StoredEvent<BatchStreamEvent>): Promise<string> {
    if (!('renderId' in event)) return eventText(id, event.type, event);
    const known = event.type === 'completed' ? await this.farm.renders.get(event.renderId) : null;
    const facts = { outputName: known?.outputName ?? null, metadata: known?.metadata ?? null };
    return eventText(id, event.type, publicEvent(event as RenderStreamEvent, facts));
  }
}
