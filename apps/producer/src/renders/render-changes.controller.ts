/** What is done to a render that is there: cancelled, run again, deleted (http-api 3.3). */
import { FramefarmError } from '@framefarm/contract';
import { type Farm, isTerminal, type RenderRecord } from '@framefarm/farm';
import { Controller, Delete, Get, HttpCode, Inject, Param, Post, Req, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Drain } from '../http/drain.js';
import { LOOK_AGAIN } from '../http/look-again.js';
import { idempotencyClaim, keyReused, madeAndRemoved } from '../idempotency/idempotency-key.js';
import { KeptAnswers } from '../idempotency/kept-answers.js';
import type { Caller } from '../keys/api-key.js';
import { From, Needs } from '../keys/key-guard.js';
import { Answers, IdempotentPost, OF_EVERY_BODY } from '../openapi/operations.js';
import { downloadName } from '../outputs/output-headers.js';
import { FARM } from '../tokens.js';
import { KnownRenders } from './known-renders.js';
import { lineIsFull } from './line-limit.js';
import { TransitionLog } from './transition-log.js';

@ApiTags('renders')
@Controller('renders')
export class RenderChangesController {
  constructor(
    @Inject(FARM) private readonly farm: Farm,
    private readonly renders: KnownRenders,
    private readonly answers: KeptAnswers,
    private readonly drain: Drain,
    private readonly transitions: TransitionLog,
  ) {}

  @Post(':id/cancel')
  @Needs('cancel')
  @Answers({
    id: 'cancelRender',
    summary: 'Cancel a render',
    status: 202,
    schema: 'Render',
    alike: { 200: 'It had ended before; nothing was changed.' },
    problems: [...OF_EVERY_BODY, 404],
  })
  async cancel(@Param('id') id: string, @From() { owner }: Caller, @Res() reply: FastifyReply): Promise<void> {
    const before = await this.renders.find(owner, id);
    const answer = await this.farm.renders.cancel(id, owner);
    this.transitions.tell(answer);
    const { moved, record } = answer;
    const { body } = await this.renders.present(record ?? before);
    const isWindingDown = (record ?? before).status === 'cancelling';
    void reply.status(moved || isWindingDown ? 202 : 200).send(body);
  }

  @Post(':id/retry')
  @Needs('submit')
  @IdempotentPost()
  @Answers({
    id: 'retryRender',
    summary: 'Run a failed or cancelled render again',
    status: 202,
    schema: 'Render',
    problems: [400, 404, 409, 413, 415, 422],
  })
  async retry(
    @Param('id') id: string,
    @From() { owner, limits }: Caller,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    // It takes no body; one that is sent is part of what the key stands for, as everywhere.
    const body = request.body ?? {};
    const claim = idempotencyClaim(request.headers['idempotency-key'], owner, `POST /renders/${id}/retry`, body);
    if (await this.answers.replay(reply, claim)) return;
    this.drain.refuseNewWork();
    const before = await this.renders.find(owner, id);
    const { moved, record, key, full, ahead } = await this.farm.renders.requeue(id, claim, limits.queuedRenders);
    if (full) throw lineIsFull(limits.queuedRenders);
    if (key === 'reused') throw keyReused();
    const isReplayed = key === 'replayed';
    if (isReplayed && record === null) throw madeAndRemoved('RENDER_NOT_FOUND');
    if (!moved || record === null) throw notRetried(record ?? before);
    if (!isReplayed) this.transitions.tell({ moved, record });
    const { body: render, tag } = await this.renders.present(record, ahead);
    const headers = { location: `/renders/${id}`, etag: tag, ...LOOK_AGAIN, 'x-render-id': id };
    await this.answers.sendOnce(reply, claim, isReplayed, { status: 202, headers, body: render });
  }

  @Delete(':id')
  @Needs('cancel')
  @HttpCode(202)
  @Answers({
    id: 'deleteRender',
    summary: 'Delete a finished render and its files',
    status: 202,
    schema: 'Deletion',
    problems: [...OF_EVERY_BODY, 404, 409],
  })
  async remove(@Param('id') id: string, @From() { owner }: Caller): Promise<object> {
    const record = await this.#finished(owner, id);
    await this.farm.retention.deleteSoon(id);
    return deletionOf(record);
  }

  @Get(':id/deletion')
  @Needs('read')
  @Answers({
    id: 'previewRenderDeletion',
    summary: 'What deleting a render would remove',
    status: 200,
    schema: 'Deletion',
    problems: [404, 409],
  })
  async deletion(@Param('id') id: string, @From() { owner }: Caller): Promise<object> {
    return deletionOf(await this.#finished(owner, id));
  }

  async #finished(owner: string, id: string): Promise<RenderRecord> {
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
  const { output, outputName, chunkCounts } = record;
  return {
    id: record.id,
    status: record.status,
    removes: {
      record: true,
      output:
        output === null
          ? null
          : { fileName: downloadName(output, outputName), size: output.size, expiresAt: output.expiresAt },
      chunks: chunkCounts.committed,
    },
  };
}
