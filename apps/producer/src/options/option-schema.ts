/** The OpenAPI schema of an option, from its declaration. Pure. */
import type { OptionSpec } from '@framefarm/contract';

export interface FieldSchema {
  readonly [keyword: string]: unknown;
}

export function optionSchema(spec: OptionSpec): FieldSchema {
  const text = spec.defaultText === undefined ? spec.help : `${spec.help} Default: ${spec.defaultText}.`;
  const limits = spec.formats === undefined ? '' : ` Only for ${spec.formats.join(', ')}.`;
  const later = spec.unavailable === undefined ? '' : ` Refused for now: ${spec.unavailable}.`;
  return {
    ...shape(spec),
    description: `${text}${limits}${later}`,
    ...(spec.default === undefined ? {} : { default: spec.default }),
  };
}

function shape(spec: OptionSpec): FieldSchema {
  const integer = {
    type: 'integer',
    ...(spec.min === undefined ? {} : { minimum: spec.min }),
    ...(spec.max === undefined ? {} : { maximum: spec.max }),
  };
  switch (spec.kind) {
    case 'flag':
      return { type: 'boolean' };
    case 'integer':
      return integer;
    case 'workers':
      return { oneOf: [integer, { type: 'string', enum: ['auto'] }] };
    case 'enum':
      return { type: 'string', enum: [...(spec.values ?? [])] };
    case 'fps':
      return {
        oneOf: [
          { type: 'integer', minimum: 1, maximum: 240 },
          { type: 'string', pattern: '^\\d+(/\\d+)?$' },
        ],
        examples: [30, '30000/1001'],
      };
    case 'bitrate':
      return { type: 'string', pattern: '^\\d+(\\.\\d+)?[kKmM]$', examples: ['10M'] };
    case 'json':
      return { type: 'object', additionalProperties: true, examples: [{ title: 'Hello' }] };
    case 'time':
    case 'frames':
      return { oneOf: [{ type: 'number' }, { type: 'string' }] };
    case 'places':
      return { type: 'object', additionalProperties: { type: 'string' }, examples: [{ 'pixi.js': 'pixi.js/dist' }] };
    case 'texts':
    case 'origins':
      return { type: 'array', items: { type: 'string' } };
    default:
      return { type: 'string' };
  }
}
