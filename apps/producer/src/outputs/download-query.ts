/** Query fields of downloads (http-api 3.5): a value that means nothing is refused, as those of lists are. Pure. */
import { type InputIssue, shown } from '@framefarm/contract';
import { invalid } from '../options/raw-options.js';

export const DISPOSITIONS = ['attachment', 'inline'] as const;
export const REDIRECTS = ['true', 'false'] as const;

export interface DownloadQuery {
  readonly disposition: (typeof DISPOSITIONS)[number];
  readonly redirect: boolean;
}

/** @throws FramefarmError VALIDATION_FAILED */
export function readDownloadQuery(query: {
  readonly disposition?: unknown;
  readonly redirect?: unknown;
}): DownloadQuery {
  const issues: InputIssue[] = [];
  const disposition = oneOf('disposition', query.disposition, DISPOSITIONS, issues);
  const redirect = oneOf('redirect', query.redirect, REDIRECTS, issues);
  if (issues.length > 0) throw invalid(issues);
  return { disposition, redirect: redirect === 'true' };
}

/** The first of `values` when nothing is given. */
function oneOf<T extends string>(field: string, given: unknown, values: readonly [T, ...T[]], issues: InputIssue[]): T {
  const found = given === undefined ? values[0] : values.find((value) => value === given);
  if (found === undefined) {
    const message = `${field} ${shown(given)}: must be one of ${values.join(', ')}`;
    issues.push({ field, code: 'invalid_value', message });
  }
  return found ?? values[0];
}
