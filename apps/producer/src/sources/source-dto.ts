/** Where the composition of a submission comes from: exactly one of five (http-api 3.1). */
import { ApiProperty } from '@nestjs/swagger';
import { IsOptional } from 'class-validator';
import { INLINE_BODY_BYTES } from '../http/requests/json-body.js';
import { isObject, Rule, Text } from '../http/rules/rules.js';

export const COMPOSITION_ID = /^cmp_[0-9a-f]{64}$/;

export const CompositionId = (): PropertyDecorator =>
  Rule('invalid_value', (value) =>
    typeof value === 'string' && COMPOSITION_ID.test(value) ? null : 'must be cmp_ and 64 hex digits',
  );

export class SourceDto {
  @ApiProperty({ required: false, description: 'Id of an uploaded composition.', pattern: COMPOSITION_ID.source })
  @CompositionId()
  @IsOptional()
  composition?: string;

  @ApiProperty({ required: false, description: 'One HTML document, which becomes the entry file.' })
  @Text(INLINE_BODY_BYTES)
  @IsOptional()
  html?: string;

  @ApiProperty({
    selfRequired: false,
    type: 'object',
    additionalProperties: {
      oneOf: [
        { type: 'string' },
        { type: 'object', properties: { base64: { type: 'string' } }, required: ['base64'] },
        { type: 'object', properties: { text: { type: 'string' } }, required: ['text'] },
      ],
    },
    description: 'Project path to content: text, {"text": …} or {"base64": …}.',
    examples: [{ 'index.html': '<div data-composition-id="root" …>' }],
  })
  @Rule('invalid_value', filesFault)
  @IsOptional()
  files?: Record<string, string | { text: string } | { base64: string }>;

  @ApiProperty({ required: false, description: 'Directory of the producer, below one that its operator allows.' })
  @Text(4096)
  @IsOptional()
  projectDir?: string;

  @ApiProperty({ required: false, description: 'Address of an HTML document at an origin that the operator lists.' })
  @Text(4096)
  @IsOptional()
  url?: string;
}

export const SOURCE_KINDS = ['composition', 'html', 'files', 'projectDir', 'url'] as const;

/** Why a source is not exactly one of its kinds, or null. */
export function sourceFault(source: unknown): string | null {
  return isObject(source)
    ? exactlyOneFault(source, SOURCE_KINDS)
    : `must be an object with exactly one of ${SOURCE_KINDS.join(', ')}`;
}

/** Why an object does not hold exactly one of the fields, or null. */
export function exactlyOneFault(object: object, fields: readonly string[]): string | null {
  const value = object as Readonly<Record<string, unknown>>;
  const given = fields.filter((field) => value[field] !== undefined && value[field] !== null);
  if (given.length === 1) return null;
  const found = given.length === 0 ? 'holds none' : `holds ${given.join(' and ')}`;
  return `${found}; it must hold exactly one of ${fields.join(', ')}`;
}

function filesFault(value: unknown): string | null {
  if (!isObject(value) || Object.keys(value).length === 0) return 'must be an object of project paths and contents';
  for (const [path, content] of Object.entries(value)) {
    const inner = isObject(content) ? Object.values(content) : [content];
    const known = !isObject(content) || ['text', 'base64'].includes(Object.keys(content).join());
    if (!known || typeof inner[0] !== 'string') {
      return `has "${path.slice(0, 80)}", whose content is no text, {"text"} or {"base64"}`;
    }
  }
  return null;
}
