import { FramefarmError } from '@framefarm/contract';
import type { ByteRange } from './store.js';

/**
 * Cuts a range to the size of its object.
 * @throws FramefarmError `VALIDATION_FAILED` when it is none, `RANGE_NOT_SATISFIABLE` when it starts behind the last byte.
 */
export function rangeWithin(range: ByteRange, size: number): ByteRange {
  checkRange(range);
  if (range.start >= size) throw notSatisfiable(range, size);
  return { start: range.start, end: Math.min(range.end, size - 1) };
}

/** @throws FramefarmError `VALIDATION_FAILED` */
export function checkRange({ start, end }: ByteRange): void {
  if (Number.isSafeInteger(start) && Number.isSafeInteger(end) && start >= 0 && end >= start) return;
  throw new FramefarmError(
    'VALIDATION_FAILED',
    `Byte range ${start} to ${end}: both ends are whole numbers from 0, and the end is not before the start.`,
  );
}

export function notSatisfiable({ start, end }: ByteRange, size?: number): FramefarmError {
  const of = size === undefined ? 'the object' : `an object of ${size} bytes`;
  return new FramefarmError('RANGE_NOT_SATISFIABLE', `Bytes ${start} to ${end} of ${of} were asked for.`);
}
