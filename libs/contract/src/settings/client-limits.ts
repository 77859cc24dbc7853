/** How long clients of a producer may take, and how many there may be (http-api 1, 3.4; security 7). */
import type { SettingTable } from './spec.js';

const HOUR_MS = 3_600_000;

export const CLIENT_LIMIT_SETTINGS = {
  headersTimeoutMs: {
    env: 'PRODUCER_HEADERS_TIMEOUT_MS',
    kind: 'integer',
    min: 100,
    max: HOUR_MS,
    default: 10_000,
    help: 'Time for the headers of a request to arrive, milliseconds.',
  },
  bodyTimeoutMs: {
    env: 'PRODUCER_BODY_TIMEOUT_MS',
    kind: 'integer',
    min: 100,
    max: HOUR_MS,
    default: 30_000,
    help: 'Time for a JSON body to arrive, milliseconds.',
  },
  requestTimeoutMs: {
    env: 'PRODUCER_REQUEST_TIMEOUT_MS',
    kind: 'integer',
    min: 100,
    max: HOUR_MS,
    default: 300_000,
    help: 'Time for any whole request to arrive, uploads included, milliseconds.',
  },
  idleTimeoutMs: {
    env: 'PRODUCER_IDLE_TIMEOUT_MS',
    kind: 'integer',
    min: 100,
    max: HOUR_MS,
    default: 60_000,
    help: 'Time that a connection is kept for its next request, milliseconds.',
  },
  stalledTimeoutMs: {
    env: 'PRODUCER_STALLED_TIMEOUT_MS',
    kind: 'integer',
    min: 100,
    max: HOUR_MS,
    default: 60_000,
    help: 'Time in which a client must take something of an answer that waits for it, milliseconds.',
  },
  maxConnections: {
    env: 'PRODUCER_MAX_CONNECTIONS',
    kind: 'integer',
    min: 1,
    max: 65_535,
    default: 2_048,
    help: 'Connections at once; further ones are closed.',
  },
  maxEventStreams: {
    env: 'PRODUCER_MAX_EVENT_STREAMS',
    kind: 'integer',
    min: 1,
    max: 65_535,
    default: 20,
    help: 'Event streams of one key at once; further ones get 429.',
  },
  maxUploads: {
    env: 'PRODUCER_MAX_UPLOADS',
    kind: 'integer',
    min: 1,
    max: 1_000,
    default: 8,
    help: 'Uploads of compositions by one key at once; further ones get 429.',
  },
} as const satisfies SettingTable;
