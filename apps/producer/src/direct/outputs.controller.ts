/** `GET /outputs/:token`: the token is the permission (http-api 1.4). */
import { asFramefarmError } from '@framefarm/contract';
import type { Farm } from '@framefarm/farm';
import { Controller, Get, Inject, Param, Query, Req, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Open } from '../keys/key-guard.js';
import { Answers, DispositionQuery } from '../openapi/operations.js';
import { readDownloadQuery } from '../outputs/download-query.js';
import { OUTPUT_TYPES } from '../outputs/output-headers.js';
import { OutputSender } from '../outputs/send-output.js';
import { SharedState } from '../state/shared-state.js';
import { FARM } from '../tokens.js';

/** 256 bits in base64url. */
const TOKEN = /^[A-Za-z0-9_-]{43}$/;

@ApiTags('direct renders')
@Controller('outputs')
export class OutputsController {
  constructor(
    @Inject(FARM) private readonly farm: Farm,
    private readonly state: SharedState,
    private readonly outputs: OutputSender,
  ) {}

  @Get(':token')
  @Open()
  @DispositionQuery()
  @Answers({
    id: 'downloadByToken',
    summary: 'Download by token',
    status: 200,
    type: OUTPUT_TYPES,
    alike: { 206: 'A range of the file.' },
    tagged: true,
    open: true,
    failures: [400, 404, 416, 503],
  })
  async download(
    @Param('token') token: string,
    @Query() query: object,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const { disposition } = readDownloadQuery(query);
    const id = TOKEN.test(token) ? await this.state.renderOfToken(token) : null;
    const record = id === null ? null : await this.farm.renders.get(id);
    if (record === null) return absent(reply, 'Output artifact not found or expired');
    const choices = { disposition, redirect: false, cacheControl: 'no-store' } as const;
    try {
      await this.outputs.send(record, choices, request, reply);
    } catch (thrown) {
      if (asFramefarmError(thrown).code !== 'OUTPUT_EXPIRED') throw thrown;
      absent(reply, 'Output artifact file missing');
    }
  }
}

function absent(reply: FastifyReply, error: string): void {
  void reply.status(404).header('cache-control', 'no-store').type('application/json').send({ success: false, error });
}
