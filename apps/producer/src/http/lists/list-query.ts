/** Query fields of lists (http-api 3.3): read one by one, each fault with its name. Pure. */
import type { InputIssue } from '@framefarm/contract';
import { RENDER_STATUSES, type RenderFilter, type RenderStatus } from '@framefarm/farm';
import { invalid } from '../../options/raw-options.js';

export type Query = Readonly<Record<string, string | readonly string[] | undefined>>;

export interface ListQuery {
  /** 1 to 100. */
  readonly limit: number;
  readonly cursor: string | undefined;
}

const LIST_FIELDS = ['limit', 'cursor'];
/** ISO 8601: a day, with or without a time of it; what names no zone is of UTC, as all times of the interface are. */
const TIME = /^(\d{4})-(\d\d)-(\d\d)(?:T[\d:.]+(Z|[+-]\d\d:\d\d)?)?$/;
const FILTER_FIELDS = ['status', 'batch', 'label', 'createdAfter', 'createdBefore'];

/** @throws FramefarmError VALIDATION_FAILED */
export function readListQuery(query: Query): ListQuery {
  const issues: InputIssue[] = [];
  const list = listFields(query, LIST_FIELDS, issues);
  if (issues.length > 0) throw invalid(issues);
  return list;
}

/** @throws FramefarmError VALIDATION_FAILED */
export function readRenderQuery(query: Query, owner: string): ListQuery & { readonly filter: RenderFilter } {
  const issues: InputIssue[] = [];
  const list = listFields(query, [...LIST_FIELDS, ...FILTER_FIELDS], issues);
  const status = statuses(query, issues);
  const labels = labelPairs(query, issues);
  const createdAfter = time(query, 'createdAfter', issues);
  const createdBefore = time(query, 'createdBefore', issues);
  if (issues.length > 0) throw invalid(issues);
  const filter: RenderFilter = {
    owner,
    ...(status.length === 0 ? {} : { status }),
    ...(query.batch === undefined ? {} : { batch: String(query.batch) }),
    ...(Object.keys(labels).length === 0 ? {} : { labels }),
    ...(createdAfter === undefined ? {} : { createdAfter }),
    ...(createdBefore === undefined ? {} : { createdBefore }),
  };
  return { ...list, filter };
}

function listFields(query: Query, known: readonly string[], issues: InputIssue[]): ListQuery {
  for (const field of Object.keys(query)) {
    if (!known.includes(field))
      fault(issues, field, `is not a field here; known are ${known.join(', ')}`, 'unknown_field');
  }
  const limit = query.limit === undefined ? 50 : /^\d{1,3}$/.test(String(query.limit)) ? Number(query.limit) : 0;
  if (limit < 1 || limit > 100) fault(issues, 'limit', `"${String(query.limit)}": must be an integer from 1 to 100`);
  return { limit, cursor: query.cursor === undefined ? undefined : String(query.cursor) };
}

function statuses(query: Query, issues: InputIssue[]): RenderStatus[] {
  const given = [query.status ?? []]
    .flat()
    .flatMap((one) => one.split(','))
    .filter(Boolean);
  for (const one of given) {
    if (!(RENDER_STATUSES as readonly string[]).includes(one)) {
      fault(issues, 'status', `"${one}": must be one of ${RENDER_STATUSES.join(', ')}`);
    }
  }
  // Each is an index that is read: said a thousand times it is read once.
  return [...new Set(given)] as RenderStatus[];
}

function labelPairs(query: Query, issues: InputIssue[]): Record<string, string> {
  const labels = new Map<string, string>();
  for (const pair of [query.label ?? []].flat()) {
    const at = pair.indexOf(':');
    const [key, value] = [pair.slice(0, at), pair.slice(at + 1)];
    if (at < 1 || value === '') fault(issues, 'label', `"${pair}": must be key:value`);
    else if ((labels.get(key) ?? value) === value) labels.set(key, value);
    else fault(issues, 'label', `"${pair}": no render has two values of one key`);
  }
  return Object.fromEntries(labels);
}

function time(query: Query, field: string, issues: InputIssue[]): number | undefined {
  const value = query[field];
  if (value === undefined) return undefined;
  const [text, year, month, day, zone] = TIME.exec(String(value)) ?? [];
  const isTime = text !== undefined && isDay(Number(year), Number(month), Number(day));
  // Without one Date.parse would take the zone of this machine for a time, and UTC for a day.
  const ms = isTime ? Date.parse(text.includes('T') && zone === undefined ? `${text}Z` : text) : Number.NaN;
  if (Number.isNaN(ms)) fault(issues, field, `"${String(value)}": must be a time such as 2026-01-31T12:00:00Z`);
  return ms;
}

/** A day of the calendar; Date.parse takes February 30 for a day of March. */
function isDay(year: number, month: number, day: number): boolean {
  return day >= 1 && day <= new Date(Date.UTC(year, month, 0)).getUTCDate();
}

function fault(issues: InputIssue[], field: string, rule: string, code = 'invalid_value'): void {
  issues.push({ field, code, message: `${field} ${rule}` });
}
