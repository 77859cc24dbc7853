import type { RetentionRule } from '@framefarm/storage';

const HOUR = 3_600;
const DAY = 24 * HOUR;
const GIB = 1024 ** 3;

/** How long an upload is kept after its last use, seconds (http-api 3.7). */
export const COMPOSITION_KEPT_SECONDS = 30 * DAY;

/** How long what lies under the keys of the store is kept by default (reference: farm-practice 9). */
export const RETENTION_RULES: readonly RetentionRule[] = [
  { what: 'runs', prefix: 'renders/', keepSeconds: HOUR, keepSecondsAfterFailure: DAY },
  { what: 'outputs', prefix: 'outputs/', keepSeconds: 7 * DAY },
  { what: 'chunks', prefix: 'chunks/', maxBytes: 20 * GIB },
  { what: 'pictures', prefix: 'pictures/', maxBytes: 20 * GIB },
  // An archive that no record names is what an interrupted upload or removal left.
  {
    what: 'compositions',
    prefix: 'compositions/',
    keepSeconds: COMPOSITION_KEPT_SECONDS,
    keepSecondsAfterFailure: DAY,
    maxBytes: 20 * GIB,
  },
];
