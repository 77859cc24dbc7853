/** The output template of a batch: literal text and `{placeholders}` (cli 5). Pure. */
import { LOST_DIGITS, losesDigits } from '../rows/lost-digits.js';
import { ownValue, type RowVariables } from '../rows/parse-rows.js';
import { shownValue } from '../rows/shown-value.js';

export type TemplatePart =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'placeholder'; readonly name: string };

export type OutputTemplate = readonly TemplatePart[];

/** One fault of a template or of a row's value in it. */
export interface TemplateFault {
  readonly code: string;
  readonly message: string;
  /** The placeholder, where the fault has one. */
  readonly field?: string;
}

/** Counts rows from 0; wins over a row key of that name. */
export const INDEX_PLACEHOLDER = 'index';

/** Longest value of a placeholder in bytes of UTF-8 (cli 5). */
const MAX_VALUE_BYTES = 200;

const NAME = /^[A-Za-z0-9_.-]+$/;

/** Splits a template; each brace that opens or closes no placeholder is a fault. */
export function parseTemplate(text: string): {
  readonly template: OutputTemplate;
  readonly faults: readonly TemplateFault[];
} {
  const template: TemplatePart[] = [];
  const faults: TemplateFault[] = [];
  // Every brace pair, or a brace that stands alone.
  for (const [piece] of text.matchAll(/\{[^{}]*\}|[{}]|[^{}]+/g)) {
    if (piece === '{' || piece === '}') {
      faults.push({
        code: 'template_invalid',
        message: `"${piece}" in ${text} belongs to no placeholder such as {name}`,
      });
    } else if (!piece.startsWith('{')) {
      template.push({ kind: 'text', text: piece });
    } else if (NAME.test(piece.slice(1, -1))) {
      template.push({ kind: 'placeholder', name: piece.slice(1, -1) });
    } else {
      faults.push({
        code: 'template_invalid',
        message: `${shownValue(piece)} is no placeholder: a name has the characters A-Z a-z 0-9 _ . -`,
      });
    }
  }
  return { template, faults };
}

/** `renders/<name>_{index}<extension>`; a project may be called `{x}`. */
export function defaultTemplate(name: string, extension: string): OutputTemplate {
  return [
    { kind: 'text', text: `renders/${name}_` },
    { kind: 'placeholder', name: INDEX_PLACEHOLDER },
    ...(extension === '' ? [] : [{ kind: 'text', text: extension } as const]),
  ];
}

export function usesPlaceholder(template: OutputTemplate, name: string): boolean {
  return template.some((part) => part.kind === 'placeholder' && part.name === name);
}

/** The directories before the first placeholder: what a row cannot leave. Empty when there are none. */
export function fixedDirectory(template: OutputTemplate): string {
  const first = template[0];
  if (first?.kind !== 'text') return '';
  // A template without placeholders is all text; its last name is the output's own.
  return first.text.slice(0, first.text.search(/[^/\\]*$/));
}

/** The template filled with a row; null with all faults when a value cannot be used. */
export function fillTemplate(
  template: OutputTemplate,
  row: RowVariables,
  index: number,
): { readonly path: string | null; readonly faults: readonly TemplateFault[] } {
  const faults = new Map<string, TemplateFault>();
  let path = '';
  for (const [at, part] of template.entries()) {
    if (part.kind === 'text') path += part.text;
    else if (part.name === INDEX_PLACEHOLDER) path += index;
    else {
      const value = ownValue(row, part.name);
      const fault = valueFault(part.name, value) ?? (endsName(template, at) ? endingFault(part.name, value) : null);
      if (fault === null) path += String(value);
      else faults.set(part.name, fault);
    }
  }
  return { path: faults.size > 0 ? null : path, faults: [...faults.values()] };
}

/** Whether the name of a file or directory ends with this part. */
function endsName(template: OutputTemplate, at: number): boolean {
  const next = template[at + 1];
  return next === undefined || (next.kind === 'text' && /^[/\\]/.test(next.text));
}

/** Some systems leave out what such a name ends with, and would write another file. */
function endingFault(name: string, value: unknown): TemplateFault | null {
  if (!/[. ]$/.test(String(value))) return null;
  const message = `{${name}} is ${shownValue(value)}, by which a name would end with a dot or a space`;
  return { code: 'placeholder_unsafe', field: name, message };
}

/** Why a value cannot stand for a placeholder, or null: a row cannot choose a directory. */
export function valueFault(name: string, value: unknown): TemplateFault | null {
  const fault = (code: string, rule: string): TemplateFault => ({ code, field: name, message: `{${name}} ${rule}` });
  if (value === undefined) return fault('placeholder_missing', `stands in --output, but the row has no "${name}"`);
  if (typeof value !== 'string' && typeof value !== 'number' && typeof value !== 'boolean') {
    return fault('placeholder_not_scalar', `is ${shownValue(value)}, but must be a string, number or boolean`);
  }
  const text = String(value);
  if (losesDigits(value)) return fault('placeholder_unsafe', `is ${shownValue(value)}, ${LOST_DIGITS}`);
  const unsafe = (rule: string): TemplateFault => fault('placeholder_unsafe', `is ${shownValue(value)}, ${rule}`);
  if (text === '') return unsafe('which is empty; an output needs a name');
  if (text === '.' || text === '..') return unsafe('which names a directory');
  if (/[/\\]/.test(text)) return unsafe('which holds a slash or backslash; directories belong in the template');
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for.
  if (/[\u0000-\u001f\u007f-\u009f]/.test(text)) return unsafe('which holds a control character');
  if (!text.isWellFormed()) return unsafe('which holds half of a surrogate pair; no file can be named so');
  const bytes = Buffer.byteLength(text);
  if (bytes > MAX_VALUE_BYTES) return unsafe(`which has ${bytes} bytes; at most ${MAX_VALUE_BYTES} are allowed`);
  return null;
}
