/** Options as clients see them: their HTTP names, with the defaults of the table (http-api 3.2). Pure. */
import { type OptionName, type RawOptions, RENDER_OPTIONS } from '@framefarm/contract';
import { fieldName, OPTION_FIELD_NAMES, optionOf } from './http-fields.js';

export function publicOptions(raw: RawOptions): Readonly<Record<string, unknown>> {
  const format = raw.format ?? RENDER_OPTIONS.format.default;
  const options: Record<string, unknown> = {};
  for (const field of OPTION_FIELD_NAMES) {
    const { default: usual, formats } = optionOf(field);
    const applies = formats === undefined || (formats as readonly unknown[]).includes(format);
    if (usual !== undefined && applies) options[field] = usual;
  }
  for (const [name, value] of Object.entries(raw) as [OptionName, unknown][]) {
    if (name === 'hdr' || name === 'sdr') options.outputDynamicRange = name;
    else options[fieldName(name)] = value;
  }
  return { outputDynamicRange: 'auto', ...options };
}
