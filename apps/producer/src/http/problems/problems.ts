/** Problem documents (RFC 9457; http-api 4.3). Pure. */
import {
  ERRORS,
  type ErrorCode,
  type ErrorEntry,
  FramefarmError,
  type InputIssue,
  inFieldNames,
} from '@framefarm/contract';
import { LOOK_AGAIN_SECONDS } from '../look-again.js';
import { publicText, withoutQueries } from './public-text.js';
import { isOfRequest } from './request-fault.js';

export interface ProblemFault {
  /** JSON pointer into the body, or the name of a query field or header. */
  readonly pointer: string;
  readonly code: string;
  readonly detail: string;
}

export interface Problem {
  readonly type: string;
  readonly title: string;
  readonly status: number;
  readonly detail: string;
  readonly instance: string;
  readonly code: ErrorCode;
  readonly requestId: string;
  readonly retryable: boolean;
  /** What to do. */
  readonly hint: string;
  readonly errors?: readonly ProblemFault[];
}

/** Seconds to wait before the same request is sent again, for codes that say so. */
export const RETRY_AFTER: Partial<Record<ErrorCode, number>> = {
  RENDER_ACTIVE: LOOK_AGAIN_SECONDS,
  RENDER_NOT_FINISHED: LOOK_AGAIN_SECONDS,
  COMPOSITION_IN_USE: 5,
  IDEMPOTENCY_IN_PROGRESS: LOOK_AGAIN_SECONDS,
  RATE_LIMITED: 5,
  QUEUE_UNAVAILABLE: 2,
  STORE_UNAVAILABLE: 5,
  DRAINING: 5,
};

/** What is told to a client. A fault of ours shows the words of the catalogue alone; the log has the rest. */
export function publicDetail(error: FramefarmError): string {
  const entry: ErrorEntry = ERRORS[error.code];
  return entry.status >= 500 ? `${entry.title}. ${inFieldNames(entry.hint)}` : wordsOf(error)(error.message);
}

/** How words of a refusal are told to a client. */
const wordsOf = (error: FramefarmError): ((text: string) => string) =>
  isOfRequest(error) ? withoutQueries : publicText;

export function problemOf(error: FramefarmError, path: string, requestId: string): Problem {
  const entry: ErrorEntry = ERRORS[error.code];
  const errors = error.issues.map((issue) => faultOf(issue, wordsOf(error)));
  return {
    type: `/problems/${error.code}`,
    title: entry.title,
    status: entry.status,
    detail: publicDetail(error),
    instance: path,
    code: error.code,
    requestId,
    retryable: entry.retryable,
    hint: publicText(inFieldNames(error.hint)),
    ...(errors.length === 0 ? {} : { errors }),
  };
}

function faultOf({ field, row, code, message }: InputIssue, words: (text: string) => string): ProblemFault {
  const named = inFieldNames(field ?? '');
  const name = named === '' || named.startsWith('/') ? named : `/${named}`;
  const pointer = row === undefined ? name : `/rows/${row}${name}`;
  return { pointer, code, detail: words(message) };
}

/** The error of a refusal by the framework, told by its status; 5xx and unknown ones are ours. */
export function errorOfStatus(status: number, message: string): FramefarmError | null {
  const codes: Readonly<Record<number, ErrorCode>> = {
    400: 'VALIDATION_FAILED',
    401: 'UNAUTHENTICATED',
    403: 'FORBIDDEN',
    404: 'NOT_FOUND',
    405: 'METHOD_NOT_ALLOWED',
    408: 'REQUEST_TIMEOUT',
    413: 'PAYLOAD_TOO_LARGE',
    414: 'VALIDATION_FAILED',
    415: 'UNSUPPORTED_MEDIA_TYPE',
    416: 'RANGE_NOT_SATISFIABLE',
    429: 'RATE_LIMITED',
  };
  const code = codes[status];
  return code === undefined ? null : new FramefarmError(code, message);
}
