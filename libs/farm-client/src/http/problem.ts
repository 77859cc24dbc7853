/** A refusal of the farm as the error that every other part of framefarm speaks of (http-api 4.3). */
import { ERRORS, type ErrorCode, FramefarmError, type InputIssue } from '@framefarm/contract';
import { isOfFarm, noFarm, sentElsewhere } from './no-farm.js';

interface Problem {
  readonly code?: unknown;
  readonly detail?: unknown;
  readonly requestId?: unknown;
  readonly errors?: readonly { readonly pointer?: unknown; readonly code?: unknown; readonly detail?: unknown }[];
}

/** Of an answer without a problem document: that to HEAD has no body, and what stands before a farm knows none of its codes. */
const OF_STATUS: Readonly<Record<number, ErrorCode>> = {
  401: 'UNAUTHENTICATED',
  403: 'FORBIDDEN',
  408: 'REQUEST_TIMEOUT',
  413: 'PAYLOAD_TOO_LARGE',
  429: 'RATE_LIMITED',
  502: 'FARM_UNREACHABLE',
  503: 'FARM_UNREACHABLE',
  504: 'FARM_UNREACHABLE',
};

/** The error that an answer other than 2xx tells; its body is read. */
export async function problemOf(answer: Response): Promise<FramefarmError> {
  const problem = ((await answer.json().catch(() => null)) ?? {}) as Problem;
  if (answer.headers.has('location') && answer.status < 400) return sentElsewhere(answer);
  const code = typeof problem.code === 'string' && problem.code in ERRORS ? (problem.code as ErrorCode) : null;
  const text = typeof problem.detail === 'string' ? problem.detail : `the farm answered with status ${answer.status}`;
  const known = code ?? OF_STATUS[answer.status] ?? (isOfFarm(answer) ? ofFarm(answer) : null);
  if (known === null) return noFarm(answer);
  return new FramefarmError(known, text, {
    // The catalogue speaks to programs, which send the key themselves.
    ...(known === 'UNAUTHENTICATED'
      ? { hint: 'Set FRAMEFARM_API_KEY, or name a file that holds a key of this farm with --api-key-file.' }
      : {}),
    issues: (problem.errors ?? []).map(issueOf),
    details: { status: answer.status, requestId: problem.requestId ?? answer.headers.get('x-request-id') },
  });
}

const ofFarm = ({ status }: Response): ErrorCode => (status === 404 ? 'NOT_FOUND' : 'INTERNAL_ERROR');

type Fault = NonNullable<Problem['errors']>[number];

/** `/rows/3/name` is the field `name` of row 3. */
function issueOf({ pointer, code, detail }: Fault): InputIssue {
  const path = typeof pointer === 'string' ? pointer : '';
  const [, row, field] = /^\/rows\/(\d+)(?:\/(.+))?$/.exec(path) ?? [];
  const name = row === undefined ? path.replace(/^\//, '') : (field ?? '');
  return {
    ...(name === '' ? {} : { field: name }),
    ...(row === undefined ? {} : { row: Number(row) }),
    code: String(code ?? 'invalid_value'),
    message: String(detail ?? path),
  };
}
