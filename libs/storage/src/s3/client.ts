import { S3Client } from '@aws-sdk/client-s3';
import type { S3Settings } from './settings.js';

const CONNECT_MS = 5_000;
/** How long nothing may come or go on a connection. A reader that pauses for longer asks again. */
const IDLE_MS = 120_000;
/** The same while bytes are sent, however many: servers that take their time to join parts send spaces meanwhile. */
export const SENDING_IDLE_MS = 30_000;
const ATTEMPTS = 4;
/** How long a request that sends no bytes waits for the head of its answer: a server that is there but mute is as good as away. */
export const ANSWER_WITHIN = { requestTimeout: 15_000 } as const;
/**
 * How many connections there may be is bounded by who asks: a worker by its slots, a producer by its clients. The SDK's own 50 are
 * taken by as many downloads that pass through a producer, and everything else of the store fails meanwhile.
 */
const AGENT = { maxSockets: Number.POSITIVE_INFINITY };

/** A client that gives up: every request ends after a bounded number of attempts, each with bounded silence. */
export function s3Client(
  settings: S3Settings,
  { endpoint = settings.endpoint, idleMs = IDLE_MS }: { readonly endpoint?: string; readonly idleMs?: number } = {},
): S3Client {
  return new S3Client({
    region: settings.region,
    forcePathStyle: settings.forcePathStyle,
    maxAttempts: ATTEMPTS,
    requestHandler: {
      connectionTimeout: CONNECT_MS,
      socketTimeout: idleMs,
      throwOnRequestTimeout: true,
      httpAgent: AGENT,
      httpsAgent: AGENT,
    },
    // Signatures cover the bytes, and every object carries its SHA-256; many servers do not know the newer checksums.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    ...(endpoint === undefined ? {} : { endpoint }),
    ...(settings.credentials === undefined ? {} : { credentials: settings.credentials }),
  });
}
