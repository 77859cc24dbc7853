/** The body of `POST /batches` (http-api 3.6). */
import { RENDER_OPTIONS } from '@framefarm/contract';
import { ApiProperty } from '@nestjs/swagger';
import { IsOptional } from 'class-validator';
import { Nested } from '../http/rules/instances.js';
import { Flag, Rule, Text, Whole } from '../http/rules/rules.js';
import { SubmissionDto } from '../renders/submission-fields.js';
import { SourceDto, sourceFault } from '../sources/source-dto.js';

/** The option of the command line has the same bounds and words. */
const ROWS_AT_ONCE = RENDER_OPTIONS.batchConcurrency;

/** Most rows of one batch. */
export const MAX_ROWS = 10_000;

export class BatchDto extends SubmissionDto {
  @ApiProperty({ type: () => SourceDto, description: 'Exactly one of its fields.' })
  @Rule('invalid_source', sourceFault)
  @Nested(() => SourceDto)
  source!: SourceDto;

  @ApiProperty({
    type: 'array',
    minItems: 1,
    maxItems: MAX_ROWS,
    items: { type: 'object', additionalProperties: true },
    description: 'One output per row; a row is its variables.',
    examples: [[{ name: 'Ada' }, { name: 'Grace' }]],
  })
  @Rule('invalid_value', (value) =>
    Array.isArray(value) && value.length >= 1 && value.length <= MAX_ROWS
      ? null
      : `must be a list of 1 to ${MAX_ROWS} objects`,
  )
  rows!: unknown[];

  @ApiProperty({
    required: false,
    default: '{index}',
    description: 'Relative names of the outputs with {placeholders} of row keys; the extension is added when missing.',
  })
  @Text(1024)
  @IsOptional()
  outputTemplate?: string;

  @ApiProperty({
    required: false,
    type: 'integer',
    minimum: ROWS_AT_ONCE.min,
    maximum: ROWS_AT_ONCE.max,
    default: ROWS_AT_ONCE.default,
    description: ROWS_AT_ONCE.help,
  })
  @Whole(ROWS_AT_ONCE.min, ROWS_AT_ONCE.max)
  @IsOptional()
  concurrency?: number;

  @ApiProperty({
    required: false,
    type: 'boolean',
    default: false,
    description: 'Start no row after the first failure.',
  })
  @Flag()
  @IsOptional()
  failFast?: boolean;
}
