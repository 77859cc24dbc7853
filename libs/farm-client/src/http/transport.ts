/**
 * Requests to a farm that survive what networks and restarts do to them. Every request may be sent again: those that create
 * something carry an Idempotency-Key, and an upload is named by its content (http-api 3.7, 4.2).
 */
import { FramefarmError, readRetryAfter } from '@framefarm/contract';
import type { FarmAccess } from '../access.js';
import { pause } from './pause.js';
import { problemOf } from './problem.js';

export interface SendOptions {
  readonly signal?: AbortSignal | undefined;
  /** Longest wait for the head of one answer, ms. Default 30 000. */
  readonly timeoutMs?: number;
  /** Attempts in all, 1 or more. Default 5: about 4 s for a farm that does not answer. */
  readonly attempts?: number;
  /** A redirect is followed, such as to an object store. Default false. */
  readonly mayRedirect?: boolean;
}

export interface Transport {
  /**
   * `request`: made anew for each attempt where its body is large, as a copy of a request keeps all of it in memory.
   * @throws FramefarmError what the farm refused with, or `FARM_UNREACHABLE`.
   */
  send(request: Request | (() => Request), options?: SendOptions): Promise<Response>;
  /** A request to a path of the farm; it gets the key when it is sent. */
  request(path: string, init?: RequestInit): Request;
}

const TIMEOUT_MS = 30_000;
const ATTEMPTS = 5;
/** First pause before another attempt, ms; it doubles each time. */
const PAUSE_MS = 250;
/** Longest wait that a farm may ask for with Retry-After, ms. */
const LONGEST_PAUSE_MS = 30_000;
/** Answers after which the same request may succeed. */
const PASSING = [408, 429, 502, 503, 504];

/** Told that the farm takes no more requests of this key for now (429), and after how long the same one is sent again, ms. */
export type OnBusy = (waitMs: number) => void;

export function createTransport({ url, apiKey }: FarmAccess, onBusy: OnBusy = () => undefined): Transport {
  const headers: Record<string, string> = apiKey === null ? {} : { authorization: `Bearer ${apiKey}` };
  return {
    request: (path, init = {}) => new Request(`${url}${path}`, init),
    send: async (request, { signal, timeoutMs = TIMEOUT_MS, attempts = ATTEMPTS, mayRedirect = false } = {}) => {
      for (let attempt = 1; ; attempt += 1) {
        const isLast = attempt >= attempts;
        const one = typeof request === 'function' ? request() : isLast ? request : request.clone();
        for (const [name, value] of Object.entries(headers)) one.headers.set(name, value);
        const answer = await oneAttempt(one, signal, timeoutMs, mayRedirect ? 'follow' : 'manual');
        if (answer instanceof Response && answer.ok) return answer;
        const error = answer instanceof Response ? null : unreachable(url, answer);
        const retryable = error !== null || (answer instanceof Response && (await isPassing(answer)));
        if (isLast || !retryable) throw error ?? (await problemOf(answer as Response));
        const waitMs = pauseBefore(attempt, answer instanceof Response ? answer : null);
        if (answer instanceof Response && answer.status === 429) onBusy(waitMs);
        await pause(waitMs, signal);
      }
    },
  };
}

/** The answer, or what kept it from coming. The limit is for the head: a body may take as long as it flows. */
async function oneAttempt(
  request: Request,
  signal: AbortSignal | undefined,
  timeoutMs: number,
  redirect: 'follow' | 'manual',
): Promise<Response | Error> {
  signal?.throwIfAborted();
  const limit = new AbortController();
  const timer = setTimeout(() => limit.abort(new Error(`no answer within ${timeoutMs / 1000} s`)), timeoutMs);
  try {
    const signals = signal === undefined ? [limit.signal] : [limit.signal, signal];
    return await fetch(request, { signal: AbortSignal.any(signals), redirect });
  } catch (error) {
    signal?.throwIfAborted();
    return error as Error;
  } finally {
    clearTimeout(timer);
  }
}

async function isPassing(answer: Response): Promise<boolean> {
  if (PASSING.includes(answer.status)) return true;
  if (answer.status !== 409) return false;
  // The first request with this key is still on its way through the farm.
  return (await problemOf(answer.clone())).code === 'IDEMPOTENCY_IN_PROGRESS';
}

function pauseBefore(attempt: number, answer: Response | null): number {
  const asked = readRetryAfter(answer?.headers.get('retry-after'), Date.now());
  if (asked !== null) return Math.min(asked, LONGEST_PAUSE_MS);
  const most = PAUSE_MS * 2 ** (attempt - 1);
  return most / 2 + Math.random() * (most / 2);
}

/** What kept a request from being answered, in words. */
function unreachable(url: string, error: Error): FramefarmError {
  const cause = error.cause as NodeJS.ErrnoException | undefined;
  const reason = cause?.code ?? cause?.message ?? error.message;
  return new FramefarmError('FARM_UNREACHABLE', `${url} does not answer (${reason})`, { cause: error });
}
