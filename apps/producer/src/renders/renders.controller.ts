/** The job resource: submitting, listing and reading renders (http-api 3.1 to 3.3). */
import { type Farm, isTerminal } from '@framefarm/farm';
import { Body, Controller, Get, HttpCode, Inject, Param, Post, Query, Req, Res, UsePipes } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { sendTagged } from '../http/entity-tag.js';
import { type Query as QueryFields, readRenderQuery } from '../http/lists/list-query.js';
import { Pages } from '../http/lists/pages.js';
import { LOOK_AGAIN } from '../http/look-again.js';
import { originOf } from '../http/requests/request-origin.js';
import { strictPipe } from '../http/rules/validation.js';
import { idempotencyClaim } from '../idempotency/idempotency-key.js';
import { KeptAnswers } from '../idempotency/kept-answers.js';
import type { Caller } from '../keys/api-key.js';
import { From, Needs } from '../keys/key-guard.js';
import { Answers, IdempotentPost, ListQueries } from '../openapi/operations.js';
import { FARM } from '../tokens.js';
import { KnownRenders } from './known-renders.js';
import { RenderDto } from './render-dto.js';
import { DEFAULT_PRIORITY, RenderSubmissions } from './render-submissions.js';

@ApiTags('renders')
@Controller('renders')
export class RendersController {
  constructor(
    @Inject(FARM) private readonly farm: Farm,
    private readonly submissions: RenderSubmissions,
    private readonly renders: KnownRenders,
    private readonly answers: KeptAnswers,
    private readonly pages: Pages,
  ) {}

  @Post()
  @Needs('submit')
  @UsePipes(strictPipe())
  @IdempotentPost()
  @Answers({
    id: 'submitRender',
    summary: 'Submit a render',
    status: 202,
    schema: 'Render',
    problems: [400, 404, 413, 415, 422],
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
    const { record, replayed, ahead } = await this.submissions.submit(body, place, caller, originOf(request), claim);
    const { body: render, tag } = await this.renders.present(record, ahead);
    const headers = {
      location: `/renders/${record.id}`,
      etag: tag,
      ...LOOK_AGAIN,
      'x-render-id': record.id,
    };
    await this.answers.sendOnce(reply, claim, replayed, { status: 202, headers, body: render });
  }

  @Post('check')
  @Needs('submit')
  @UsePipes(strictPipe())
  @HttpCode(200)
  @Answers({
    id: 'checkRender',
    summary: 'Check a submission; nothing is stored',
    status: 200,
    schema: 'RenderCheck',
    problems: [400, 404, 413, 415, 422],
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
  @Answers({
    id: 'listRenders',
    summary: 'List renders, newest first',
    status: 200,
    schema: 'RenderPage',
    problems: [400],
  })
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
      (record) => this.renders.summary(record),
    );
  }

  @Get(':id')
  @Needs('read')
  @Answers({ id: 'readRender', summary: 'Read a render', status: 200, schema: 'Render', tagged: true, problems: [404] })
  async read(
    @Param('id') id: string,
    @From() { owner }: Caller,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const record = await this.renders.find(owner, id);
    const { body, tag } = await this.renders.present(record);
    void reply.headers({ 'x-render-id': id, ...(isTerminal(record.status) ? {} : LOOK_AGAIN) });
    sendTagged(request, reply, tag, body);
  }
}
