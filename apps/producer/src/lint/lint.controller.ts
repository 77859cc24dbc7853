/** `POST /lint` (http-api 1.4): what lint says of a project that is not kept. */
import { FramefarmError, resolveRenderOptions } from '@framefarm/contract';
import { lintProject } from '@framefarm/render';
import { Body, Controller, HttpCode, Inject, Post, Req } from '@nestjs/common';
import { ApiProperty, ApiTags } from '@nestjs/swagger';
import { IsOptional } from 'class-validator';
import type { FastifyRequest } from 'fastify';
import { CONFIG, type ProducerConfig } from '../config/producer-config.js';
import { INLINE_BODY_BYTES } from '../http/requests/json-body.js';
import { Text, Texts } from '../http/rules/rules.js';
import { lenientPipe } from '../http/rules/validation.js';
import { Needs } from '../keys/key-guard.js';
import { Answers } from '../openapi/operations.js';
import { invalid } from '../options/raw-options.js';
import { requiredEntry } from '../sources/project-checks.js';
import { Scratch } from '../sources/scratch.js';
import { exactlyOneFault, type SourceDto } from '../sources/source-dto.js';
import { projectOfSource } from '../sources/source-project.js';

const KINDS = ['projectDir', 'files', 'html'] as const;

export class LintDto {
  @ApiProperty({ required: false, description: 'Directory of the producer, below one that its operator allows.' })
  @Text(4096)
  @IsOptional()
  projectDir?: string;

  @ApiProperty({
    selfRequired: false,
    type: 'object',
    additionalProperties: { type: 'string' },
    description: 'Path to text.',
  })
  @Texts()
  @IsOptional()
  files?: Record<string, string>;

  @ApiProperty({ required: false, description: 'One HTML document.' })
  @Text(INLINE_BODY_BYTES)
  @IsOptional()
  html?: string;

  @ApiProperty({ required: false, description: 'Default: index.html, src/index.html, then the first HTML file.' })
  @Text(1024)
  @IsOptional()
  entryFile?: string;
}

@ApiTags('lint')
@Controller('lint')
export class LintController {
  constructor(
    @Inject(CONFIG) private readonly config: ProducerConfig,
    private readonly scratch: Scratch,
  ) {}

  @Post()
  @Needs('submit')
  @HttpCode(200)
  @Answers({
    id: 'lintComposition',
    summary: 'Lint a project',
    status: 200,
    schema: 'LintAnswer',
    failures: [400, 413, 415],
  })
  async lint(@Body(lenientPipe()) body: LintDto, @Req() request: FastifyRequest): Promise<object> {
    const fault = exactlyOneFault(body, KINDS);
    const source = KINDS.find((kind) => body[kind] !== undefined && body[kind] !== null);
    if (fault !== null || source === undefined) {
      throw invalid([{ field: '', code: 'invalid_source', message: `the body ${fault}` }]);
    }
    const checked = resolveRenderOptions({ packageDir: [...this.config.packageDirs], outsideLinks: false });
    if (!checked.ok) throw new FramefarmError('INTERNAL_ERROR', 'the default options are refused');
    const { options } = checked;
    return this.scratch.use(async (scratch) => {
      const asked = { [source]: body[source] } as SourceDto;
      const { directory, listing } = await projectOfSource(asked, body.entryFile, scratch, this.config);
      const entryFile = requiredEntry(
        listing.files.map(({ path }) => path),
        body.entryFile,
      );
      const result = await lintProject({ ...options, projectDir: directory, composition: entryFile });
      return { success: true, requestId: request.id, entryFile, source, result };
    });
  }
}
