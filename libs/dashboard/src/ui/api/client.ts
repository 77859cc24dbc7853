/** Calls to the producer. The key lives as long as the tab and travels in a header only. */
const KEY = 'framefarm-key';

export class ApiError extends Error {
  override readonly name = 'ApiError';

  constructor(
    readonly status: number,
    readonly code: string,
    detail: string,
  ) {
    super(detail);
  }
}

export const storedKey = (): string => sessionStorage.getItem(KEY) ?? '';

export function storeKey(key: string): void {
  if (key === '') sessionStorage.removeItem(KEY);
  else sessionStorage.setItem(KEY, key);
}

export async function call(path: string, init: RequestInit = {}): Promise<Response> {
  const headers = new Headers(init.headers);
  const key = storedKey();
  // No header takes other characters, such as the dots of a key that was copied from where it is cut short.
  if (/[^\x21-\x7e]/.test(key)) throw new ApiError(401, 'UNAUTHENTICATED', 'The key holds characters that no key has.');
  if (key !== '') headers.set('Authorization', `Bearer ${key}`);
  let answer: Response;
  try {
    answer = await fetch(path, { ...init, headers });
  } catch (error) {
    if (init.signal?.aborted) throw error;
    throw new ApiError(0, 'UNREACHABLE', 'the producer does not answer');
  }
  if (answer.ok || answer.status === 304) return answer;
  const problem = (await answer.json().catch(() => ({}))) as { code?: string; detail?: string; error?: string };
  throw new ApiError(
    answer.status,
    problem.code ?? `HTTP_${answer.status}`,
    problem.detail ?? problem.error ?? `the producer answered ${answer.status}`,
  );
}

export async function get<T>(path: string, signal?: AbortSignal): Promise<T> {
  const answer = await call(path, signal === undefined ? {} : { signal });
  return (await answer.json()) as T;
}

export async function send(path: string, method: 'POST' | 'DELETE' = 'POST'): Promise<void> {
  await call(path, { method });
}
