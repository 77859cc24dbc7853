/** `GET /metrics` on the main listener; the health listener has it without a key (http-api 4.5). */
import { Controller, Get, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { Needs } from '../keys/key-guard.js';
import { Answers } from '../openapi/operations.js';
import { Metrics } from './metrics.js';

@ApiTags('operation')
@Controller('metrics')
export class MetricsController {
  constructor(private readonly metrics: Metrics) {}

  @Get()
  @Needs('admin')
  @Answers({
    id: 'readMetrics',
    summary: 'The farm in numbers, for Prometheus',
    status: 200,
    type: 'text/plain',
  })
  async read(@Res() reply: FastifyReply): Promise<void> {
    const text = await this.metrics.text();
    void reply.type(this.metrics.contentType).header('cache-control', 'no-store').send(text);
  }
}
