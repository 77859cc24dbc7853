/** Reading what the page sends. */
import type { IncomingMessage } from 'node:http';
import { FramefarmError } from '@framefarm/contract';

/** Most bytes of a body: the report of a page with many volume curves stays far below. */
const MAX_BYTES = 64 * 1024 * 1024;

/** @throws FramefarmError `VALIDATION_FAILED` for what is too large, no JSON, or no object. */
export async function readObject(request: IncomingMessage): Promise<Record<string, unknown>> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > MAX_BYTES) throw misfit(`holds more than ${MAX_BYTES} bytes`);
    chunks.push(chunk);
  }
  let value: unknown;
  try {
    value = JSON.parse(Buffer.concat(chunks).toString('utf8'));
  } catch {
    throw misfit('is not JSON');
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw misfit('is not a JSON object');
  return value as Record<string, unknown>;
}

function misfit(rule: string): FramefarmError {
  return new FramefarmError('VALIDATION_FAILED', `the body of the request ${rule}`);
}
