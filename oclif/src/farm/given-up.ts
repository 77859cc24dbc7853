/** How a command that waits for a farm ends before the farm does: by a signal, or because its time is over (cli 1.2, 7). */
import { asFramefarmError, type FarmOptions, FramefarmError } from '@framefarm/contract';
import { EXIT, exitCodeOf } from '../session/exit-codes.js';
import type { Interruption } from '../session/interruption.js';
import { withoutSignal } from './open-farm.js';
import type { Submission } from './submission.js';

/** Aborts with `STILL_RUNNING` when `ms` have passed; never without. */
export function waitLimit(ms: number | null, id: () => string | null): AbortSignal {
  const limit = new AbortController();
  if (ms !== null) {
    setTimeout(() => {
      const submitted = id();
      const message =
        submitted === null
          ? `the farm has not answered within ${ms / 1000} s; whether it took the submission is not known`
          : `${submitted} has not ended within ${ms / 1000} s; it goes on`;
      limit.abort(new FramefarmError('STILL_RUNNING', message, { hint: hintOf(id()) }));
    }, ms).unref();
  }
  return limit.signal;
}

const hintOf = (id: string | null): string =>
  id === null ? 'Run the command again.' : `Go on waiting with "framefarm farm watch ${id}".`;

/** The error to show, and the exit status, for whatever ended the waiting. */
export async function gaveUp(
  thrown: unknown,
  interruption: Interruption,
  farm: FarmOptions | null,
  submission: Submission | null,
): Promise<{ readonly error: FramefarmError; readonly exit: number }> {
  const received = interruption.received();
  if (received === null) {
    const error = asFramefarmError(thrown);
    // Whoever cancelled it was not this command.
    return { error, exit: error.code === 'RENDER_CANCELLED' ? EXIT.failed : exitCodeOf(error) };
  }
  const fate = farm === null || submission === null ? 'no output was written' : await fateOf(farm, submission);
  const goesOn = farm?.onInterrupt === 'detach' && submission?.id() != null;
  const hint = goesOn ? { hint: 'Nothing has to be started again.' } : {};
  const error = new FramefarmError('INTERRUPTED', `ended by ${received}; ${fate}`, hint);
  return { error, exit: exitCodeOf(error, received) };
}

async function fateOf(farm: FarmOptions, submission: Submission): Promise<string> {
  const id = submission.id();
  if (farm.onInterrupt === 'detach' && id !== null) {
    return `${id} goes on; "framefarm farm watch ${id}" follows it`;
  }
  try {
    const cancelled = await submission.cancel(await withoutSignal(submission.client));
    return cancelled === null ? 'nothing was submitted' : `${cancelled} is cancelled`;
  } catch (error) {
    const what = id === null ? 'the submission' : id;
    return `${what} could not be cancelled: ${asFramefarmError(error).message}`;
  }
}
