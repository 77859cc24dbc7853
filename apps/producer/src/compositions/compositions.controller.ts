/** Uploaded projects (http-api 3.7). */

import { join } from 'node:path';
import { pipeline, type Readable, type Transform } from 'node:stream';
import { ARCHIVE_LIMITS, unpackProject } from '@framefarm/archive';
import { FramefarmError, resolveRenderOptions } from '@framefarm/contract';
import { COMPOSITION_KEPT_SECONDS, type CompositionRecord, type Farm } from '@framefarm/farm';
import { Controller, Delete, Get, HttpCode, Inject, Param, Post, Query, Req, Res } from '@nestjs/common';
import { ApiBody, ApiConsumes, ApiTags } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { CONFIG, type ProducerConfig } from '../config/producer-config.js';
import { Drain } from '../http/drain.js';
import { type Query as QueryFields, readListQuery } from '../http/lists/list-query.js';
import { Pages } from '../http/lists/pages.js';
import { unsupportedType } from '../http/problems/unsupported-type.js';
import type { Caller } from '../keys/api-key.js';
import { From, Needs } from '../keys/key-guard.js';
import { Answers, ListQueries, OF_EVERY_BODY } from '../openapi/operations.js';
import { checkProject } from '../sources/project-checks.js';
import { Scratch } from '../sources/scratch.js';
import { COMPOSITION_ID } from '../sources/source-dto.js';
import { FARM } from '../tokens.js';
import { ARCHIVE_TYPES, archiveType } from './archive-types.js';
import { CompositionStore } from './composition-store.js';
import { digestCheck } from './upload-digest.js';
import { UploadPlaces } from './upload-places.js';

@ApiTags('compositions')
@Controller('compositions')
export class CompositionsController {
  constructor(
    @Inject(FARM) private readonly farm: Farm,
    @Inject(CONFIG) private readonly config: ProducerConfig,
    private readonly compositions: CompositionStore,
    private readonly scratch: Scratch,
    private readonly places: UploadPlaces,
    private readonly pages: Pages,
    private readonly drain: Drain,
  ) {}

  @Post()
  @Needs('submit')
  @ApiConsumes(...ARCHIVE_TYPES)
  @ApiBody({ schema: { type: 'string', format: 'binary' }, description: 'zip, tar or gzipped tar of the project.' })
  @Answers({
    id: 'uploadComposition',
    summary: 'Upload a project',
    status: 201,
    schema: 'Composition',
    alike: { 200: 'The farm has this project already.' },
    problems: [400, 413, 415],
  })
  async upload(@From() { owner }: Caller, @Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    this.drain.refuseNewWork();
    const type = contentTypeOf(request);
    const length = Number(request.headers['content-length'] ?? 0);
    if (length > ARCHIVE_LIMITS.packedBytes) {
      const message = `The archive has ${length} bytes; at most ${ARCHIVE_LIMITS.packedBytes} are allowed.`;
      throw new FramefarmError('PAYLOAD_TOO_LARGE', message);
    }
    const checkDigest = digestCheck(request.headers['content-digest']);
    const { record, created } = await this.places.use(owner, () => this.#keep(owner, type, request.raw, checkDigest));
    void reply
      .header('location', `/compositions/${record.id}`)
      .status(created ? 201 : 200)
      .send(compositionObject(record));
  }

  @Get()
  @Needs('read')
  @ListQueries()
  @Answers({
    id: 'listCompositions',
    summary: 'List uploaded projects',
    status: 200,
    schema: 'CompositionPage',
    problems: [400],
  })
  async list(
    @Query() query: QueryFields,
    @From() { owner }: Caller,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const read = readListQuery(query);
    const next = (after: string | undefined) => this.farm.compositions.list(owner, read.limit, after);
    await this.pages.send(request, reply, ['compositions', owner], read, next, compositionObject);
  }

  /** Answers HEAD too, which spares an upload: so the store is asked as well. */
  @Get(':id')
  @Needs('read')
  @Answers({
    id: 'readComposition',
    summary: 'Read an uploaded project',
    status: 200,
    schema: 'Composition',
    problems: [404],
  })
  async read(@Param('id') id: string, @From() { owner }: Caller): Promise<object> {
    return compositionObject(await this.compositions.findWhole(owner, possible(id)));
  }

  @Delete(':id')
  @Needs('cancel')
  @HttpCode(204)
  @Answers({
    id: 'deleteComposition',
    summary: 'Delete an uploaded project',
    status: 204,
    problems: [...OF_EVERY_BODY, 404, 409],
  })
  async remove(@Param('id') id: string, @From() { owner }: Caller): Promise<void> {
    await this.compositions.find(owner, possible(id));
    const outcome = await this.farm.compositions.remove(owner, id);
    if (outcome === 'in-use') {
      throw new FramefarmError('COMPOSITION_IN_USE', 'An unfinished render needs the composition.');
    }
  }

  async #keep(owner: string, type: string, upload: Readable, checkDigest: Transform) {
    // Whoever unpacks reads the failure from the stream; it may come before there is a reader.
    const body = pipeline(upload, checkDigest, () => undefined);
    return this.scratch.use(async (scratch) => {
      const directory = join(scratch, 'project');
      const listing = await unpackProject(body, type, directory);
      const checked = await this.#lint(
        directory,
        listing.files.map(({ path }) => path),
      );
      return this.compositions.keep(owner, { directory, listing }, checked, scratch);
    });
  }

  /** An upload is kept whatever lint says of it; only a render is refused by it. */
  async #lint(directory: string, paths: readonly string[]) {
    const checked = resolveRenderOptions({ packageDir: [...this.config.packageDirs] });
    if (!checked.ok) throw new FramefarmError('INTERNAL_ERROR', 'the default options are refused');
    return checkProject(directory, paths, checked.options, undefined, 'report');
  }
}

/** What is no id is asked for as one that is nobody's. */
const possible = (id: string): string => (COMPOSITION_ID.test(id) ? id : `cmp_${'0'.repeat(64)}`);

function compositionObject(record: CompositionRecord): object {
  const { id, entryFile, files, size, lint, createdAt, lastUsedAt } = record;
  const expiresAt = new Date(Date.parse(lastUsedAt) + COMPOSITION_KEPT_SECONDS * 1_000).toISOString();
  return { id, entryFile, files, size, lint, createdAt, expiresAt };
}

function contentTypeOf(request: FastifyRequest): string {
  const name = (request.headers['content-type'] ?? '').split(';', 1)[0]?.trim().toLowerCase() ?? '';
  const type = archiveType(name);
  if (type !== null) return type;
  throw unsupportedType(request);
}
