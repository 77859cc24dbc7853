/** Signed cursors of lists (http-api 3.3): a changed one, or one of another list, is refused. Pure. */
import { createHmac, timingSafeEqual } from 'node:crypto';
import { FramefarmError } from '@framefarm/contract';

/** `scope` is what the list is of: owner, kind and filters. */
export function signCursor(secret: string, scope: string, after: string): string {
  return `${Buffer.from(after).toString('base64url')}.${signature(secret, scope, after)}`;
}

/** @throws FramefarmError INVALID_CURSOR */
export function readCursor(secret: string, scope: string, cursor: string): string {
  const [text = '', given = '', ...more] = cursor.split('.');
  const after = Buffer.from(text, 'base64url').toString('utf8');
  const expected = Buffer.from(signature(secret, scope, after));
  const received = Buffer.from(given);
  const fits = more.length === 0 && received.length === expected.length && timingSafeEqual(received, expected);
  if (!fits) throw new FramefarmError('INVALID_CURSOR', 'The cursor was changed, or belongs to another list.');
  return after;
}

function signature(secret: string, scope: string, after: string): string {
  return createHmac('sha256', secret)
    .update(JSON.stringify([scope, after]))
    .digest('base64url');
}
