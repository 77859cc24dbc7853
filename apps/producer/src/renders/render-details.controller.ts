/** What is known of the run of a render beside its record: chunks, and lines of its engines. */
import type { Farm } from '@framefarm/farm';
import { Controller, Get, Inject, Param, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Query as QueryFields } from '../http/lists/list-query.js';
import { publicText } from '../http/problems/public-text.js';
import type { Caller } from '../keys/api-key.js';
import { From, Needs } from '../keys/key-guard.js';
import { Answers, OptionalQuery } from '../openapi/operations.js';
import { FARM } from '../tokens.js';
import { KnownRenders } from './known-renders.js';
import { readStepQuery } from './step-query.js';

@ApiTags('renders')
@Controller('renders')
export class RenderDetailsController {
  constructor(
    @Inject(FARM) private readonly farm: Farm,
    private readonly renders: KnownRenders,
  ) {}

  @Get(':id/chunks')
  @Needs('read')
  @Answers({
    id: 'listRenderChunks',
    summary: 'The chunks of a render',
    status: 200,
    schema: 'ChunkList',
    problems: [404],
  })
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
  @OptionalQuery('step', 'Id of one step, such as prepare; without it those of all steps.')
  @Answers({
    id: 'readRenderLogs',
    summary: 'Last lines that the engines of a render wrote, by step',
    status: 200,
    schema: 'LogList',
    problems: [400, 404],
  })
  async logs(@Param('id') id: string, @From() { owner }: Caller, @Query() query: QueryFields): Promise<object> {
    await this.renders.find(owner, id);
    const step = readStepQuery(query);
    const logs = await this.farm.steps.logs(id, step);
    return { items: logs.map(({ stepId, lines }) => ({ stepId, lines: lines.map(publicText) })) };
  }
}
