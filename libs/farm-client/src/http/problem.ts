/** A refusal of the farm as the error that every other part of framefarm speaks of (http-api 4.3). */
import { ERRORS, type ErrorCode, FramefarmError, type InputIssue } from '@framefarm/contract';

interface Problem {
  readonly code?: unknown;
  readonly detail?: unknown;
  readonly requestId?: unknown;
  readonly errors?: readonly { readonly pointer?: unknown; readonly code?: unknown; readonly detail?: unknown }[];
}

/** The error that an answer other than 2xx tells; its body is read. */
export async function problemOf(answer: Response): Promise<FramefarmError> {
  const problem = (await answer.json().catch(() => ({}))) as Problem;
  const code = typeof problem.code === 'string' && problem.code in ERRORS ? (problem.code as ErrorCode) : null;
  const text = typeof problem.detail === 'string' ? problem.detail : `the farm answered with status ${answer.status}`;
  const known = code ?? (answer.status === 404 ? 'NOT_FOUND' : 'INTERNAL_ERROR');
  return new FramefarmError(known, text, {
    issues: (problem.errors ?? []).map(issueOf),
    details: { status: answer.status, requestId: problem.requestId ?? answer.headers.get('x-request-id') },
  });
}

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
