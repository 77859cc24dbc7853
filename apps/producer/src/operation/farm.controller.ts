/** Limits and workers of the farm, for its operator (http-api 3). */
import { FramefarmError } from '@framefarm/contract';
import { applyFarmRetention, type Farm } from '@framefarm/farm';
import type { ObjectStore } from '@framefarm/storage';
import { Body, Controller, Get, HttpCode, Inject, Param, Post, Put, UsePipes } from '@nestjs/common';
import { ApiProperty, ApiTags } from '@nestjs/swagger';
import { Whole } from '../http/rules/rules.js';
import { strictPipe } from '../http/rules/validation.js';
import { Needs } from '../keys/key-guard.js';
import { Answers, OF_EVERY_BODY } from '../openapi/operations.js';
import { FARM, STORE } from '../tokens.js';

export class LimitsDto {
  @ApiProperty({ type: 'integer', minimum: 1, maximum: 10, description: 'Renders at once over the whole farm.' })
  @Whole(1, 10)
  maxConcurrentRenders!: number;
}

@ApiTags('operation')
@Controller('farm')
export class FarmController {
  constructor(
    @Inject(FARM) private readonly farm: Farm,
    @Inject(STORE) private readonly store: ObjectStore,
  ) {}

  @Get('limits')
  @Needs('admin')
  @Answers({ id: 'readLimits', summary: 'Read the limits', status: 200, schema: 'Limits' })
  async limits(): Promise<object> {
    const { maxConcurrentRenders } = await this.farm.line.status();
    return { maxConcurrentRenders };
  }

  @Put('limits')
  @Needs('admin')
  @UsePipes(strictPipe())
  @Answers({
    id: 'setLimits',
    summary: 'Set the limits',
    status: 200,
    schema: 'Limits',
    problems: [...OF_EVERY_BODY],
  })
  async setLimits(@Body() { maxConcurrentRenders }: LimitsDto): Promise<object> {
    await this.farm.line.setLimit(maxConcurrentRenders);
    return { maxConcurrentRenders };
  }

  @Get('retention')
  @Needs('admin')
  @Answers({
    id: 'previewRetention',
    summary: 'See what the next run of retention would remove',
    description: 'Nothing is removed. The run itself is a schedule of the farm, every ten minutes.',
    status: 200,
    schema: 'Retention',
  })
  async retention(): Promise<object> {
    const { going, totals, due, keptBytes } = await applyFarmRetention(this.farm, this.store, { dryRun: true });
    return {
      objects: going.map(({ object, what, reason }) => ({ key: object.key, size: object.size, what, reason })),
      totals,
      due: { chunks: due.chunks, outputs: due.output, renders: due.record, batches: due.batch },
      storedBytes: keptBytes,
    };
  }

  @Post('workers/:id/drain')
  @Needs('admin')
  @HttpCode(202)
  @Answers({
    id: 'drainWorker',
    summary: 'Let a worker finish and take nothing more',
    status: 202,
    schema: 'Drained',
    problems: [...OF_EVERY_BODY, 404],
  })
  async drain(@Param('id') id: string): Promise<object> {
    if (await this.farm.workers.drain(id)) return { id, draining: true };
    throw unknownWorker();
  }

  @Post('workers/:id/clear')
  @Needs('admin')
  @HttpCode(202)
  @Answers({
    id: 'clearWorker',
    summary: 'Let a worker take steps again that was blocked because steps of several renders failed on it',
    status: 202,
    schema: 'Cleared',
    problems: [...OF_EVERY_BODY, 404],
  })
  async clear(@Param('id') id: string): Promise<object> {
    if (await this.farm.workers.clear(id)) return { id, cleared: true };
    throw unknownWorker();
  }
}

const unknownWorker = (): FramefarmError => new FramefarmError('NOT_FOUND', 'There is no worker of this id.');

@ApiTags('operation')
@Controller()
export class WorkersController {
  constructor(@Inject(FARM) private readonly farm: Farm) {}

  @Get('workers')
  @Needs('admin')
  @Answers({
    id: 'listWorkers',
    summary: 'The workers and what they do',
    status: 200,
    schema: 'WorkerList',
  })
  async workers(): Promise<object> {
    return { items: await this.farm.workers.list() };
  }

  @Get('farm/workers')
  @Needs('admin')
  @Answers({
    id: 'listFarmWorkers',
    summary: 'The same as GET /workers',
    status: 200,
    schema: 'WorkerList',
  })
  farmWorkers(): Promise<object> {
    return this.workers();
  }
}
