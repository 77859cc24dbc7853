/** Deadlines of a browser and its page that someone who works on framefarm may set otherwise (CONTRIBUTING.md). */
import type { StageDeadlines } from '@framefarm/browser';
import { FramefarmError } from '@framefarm/contract';

/** For tests of a stalled render and for pages under a debugger; none of them is an option of a render. */
const VARIABLES = {
  /** How long one frame may make no progress before its lane is given up (composition-format 7.6). */
  frameMs: 'FRAMEFARM_FRAME_DEADLINE_MS',
  /** How long a browser may take to answer. */
  launchMs: 'FRAMEFARM_LAUNCH_DEADLINE_MS',
} as const;
const MIN_MS = 100;
const MAX_MS = 600_000;

/**
 * Milliseconds from the environment; what it does not name has the stage's own limit.
 * @throws FramefarmError VALIDATION_FAILED when a variable holds no integer from 100 to 600 000.
 */
export function stageDeadlines(
  environment: NodeJS.ProcessEnv = process.env,
): Partial<Pick<StageDeadlines, keyof typeof VARIABLES>> {
  const named = Object.entries(VARIABLES).filter(([, variable]) => (environment[variable] ?? '') !== '');
  return Object.fromEntries(named.map(([deadline, variable]) => [deadline, milliseconds(variable, environment)]));
}

function milliseconds(variable: string, environment: NodeJS.ProcessEnv): number {
  const text = environment[variable] ?? '';
  const ms = /^\d{1,6}$/.test(text) ? Number(text) : Number.NaN;
  if (ms >= MIN_MS && ms <= MAX_MS) return ms;
  throw new FramefarmError(
    'VALIDATION_FAILED',
    `${variable} "${text.slice(0, 80)}": must be an integer from ${MIN_MS} to ${MAX_MS}`,
  );
}
