/** Options as clients see them: their HTTP names, with the defaults of the table (http-api 3.2). Pure. */
import {
  fieldName,
  OPTION_FIELD_NAMES,
  type OptionName,
  optionOf,
  type RawOptions,
  RENDER_OPTIONS,
} from '@framefarm/contract';

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
