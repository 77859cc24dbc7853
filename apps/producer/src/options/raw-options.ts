/** From the fields of a body to the raw options of the table, and the rules between them. Pure. */
import {
  type FramefarmError,
  fieldName,
  type InputIssue,
  OPTION_FIELD_NAMES,
  OPTION_FIELDS,
  type OptionName,
  type RawOptions,
  type RenderOptions,
  resolveRenderOptions,
} from '@framefarm/contract';
import { RequestFault } from '../http/problems/request-fault.js';

export interface CheckedOptions {
  readonly raw: RawOptions;
  readonly options: RenderOptions;
}

const RANGES = ['auto', 'hdr', 'sdr'];
/** Values of `hdrMode`, the old form, and what each means. */
const MODES: Readonly<Record<string, string>> = { auto: 'auto', 'force-hdr': 'hdr', 'force-sdr': 'sdr' };

/**
 * Reads every option of a body and checks what options mean to each other.
 * @throws FramefarmError VALIDATION_FAILED with all faults; conflicting fields are both named.
 */
export function checkedOptions(body: Readonly<Record<string, unknown>>): CheckedOptions {
  const raw: Partial<Record<OptionName, unknown>> = {};
  for (const field of OPTION_FIELD_NAMES) {
    const value = body[field];
    if (value !== undefined && value !== null) raw[OPTION_FIELDS[field]] = value;
  }
  const range = dynamicRange(body);
  if (range.issues.length > 0) throw invalid(range.issues);
  if (range.value === 'hdr') raw.hdr = true;
  if (range.value === 'sdr') raw.sdr = true;
  const checked = resolveRenderOptions(raw, fieldName);
  if (!checked.ok) throw invalid(checked.issues);
  return { raw, options: checked.options };
}

export function invalid(issues: readonly InputIssue[]): FramefarmError {
  return new RequestFault('VALIDATION_FAILED', issues.map((issue) => issue.message).join('; '), { issues });
}

function dynamicRange(body: Readonly<Record<string, unknown>>): {
  readonly value: string;
  readonly issues: readonly InputIssue[];
} {
  const { outputDynamicRange: asked, hdrMode } = body;
  const mode = hdrMode === undefined || hdrMode === null ? undefined : (MODES[String(hdrMode)] ?? null);
  const fault = (field: string, rule: string, code = 'invalid_value') => ({
    value: 'auto',
    issues: [{ field, code, message: `${field} ${rule}` }],
  });
  if (asked !== undefined && asked !== null && !RANGES.includes(String(asked))) {
    return fault('outputDynamicRange', `${JSON.stringify(asked)}: must be one of ${RANGES.join(', ')}`);
  }
  if (mode === null) {
    return fault('hdrMode', `${JSON.stringify(hdrMode)}: must be one of ${Object.keys(MODES).join(', ')}`);
  }
  if (mode !== undefined && asked !== undefined && asked !== null && asked !== mode) {
    return fault('hdrMode', `${String(hdrMode)} disagrees with outputDynamicRange ${String(asked)}`, 'conflict');
  }
  return { value: String(asked ?? mode ?? 'auto'), issues: [] };
}
