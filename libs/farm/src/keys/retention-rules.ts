import type { RetentionRule } from '@framefarm/storage';

const HOUR = 3_600;
const DAY = 24 * HOUR;
const GIB = 1024 ** 3;

/** How long what lies under the keys of the store is kept by default (reference: farm-practice 9). */
export const RETENTION_RULES: readonly RetentionRule[] = [
  { what: 'runs', prefix: 'renders/', keepSeconds: HOUR, keepSecondsAfterFailure: DAY },
  { what: 'outputs', prefix: 'outputs/', keepSeconds: 7 * DAY },
  { what: 'chunks', prefix: 'chunks/', maxBytes: 20 * GIB },
  { what: 'pictures', prefix: 'pictures/', maxBytes: 20 * GIB },
  { what: 'compositions', prefix: 'compositions/', maxBytes: 20 * GIB },
];
