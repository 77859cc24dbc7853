/** The fields that every submission has beside its source: options, and how the farm treats it (http-api 3.1). */

import { ApiProperty } from '@nestjs/swagger';
import { IsOptional } from 'class-validator';
import { Nested } from '../http/rules/instances.js';
import { OneOf, Pairs, PlainObject, Rule, SmallJson, Text, Whole } from '../http/rules/rules.js';
import { RenderOptionFields } from '../options/option-decorators.js';
import { WEBHOOK_EVENTS } from './webhook-events.js';

/** Options of the table, by their HTTP names. */
@RenderOptionFields()
export class RenderOptionsDto {
  @ApiProperty({
    required: false,
    enum: ['auto', 'hdr', 'sdr'],
    default: 'auto',
    description: 'Dynamic range of the output; hdr needs mp4.',
  })
  @OneOf(['auto', 'hdr', 'sdr'])
  @IsOptional()
  outputDynamicRange?: string;

  @ApiProperty({
    required: false,
    enum: ['auto', 'force-hdr', 'force-sdr'],
    deprecated: true,
    description: 'Old form of outputDynamicRange.',
  })
  @OneOf(['auto', 'force-hdr', 'force-sdr'])
  @IsOptional()
  hdrMode?: string;
}

export class WebhookDto {
  @ApiProperty({ description: 'https URL with a public address.', examples: ['https://ci.example.com/hooks/render'] })
  @Text(2048)
  url!: string;

  @ApiProperty({
    required: false,
    type: 'array',
    items: { type: 'string', enum: [...WEBHOOK_EVENTS] },
    description: 'What is sent. Default: the three ends of a render, and the end of a batch.',
  })
  @Rule('invalid_value', (value) =>
    Array.isArray(value) && value.length > 0 && value.every((one) => WEBHOOK_EVENTS.includes(one))
      ? null
      : `must be a list of ${WEBHOOK_EVENTS.join(', ')}`,
  )
  @IsOptional()
  events?: string[];
}

export class SubmissionDto extends RenderOptionsDto {
  @ApiProperty({
    required: false,
    type: 'integer',
    minimum: 0,
    maximum: 100,
    default: 50,
    description: 'More goes first; above 50 needs the scope priority. First in, first out within a priority.',
  })
  @Whole(0, 100)
  @IsOptional()
  priority?: number;

  @ApiProperty({
    required: false,
    oneOf: [
      { type: 'integer', minimum: 1, maximum: 256 },
      { type: 'string', enum: ['auto'] },
    ],
    default: 'auto',
    description: 'Parts to capture in; auto follows the measured speed.',
  })
  @Whole(1, 256, 'auto')
  @IsOptional()
  chunks?: number | 'auto';

  @ApiProperty({
    selfRequired: false,
    type: 'object',
    additionalProperties: { type: 'string' },
    description: 'Up to 16 pairs of texts, to filter lists by.',
    examples: [{ project: 'launch' }],
  })
  @Pairs(16, 128)
  @IsOptional()
  labels?: Record<string, string>;

  @ApiProperty({
    selfRequired: false,
    type: 'object',
    additionalProperties: true,
    description: 'Any JSON up to 4 KB; echoed in every object, event and webhook.',
  })
  @SmallJson(4096)
  @IsOptional()
  metadata?: unknown;

  @ApiProperty({
    required: false,
    type: 'integer',
    minimum: 1,
    maximum: 86_400,
    default: 3600,
    description: 'Limit of the whole render from its first start, seconds.',
  })
  @Whole(1, 86_400)
  @IsOptional()
  timeoutSeconds?: number;

  @ApiProperty({
    required: false,
    type: 'integer',
    minimum: 60,
    maximum: 2_592_000,
    default: 604_800,
    description: 'How long the output is kept, seconds.',
  })
  @Whole(60, 2_592_000)
  @IsOptional()
  retentionSeconds?: number;

  @ApiProperty({
    required: false,
    type: () => WebhookDto,
    description: 'Where to tell of the end (Standard Webhooks).',
  })
  @PlainObject()
  @Nested(() => WebhookDto)
  @IsOptional()
  webhook?: WebhookDto;
}
