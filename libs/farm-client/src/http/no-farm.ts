/** Telling answers that are no farm's: a page to sign in on, another service at the port, a proxy that sends its callers on. */
import { FramefarmError } from '@framefarm/contract';

/** Every answer of a farm has it (http-api 1.1). */
const OF_A_FARM = 'x-request-id';
const JSON_TYPE = /^application\/(?:[\w.-]+\+)?json\b/i;
const HINT =
  'Name the address of the API of a producer with --farm or FRAMEFARM_URL; its port is 9847, unless it was set.';

export const isOfFarm = ({ headers }: Response): boolean => headers.has(OF_A_FARM);

/** What `answer` is instead of the answer of a farm; `what` says it where its status and type do not. */
export function noFarm(answer: Response, what?: string): FramefarmError {
  const { status, headers } = answer;
  const type = headers.get('content-type')?.split(';')[0];
  const seen = what ?? [`status ${status}`, ...(type ? [type] : [])].join(', ');
  const message = `${new URL(answer.url).origin} answers, but not as a farm does (${seen})`;
  return new FramefarmError('FARM_UNREACHABLE', message, { hint: HINT, details: { status, requestId: null } });
}

/** Of a redirect that was not asked for, which is not followed: what was posted would arrive as a GET, and without its key. */
export function sentElsewhere({ status, url, headers }: Response): FramefarmError {
  const { origin } = new URL(url);
  const target = new URL(headers.get('location') ?? '', url);
  // A path elsewhere is that of the request, and no address of a farm; a query may hold secrets.
  const place = target.origin === origin ? `${origin}${target.pathname}` : target.origin;
  return new FramefarmError('FARM_UNREACHABLE', `${origin} sends its callers to ${place}`, {
    hint: 'If that is the farm, name it by that address with --farm or FRAMEFARM_URL.',
    details: { status, requestId: null },
  });
}

/** The answer, when it may be a farm's: proxies may take its id, but make no JSON. @throws FramefarmError FARM_UNREACHABLE */
export async function fromFarm(answer: Response): Promise<Response> {
  if (isOfFarm(answer) || JSON_TYPE.test(answer.headers.get('content-type') ?? '')) return answer;
  await answer.body?.cancel();
  throw noFarm(answer);
}
