/** `POST /render`, `POST /render/stream` and `GET /render/queue` (http-api 1). */
import type { Farm, QueueStatus, RenderRecord } from '@framefarm/farm';
import { Body, Controller, Get, Inject, Post, Req, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { type EventStream, EventStreams } from '../events/event-streams.js';
import { outlast } from '../events/outlast.js';
import { dataText } from '../events/sse.js';
import { LastsAsLongAsARender } from '../http/requests/open-requests.js';
import { originOf } from '../http/requests/request-origin.js';
import { lenientPipe } from '../http/rules/validation.js';
import { idempotencyClaim, idempotencyEnd } from '../idempotency/idempotency-key.js';
import type { Caller } from '../keys/api-key.js';
import { From, Needs } from '../keys/key-guard.js';
import { Answers, IdempotentPost } from '../openapi/operations.js';
import type { SubmittedRender } from '../renders/render-submissions.js';
import { FARM } from '../tokens.js';
import { completedFields, failedFields, lostRender, outputPathOf } from './answers.js';
import { DirectClient } from './direct-client.js';
import { DirectRenderDto } from './direct-dto.js';
import { DirectRenders } from './direct-renders.js';
import { finalObject, lostObject, progressObject, queuedObject } from './stream-objects.js';

@ApiTags('direct renders')
@Controller('render')
export class DirectController {
  constructor(
    @Inject(FARM) private readonly farm: Farm,
    private readonly direct: DirectRenders,
    private readonly streams: EventStreams,
  ) {}

  @Get('queue')
  @Needs('read')
  @Answers({
    id: 'readQueue',
    summary: 'The limit, the renders in flight and those that wait',
    status: 200,
    schema: 'Queue',
    failures: [],
  })
  async queue(): Promise<QueueStatus> {
    const { maxConcurrentRenders, activeRenders, queuedRenders } = await this.farm.line.status();
    return { maxConcurrentRenders, activeRenders, queuedRenders };
  }

  @Post()
  @Needs('submit')
  @LastsAsLongAsARender()
  @IdempotentPost()
  @Answers({
    id: 'renderAndWait',
    summary: 'Render and answer when finished',
    status: 200,
    schema: 'DirectResult',
    failures: [400, 404, 409, 413, 415, 422, 500],
  })
  async render(
    @Body(lenientPipe()) body: DirectRenderDto,
    @From() caller: Caller,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const begun = Date.now();
    const claim = idempotencyClaim(request.headers['idempotency-key'], caller.owner, 'POST /render', body);
    const client = this.#client(reply);
    const { record, replayed } = await this.direct.submit(body, 'render', caller, originOf(request), claim, client);
    const ended = await this.#end(record, client.gone);
    if (client.gone.aborted) return;
    if (ended === null) throw lostRender();
    void reply.header('x-render-id', record.id);
    if (replayed) void reply.header('idempotency-replayed', 'true');
    if (claim !== undefined) void reply.header('idempotency-expires', idempotencyEnd(record.createdAt));
    const durationMs = Date.now() - begun;
    const token = await this.direct.token(ended, client.gone);
    if (token === null) {
      void reply.status(500).send({ success: false, ...failedFields(ended, durationMs), durationMs });
    } else {
      void reply.status(200).send({ success: true, ...completedFields(ended, token, outputPathOf(ended)), durationMs });
    }
  }

  @Post('stream')
  @Needs('submit')
  @LastsAsLongAsARender()
  @Answers({
    id: 'renderAsStream',
    summary: 'Render and follow it as server-sent events',
    description:
      'Messages of data alone: queued when the render has to wait, progress, then complete, error or cancelled.',
    status: 200,
    type: 'text/event-stream',
    failures: [413, 415],
  })
  async stream(
    @Body(lenientPipe()) body: DirectRenderDto,
    @From() caller: Caller,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const begun = Date.now();
    // Before anything is submitted: a render of a stream that may not be opened would run for nobody.
    const opened = this.streams.admit(caller.owner);
    try {
      const client = this.#client(reply);
      const submitted = await this.direct.submit(body, 'stream', caller, originOf(request), undefined, client);
      if (client.gone.aborted) return;
      const stream = this.streams.open(reply, caller.owner, { 'x-render-id': submitted.record.id });
      opened();
      await this.#tell(stream, submitted, begun);
    } finally {
      opened();
    }
  }

  async #tell(stream: EventStream, { record, waits }: SubmittedRender, begun: number): Promise<void> {
    let progress = 0;
    let isSilent = true;
    const say = (object: object): void => {
      isSilent = false;
      stream.write(dataText(object));
    };
    const aheadNow = () => outlast(stream.signal, () => this.farm.renders.ahead(record.id));
    const ahead = waits ? await aheadNow() : null;
    if (ahead !== null) say(queuedObject(record.requestId, ahead));
    const events = this.direct.follow(record.id, stream.signal);
    for (;;) {
      const { done, value } = await events.next();
      if (done) {
        const elapsedMs = Date.now() - begun;
        if (value === null) return stream.end(dataText(lostObject(record.requestId, elapsedMs)));
        const token = await this.direct.token(value, stream.signal);
        return stream.end(dataText(finalObject(value, token, elapsedMs)));
      }
      for (const { event } of value) {
        const object = progressObject(event, progress);
        if (object === null) continue;
        progress = Number(object.progress);
        say(object);
      }
      // A place was free, but nobody has taken the render up: it waits after all.
      if (value.length === 0 && isSilent) {
        const now = await aheadNow();
        if (now !== null) say(queuedObject(record.requestId, now));
      }
    }
  }

  #client(reply: FastifyReply): DirectClient {
    return new DirectClient(reply.raw, () => this.streams.closing);
  }

  async #end(record: RenderRecord, signal: AbortSignal): Promise<RenderRecord | null> {
    const events = this.direct.follow(record.id, signal);
    for (;;) {
      const { done, value } = await events.next();
      if (done) return value;
    }
  }
}
