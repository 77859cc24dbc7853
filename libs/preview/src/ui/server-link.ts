/** The page's line to its server: state as events, requests with the token of this run. */
import { type ErrorAnswer, type Failure, PATHS, type PreviewState, TOKEN_HEADER, TOKEN_META } from '../protocol.js';

/** A request that the server answered with a failure. */
export class RequestFailure extends Error {
  constructor(readonly failure: Failure) {
    super(failure.message);
  }
}

const token = (): string => document.querySelector<HTMLMetaElement>(`meta[name="${TOKEN_META}"]`)?.content ?? '';

/** @throws RequestFailure with the server's words, or with those for a server that does not answer. */
export async function post<Answer>(path: string, body: object): Promise<Answer> {
  const response = await fetch(path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', [TOKEN_HEADER]: token() },
    body: JSON.stringify(body),
  }).catch(() => null);
  if (response === null) throw new RequestFailure(GONE);
  const answer: unknown = await response.json().catch(() => ({ error: GONE }));
  if (!response.ok) throw new RequestFailure((answer as ErrorAnswer).error ?? GONE);
  return answer as Answer;
}

const GONE: Failure = {
  code: 'PREVIEW_ENDED',
  title: 'The preview does not answer',
  message: 'Its server has ended, or this page is of an earlier run.',
  hint: 'Start the preview again and reload this page.',
};

/** Follows the state of the preview; `connected` hears of breaks and returns. */
export function followState(state: (state: PreviewState) => void, connected: (is: boolean) => void): void {
  const source = new EventSource(PATHS.events);
  source.addEventListener('state', (event) => state(JSON.parse((event as MessageEvent<string>).data)));
  source.addEventListener('open', () => connected(true));
  source.addEventListener('error', () => connected(false));
}
