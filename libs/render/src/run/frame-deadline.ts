/** How long one frame may make no progress before its lane is given up (composition-format 7.6). */
import { FramefarmError } from '@framefarm/contract';

/** For those who work on framefarm itself: a shorter or longer limit than the format's 30 s (CONTRIBUTING.md). */
const VARIABLE = 'FRAMEFARM_FRAME_DEADLINE_MS';
const MIN_MS = 100;
const MAX_MS = 600_000;

/**
 * Milliseconds from the environment, or undefined for the format's own limit.
 * @throws FramefarmError VALIDATION_FAILED when the variable holds no integer from 100 to 600 000.
 */
export function frameDeadlineMs(environment: NodeJS.ProcessEnv = process.env): number | undefined {
  const text = environment[VARIABLE];
  if (text === undefined || text === '') return undefined;
  const ms = /^\d{1,6}$/.test(text) ? Number(text) : Number.NaN;
  if (ms >= MIN_MS && ms <= MAX_MS) return ms;
  throw new FramefarmError(
    'VALIDATION_FAILED',
    `${VARIABLE} "${text.slice(0, 80)}": must be an integer from ${MIN_MS} to ${MAX_MS}`,
  );
}
