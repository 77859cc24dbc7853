/** Batches: one composition, many rows (http-api 3.6). */
import { createHash } from 'node:crypto';
import type { BatchRecord, Farm, RenderRecord } from '@framefarm/farm';
import { Body, Controller, Get, HttpCode, Inject, Param, Post, Query, Req, Res, UsePipes } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { sendTagged } from '../http/entity-tag.js';
import { type Query as QueryFields, readListQuery } from '../http/lists/list-query.js';
import { Pages } from '../http/lists/pages.js';
import { LOOK_AGAIN } from '../http/look-again.js';
import { originOf } from '../http/requests/request-origin.js';
import { strictPipe } from '../http/rules/validation.js';
import { idempotencyClaim, keyReused, madeAndRemoved } from '../idempotency/idempotency-key.js';
import { KeptAnswers } from '../idempotency/kept-answers.js';
import type { Caller } from '../keys/api-key.js';
import { From, Needs } from '../keys/key-guard.js';
import { LOG, type Log } from '../log.js';
import { Answers, IdempotentPost, ListQueries, OF_EVERY_BODY } from '../openapi/operations.js';
import { TransitionLog } from '../renders/transition-log.js';
import { FARM } from '../tokens.js';
import { BatchDto } from './batch-dto.js';
import { batchManifest } from './batch-manifest.js';
import { batchObject } from './batch-object.js';
import { BatchSubmissions } from './batch-submissions.js';
import { KnownBatches } from './known-batches.js';

/** Records read at once for a manifest. */
const READ_AT_ONCE = 100;

@ApiTags('batches')
@Controller('batches')
export class BatchesController {
  constructor(
    @Inject(FARM) private readonly farm: Farm,
    @Inject(LOG) private readonly log: Log,
    private readonly submissions: BatchSubmissions,
    private readonly batches: KnownBatches,
    private readonly answers: KeptAnswers,
    private readonly pages: Pages,
    private readonly transitions: TransitionLog,
  ) {}

  @Post()
  @Needs('submit')
  @UsePipes(strictPipe())
  @IdempotentPost()
  @Answers({
    id: 'submitBatch',
    summary: 'Submit a batch',
    status: 202,
    schema: 'Batch',
    problems: [400, 404, 413, 415, 422],
  })
  async submit(
    @Body() body: BatchDto,
    @From() caller: Caller,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const claim = idempotencyClaim(request.headers['idempotency-key'], caller.owner, 'POST /batches', body);
    if (await this.answers.replay(reply, claim)) return;
    const submission = await this.submissions.prepare(body, caller, originOf(request));
    const submitted = await this.farm.batches.submit(submission, claim);
    if (submitted.outcome === 'key-reused') throw keyReused();
    if (submitted.outcome === 'removed') throw madeAndRemoved('BATCH_NOT_FOUND');
    const { record } = submitted;
    await this.farm.batches.advance(record.id);
    if (submitted.outcome === 'created') this.#tell(record, 'accepted');
    const headers = { location: `/batches/${record.id}`, etag: tagOf(record), ...LOOK_AGAIN };
    const replayed = submitted.outcome === 'replayed';
    await this.answers.sendOnce(reply, claim, replayed, { status: 202, headers, body: batchObject(record) });
  }

  @Post('check')
  @Needs('submit')
  @UsePipes(strictPipe())
  @HttpCode(200)
  @Answers({
    id: 'checkBatch',
    summary: 'Check a batch; nothing is stored',
    status: 200,
    schema: 'BatchCheck',
    problems: [400, 404, 413, 415, 422],
  })
  async check(@Body() body: BatchDto, @From() caller: Caller, @Req() request: FastifyRequest): Promise<object> {
    const outputNames = await this.submissions.check(body, caller, originOf(request));
    return { ok: true, total: outputNames.length, outputNames };
  }

  @Get()
  @Needs('read')
  @ListQueries()
  @Answers({
    id: 'listBatches',
    summary: 'List batches, newest first',
    status: 200,
    schema: 'BatchPage',
    problems: [400],
  })
  async list(
    @Query() query: QueryFields,
    @From() { owner }: Caller,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const read = readListQuery(query);
    const next = (after: string | undefined) => this.farm.batches.list(owner, read.limit, after);
    await this.pages.send(request, reply, ['batches', owner], read, next, batchObject);
  }

  @Get(':id')
  @Needs('read')
  @Answers({ id: 'readBatch', summary: 'Read a batch', status: 200, schema: 'Batch', tagged: true, problems: [404] })
  async read(
    @Param('id') id: string,
    @From() { owner }: Caller,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const batch = await this.batches.find(owner, id);
    if (batch.status === 'running') void reply.headers(LOOK_AGAIN);
    sendTagged(request, reply, tagOf(batch), batchObject(batch));
  }

  @Get(':id/manifest')
  @Needs('read')
  @Answers({
    id: 'readBatchManifest',
    summary: 'The manifest of a batch',
    status: 200,
    schema: 'Manifest',
    tagged: true,
    problems: [404],
  })
  async manifest(
    @Param('id') id: string,
    @From() { owner }: Caller,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const batch = await this.batches.find(owner, id);
    const rows = await this.farm.batches.rows(id);
    const renders = await this.#renders(rows.flatMap(({ renderId }) => renderId ?? []));
    const text = JSON.stringify(batchManifest(batch, rows, renders), null, 2);
    const tag = `"${createHash('sha256').update(text).digest('hex').slice(0, 32)}"`;
    sendTagged(request, reply.type('application/json; charset=utf-8'), tag, text);
  }

  @Post(':id/cancel')
  @Needs('cancel')
  @Answers({
    id: 'cancelBatch',
    summary: 'Cancel a batch',
    status: 202,
    schema: 'Batch',
    alike: { 200: 'It had ended before; nothing was changed.' },
    problems: [...OF_EVERY_BODY, 404],
  })
  async cancel(@Param('id') id: string, @From() { owner }: Caller, @Res() reply: FastifyReply): Promise<void> {
    const before = await this.batches.find(owner, id);
    const { record: batch, ended } = (await this.farm.batches.cancel(id, owner)) ?? { record: before, ended: [] };
    if (before.status === 'running') this.#tell(batch, 'cancelled');
    for (const record of (await this.#renders(ended)).values()) this.transitions.tell({ moved: true, record });
    void reply.status(before.status === 'running' ? 202 : 200).send(batchObject(batch));
  }

  #tell({ id, requestId, owner, counts }: BatchRecord, reason: string): void {
    this.log.info({ requestId, batchId: id, owner, rows: counts.total, reason }, `batch ${reason}`);
  }

  async #renders(ids: readonly string[]): Promise<ReadonlyMap<string, RenderRecord>> {
    const found = new Map<string, RenderRecord>();
    for (let at = 0; at < ids.length; at += READ_AT_ONCE) {
      const records = await Promise.all(ids.slice(at, at + READ_AT_ONCE).map((id) => this.farm.renders.get(id)));
      for (const record of records) if (record !== null) found.set(record.id, record);
    }
    return found;
  }
}

function tagOf({ revision }: BatchRecord): string {
  return `"${revision}"`;
}
