/** Ids of requests (http-api 1.1). */
import { randomUUID } from 'node:crypto';

const SAFE = /^[A-Za-z0-9._-]{1,128}$/;

/** The id that a client sent in `x-request-id` when it is in the safe pattern, else a new UUID. */
export function requestIdOf(header: string | readonly string[] | undefined): string {
  return typeof header === 'string' && SAFE.test(header) ? header : randomUUID();
}
