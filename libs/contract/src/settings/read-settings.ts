/** Settings of a program from flags and environment, each checked by its declaration. */
import { FramefarmError, type InputIssue } from '../catalogue/errors.js';
import { readOrigin } from '../names/origin.js';
import { suggestion } from '../text/nearest-name.js';
import type { SettingSpec, Settings, SettingTable } from './spec.js';

export type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Reads every setting of `table`: a flag beats the environment, an empty variable counts as absent.
 * @throws FramefarmError VALIDATION_FAILED that names each faulty variable, its value and the rule (http-api 4.5).
 */
export function readSettings<T extends SettingTable>(
  table: T,
  env: Environment,
  flags: Partial<Record<keyof T, unknown>> = {},
): Settings<T> {
  const issues: InputIssue[] = [];
  const values: Record<string, unknown> = {};
  for (const [name, spec] of Object.entries(table)) {
    const given = flags[name];
    const variable = [spec.env, ...(spec.also ?? [])].find((key) => (env[key] ?? '') !== '') ?? spec.env;
    const where = given === undefined || given === null ? variable : `--${spec.flag ?? name}`;
    const raw = given ?? (env[variable] === '' ? undefined : env[variable]);
    if (raw === undefined) {
      values[name] = spec.default ?? (['paths', 'names', 'origins'].includes(spec.kind) ? [] : null);
      continue;
    }
    const read = readSetting(spec, raw);
    if ('value' in read) values[name] = read.value;
    else {
      const shown = spec.secret === true || read.hidden ? '' : ` ${JSON.stringify(raw)}`;
      const message = `${where}${shown}: ${read.rule}`;
      issues.push({ field: where, code: 'invalid_value', message });
    }
  }
  if (issues.length > 0) {
    const message = issues.map((issue) => issue.message).join('; ');
    throw new FramefarmError('VALIDATION_FAILED', message, {
      issues,
      hint: 'Correct the settings named above and start again.',
    });
  }
  return values as Settings<T>;
}

/** `hidden`: the value may hold a secret, and is not quoted. */
type Read = { readonly value: unknown } | { readonly rule: string; readonly hidden?: boolean };

/** A URL may hold a password, also one that was mistyped. */
const holdsUser = (raw: unknown): boolean => String(raw).includes('@');

function readSetting(spec: SettingSpec, raw: unknown): Read {
  switch (spec.kind) {
    case 'integer': {
      const number =
        typeof raw === 'number' ? raw : typeof raw === 'string' && /^\d{1,15}$/.test(raw) ? Number(raw) : Number.NaN;
      const [min, max] = [spec.min ?? 0, spec.max ?? Number.MAX_SAFE_INTEGER];
      return Number.isInteger(number) && number >= min && number <= max
        ? { value: number }
        : { rule: `must be a whole number from ${min} to ${max}` };
    }
    case 'switch':
      if (/^(1|true)$/i.test(String(raw))) return { value: true };
      return /^(0|false)$/i.test(String(raw)) ? { value: false } : { rule: 'must be 1 or 0' };
    case 'enum':
      return (spec.values ?? []).includes(String(raw))
        ? { value: raw }
        : { rule: `must be one of ${(spec.values ?? []).join(', ')}${suggestion(String(raw), spec.values ?? [])}` };
    case 'redis-url':
      return typeof raw === 'string' && /^(rediss?:\/\/|unix:\/|\/)./.test(raw)
        ? { value: raw }
        : { rule: 'must be a URL such as redis://localhost:6379/0, or the path of a socket', hidden: holdsUser(raw) };
    case 'url':
      return ['http:', 'https:'].includes(URL.parse(String(raw))?.protocol ?? '')
        ? { value: String(raw).replace(/\/$/, '') }
        : { rule: 'must be an http or https URL such as https://service.example.org', hidden: holdsUser(raw) };
    case 'paths':
      if (!Array.isArray(raw)) return { value: String(raw).split(':').filter(Boolean) };
      return raw.every((path) => path !== '') ? { value: raw } : { rule: 'must be a path each, none of them empty' };
    case 'names':
      return readNames(listOf(raw));
    case 'origins':
      return readOriginList(listOf(raw));
    case 'path':
    case 'text':
      return typeof raw === 'string' && raw !== '' && !raw.includes('\0')
        ? { value: raw }
        : { rule: 'must be a text that is not empty' };
  }
}

/** Items of a flag that was repeated, or of a text with commas. */
function listOf(raw: unknown): readonly unknown[] {
  const items = Array.isArray(raw) ? raw : [raw];
  return items.flatMap((item) =>
    String(item)
      .split(/[\s,]+/)
      .filter(Boolean),
  );
}

function readNames(list: readonly unknown[]): Read {
  const bad = list.find((item) => !/^[\w.-]{1,64}$/.test(String(item)));
  return bad === undefined
    ? { value: list }
    : { rule: `must be names of 1 to 64 letters, digits, ".", "_" or "-" (received ${String(bad)})` };
}

function readOriginList(list: readonly unknown[]): Read {
  const origins: string[] = [];
  for (const item of list) {
    const origin = readOrigin(String(item));
    if (!origin.ok) return origin;
    origins.push(origin.value);
  }
  return { value: origins };
}
