/** Downloads by render id (http-api 3.5). */
import { SEQUENCE_FILE_TYPES } from '@framefarm/contract';
import { Controller, Get, Param, Query, Req, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Caller } from '../keys/api-key.js';
import { From, Needs } from '../keys/key-guard.js';
import { Answers, DispositionQuery, OptionalQuery } from '../openapi/operations.js';
import { KnownRenders } from '../renders/known-renders.js';
import { REDIRECTS, readDownloadQuery } from './download-query.js';
import { OUTPUT_TYPES } from './output-headers.js';
import { OutputSender } from './send-output.js';

@ApiTags('outputs')
@Controller('renders/:id/output')
export class RenderOutputController {
  constructor(
    private readonly renders: KnownRenders,
    private readonly outputs: OutputSender,
  ) {}

  @Get()
  @Needs('read')
  @DispositionQuery()
  @OptionalQuery('redirect', 'false: never answer with a signed URL of the object store.', {
    type: 'string',
    enum: [...REDIRECTS],
    default: REDIRECTS[0],
  })
  @Answers({
    id: 'downloadOutput',
    summary: 'Download the output',
    status: 200,
    type: OUTPUT_TYPES,
    alike: { 206: 'A range of the file.' },
    tagged: true,
    also: { 307: 'A signed URL of the object store.' },
    problems: [400, 404, 409, 410, 416],
  })
  async download(
    @Param('id') id: string,
    @Query() query: object,
    @From() { owner }: Caller,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const record = await this.renders.find(owner, id);
    const choices = { ...readDownloadQuery(query), cacheControl: 'private, no-cache' };
    await this.outputs.send(record, choices, request, reply);
  }

  @Get(':file')
  @Needs('read')
  @Answers({
    id: 'downloadOutputFile',
    summary: 'One file of a png-sequence',
    status: 200,
    type: Object.values(SEQUENCE_FILE_TYPES),
    tagged: true,
    problems: [404, 409, 410],
  })
  async file(
    @Param('id') id: string,
    @Param('file') file: string,
    @From() { owner }: Caller,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    await this.outputs.sendFile(await this.renders.find(owner, id), file, request, reply);
  }
}
