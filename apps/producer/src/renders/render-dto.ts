/** The body of `POST /renders` (http-api 3.1). */
import { ApiProperty } from '@nestjs/swagger';
import { IsOptional } from 'class-validator';
import { Nested } from '../http/rules/instances.js';
import { Rule } from '../http/rules/rules.js';
import { outputNameFault } from '../options/output-name.js';
import { SourceDto, sourceFault } from '../sources/source-dto.js';
import { SubmissionDto } from './submission-fields.js';

export class RenderDto extends SubmissionDto {
  @ApiProperty({ type: () => SourceDto, description: 'Exactly one of its fields.' })
  @Rule('invalid_source', sourceFault)
  @Nested(() => SourceDto)
  source!: SourceDto;

  @ApiProperty({ required: false, description: 'Relative name of the output. Default: <requestId>.<ext>.' })
  @Rule('invalid_value', (value) => (typeof value === 'string' ? outputNameFault(value) : 'must be a text'))
  @IsOptional()
  outputName?: string;
}
