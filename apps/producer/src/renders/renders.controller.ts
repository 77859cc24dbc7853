/** The job resource: submitting, reading, listing, cancelling, retrying and deleting renders (http-api 3). */
import { FramefarmError } from '@framefarm/contract';
import { type Farm, isTerminal, type RenderRecord } from '@framefarm/farm';
import {
  Body,
  Controller,
  Delete,
  Get,
  HttpCode,
  Inject,
  Param,
  Post,
  Query,
  Req,
  Res,
  UsePipes,
} from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Drain } from '../http/drain.js';
import { type Query as QueryFields, readRenderQuery } from '../http/list-query.js';
import { Pages } from '../http/pages.js';
import { publicText } from '../http/public-text.js';
import { originOf } from '../http/request-origin.js';
import { strictPipe } from '../http/validation.js';
import { idempotencyClaim } from '../idempotency/idempotency-key.js';
import { KeptAnswers } from '../idempotency/kept-answers.js';
import type { Caller } from '../keys/api-key.js';
import { From, Needs } from '../keys/key-guard.js';
import { LOG, type Log } from '../log.js';
import { Answers, IdempotentPost, ListQueries } from '../openapi/operations.js';
import { matchesTag } from '../outputs/byte-range.js';
import { FARM } from '../tokens.js';
import { KnownRenders } from './known-renders.js';
import { RenderDto } from './render-dto.js';
import { renderSummary } from './render-object.js';
import { DEFAULT_PRIORITY, RenderSubmissions } from './render-submissions.js';
import { tellTransition } from './transition-log.js';

/** Seconds after which an unfinished render is worth another look. */
const LOOK_AGAIN_SECONDS = '2';

@ApiTags('renders')
@Controller('renders')
export class RendersController {
  constructor(
    @Inject(FARM) private readonly farm: Farm,
    @Inject(LOG) private readonly log: Log,
    private readonly submissions: RenderSubmissions,
    private readonly renders: KnownRenders,
    private readonly answers: KeptAnswers,
    private readonly pages: Pages,
    private readonly drain: Drain,
  ) {}

  @Post()
  @Needs('submit')
  @UsePipes(strictPipe())
  @IdempotentPost()
  @Answers({
    summary: 'Submit a render',
    status: 202,
    schema: 'Render',
    problems: [400, 401, 403, 404, 413, 422, 429, 503],
  })
  async submit(
    @Body() body: RenderDto,
    @From() caller: Caller,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const claim = idempotencyClaim(request.headers['idempotency-key'], caller.owner, 'POST /renders', body);
    if (await this.answers.replay(reply, claim)) return;
    const place = { outputName: body.outputName ?? null, surface: 'renders' } as const;
    const { record, replayed } = await this.submissions.submit(body, place, caller, originOf(request), claim);
    const { body: render, tag } = await this.renders.present(record);
    const headers = {
      location: `/renders/${record.id}`,
      etag: tag,
      'retry-after': LOOK_AGAIN_SECONDS,
      'x-render-id': record.id,
    };
    await this.answers.sendOnce(reply, claim, replayed, { status: 202, headers, body: render });
  }

  @Post('check')
  @Needs('submit')
  @UsePipes(strictPipe())
  @HttpCode(200)
  @Answers({
    summary: 'Check a submission; nothing is stored',
    status: 200,
    schema: 'RenderCheck',
    problems: [400, 403, 404, 422],
  })
  async check(@Body() body: RenderDto, @From() caller: Caller, @Req() request: FastifyRequest): Promise<object> {
    const checked = await this.submissions.check(body, caller, originOf(request), false);
    return {
      ok: true,
      entryFile: checked.options.composition,
      compositionId: checked.compositionId,
      priority: checked.priority ?? DEFAULT_PRIORITY,
      timeoutSeconds: checked.timeoutSeconds,
      retentionSeconds: checked.retentionSeconds,
    };
  }

  @Get()
  @Needs('read')
  @ListQueries('status', 'batch', 'label', 'createdAfter', 'createdBefore')
  @Answers({ summary: 'List renders, newest first', status: 200, schema: 'RenderPage', problems: [400, 401] })
  async list(
    @Query() query: QueryFields,
    @From() { owner }: Caller,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const read = readRenderQuery(query, owner);
    await this.pages.send(
      request,
      reply,
      ['renders', read.filter],
      read,
      (after) => this.farm.renders.list(read.filter, read.limit, after),
      async (record) => renderSummary(record, await this.renders.ahead(record)),
    );
  }

  @Get(':id')
  @Needs('read')
  @Answers({ summary: 'Read a render', status: 200, schema: 'Render', problems: [401, 404] })
  async read(
    @Param('id') id: string,
    @From() { owner }: Caller,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const record = await this.renders.find(owner, id);
    const { body, tag } = await this.renders.present(record);
    void reply.headers({ etag: tag, 'cache-control': 'private, no-cache', 'x-render-id': id });
    if (!isTerminal(record.status)) void reply.header('retry-after', LOOK_AGAIN_SECONDS);
    if (matchesTag(request.headers['if-none-match'], tag)) void reply.status(304).send();
    else void reply.send(body);
  }

  @Post(':id/cancel')
  @Needs('cancel')
  @Answers({ summary: 'Cancel a render', status: 202, schema: 'Render', problems: [401, 403, 404] })
  async cancel(@Param('id') id: string, @From() { owner }: Caller, @Res() reply: FastifyReply): Promise<void> {
    const before = await this.renders.find(owner, id);
    const answer = await this.farm.renders.cancel(id, owner);
    tellTransition(this.log, answer);
    const { moved, record } = answer;
    const { body } = await this.renders.present(record ?? before);
    const isWindingDown = (record ?? before).status === 'cancelling';
    void reply.status(moved || isWindingDown ? 202 : 200).send(body);
  }

  @Post(':id/retry')
  @Needs('submit')
  @IdempotentPost()
  @Answers({
    summary: 'Run a failed or cancelled render again',
    status: 202,
    schema: 'Render',
    problems: [401, 404, 409, 503],
  })
  async retry(
    @Param('id') id: string,
    @From() { owner }: Caller,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const claim = idempotencyClaim(request.headers['idempotency-key'], owner, `POST /renders/${id}/retry`, {});
    this.drain.refuseNewWork();
    await this.answers.once(reply, claim, async () => {
      const before = await this.renders.find(owner, id);
      const answer = await this.farm.renders.requeue(id);
      tellTransition(this.log, answer);
      const { moved, record } = answer;
      if (!moved || record === null) throw notRetried(record ?? before);
      const { body, tag } = await this.renders.present(record);
      const headers = { location: `/renders/${id}`, etag: tag, 'retry-after': LOOK_AGAIN_SECONDS, 'x-render-id': id };
      return { status: 202, headers, body };
    });
  }

  @Delete(':id')
  @Needs('cancel')
  @HttpCode(202)
  @Answers({
    summary: 'Delete a finished render and its files',
    status: 202,
    schema: 'Deletion',
    problems: [401, 404, 409],
  })
  async remove(@Param('id') id: string, @From() { owner }: Caller): Promise<object> {
    const record = await this.finished(owner, id);
    await this.farm.retention.deleteSoon(id);
    return deletionOf(record);
  }

  @Get(':id/deletion')
  @Needs('read')
  @Answers({
    summary: 'What deleting a render would remove',
    status: 200,
    schema: 'Deletion',
    problems: [401, 404, 409],
  })
  async deletion(@Param('id') id: string, @From() { owner }: Caller): Promise<object> {
    return deletionOf(await this.finished(owner, id));
  }

  @Get(':id/chunks')
  @Needs('read')
  @Answers({ summary: 'The chunks of a render', status: 200, schema: 'ChunkList', problems: [401, 404] })
  async chunks(@Param('id') id: string, @From() { owner }: Caller): Promise<object> {
    await this.renders.find(owner, id);
    const rows = await this.farm.chunks.list(id);
    return {
      items: rows.map(({ index, firstFrame, frames, state, attempts, worker, ms, reused }) => ({
        index,
        firstFrame,
        frames,
        state,
        attempts,
        worker,
        ms,
        reused,
      })),
    };
  }

  @Get(':id/logs')
  @Needs('read')
  @Answers({
    summary: 'Last lines that the engines of a render wrote, by step',
    status: 200,
    schema: 'LogList',
    problems: [401, 404],
  })
  async logs(@Param('id') id: string, @From() { owner }: Caller, @Query('step') step?: string): Promise<object> {
    await this.renders.find(owner, id);
    const logs = await this.farm.steps.logs(id, step);
    return { items: logs.map(({ stepId, lines }) => ({ stepId, lines: lines.map(publicText) })) };
  }

  private async finished(owner: string, id: string): Promise<RenderRecord> {
    const record = await this.renders.find(owner, id);
    if (isTerminal(record.status)) return record;
    throw new FramefarmError('RENDER_ACTIVE', `The render is ${record.status}; cancel it first, or wait for its end.`);
  }
}

function notRetried(record: RenderRecord): FramefarmError {
  return record.status === 'completed'
    ? new FramefarmError('RENDER_FINISHED', 'A completed render is not run again; submit a new one.')
    : new FramefarmError(
        'RENDER_ACTIVE',
        `The render is ${record.status}; only a failed or cancelled one is run again.`,
      );
}

function deletionOf(record: RenderRecord): object {
  const { output, chunkCounts } = record;
  return {
    id: record.id,
    status: record.status,
    removes: {
      record: true,
      output: output === null ? null : { fileName: output.fileName, size: output.size, expiresAt: output.expiresAt },
      chunks: chunkCounts.committed,
    },
  };
}
