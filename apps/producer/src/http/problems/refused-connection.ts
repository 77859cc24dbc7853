/** Requests that end before there is a reply to answer them with: late, too large, or no HTTP (security 7). */
import { type ServerResponse, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { FramefarmError } from '@framefarm/contract';
import type { ProducerConfig } from '../../config/producer-config.js';
import { requestIdOf } from '../requests/request-id.js';
import { problemOf } from './problems.js';

/** Bytes of request line and headers. */
export const MAX_HEADER_BYTES = 16_384;

/** The answer that is on its way over a connection; whatever else is written there would end up inside it. */
const answers = new WeakMap<Socket, ServerResponse>();

export function setAnswer(socket: Socket, answer: ServerResponse): void {
  answers.set(socket, answer);
}

/** The refusal of what the HTTP parser did not take; null for a connection that is gone by itself. */
export function refusalOf(
  { code }: NodeJS.ErrnoException,
  { headersTimeoutMs, requestTimeoutMs }: ProducerConfig,
): FramefarmError | null {
  if (code === 'ECONNRESET') return null;
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') {
    const rule = `its headers may take ${headersTimeoutMs} ms, the whole of it ${requestTimeoutMs} ms`;
    return new FramefarmError('REQUEST_TIMEOUT', `The request took too long: ${rule}.`);
  }
  if (code === 'HPE_HEADER_OVERFLOW') {
    const message = `The request line and headers have more than ${MAX_HEADER_BYTES} bytes.`;
    return new FramefarmError('HEADERS_TOO_LARGE', message);
  }
  return new FramefarmError('VALIDATION_FAILED', `The request is not valid HTTP/1.1 (${code ?? 'unknown'}).`);
}

/** What is known of the request that is refused. */
export interface RefusedRequest {
  readonly path: string;
  readonly id: string;
}

/** Says what was wrong where that can still be said, and closes the connection. `request`: as far as it was understood. */
export function refuseConnection(socket: Socket, refusal: FramefarmError | null, request?: RefusedRequest): void {
  const answer = answers.get(socket);
  const isAnswering = answer?.headersSent === true && !answer.writableFinished;
  if (refusal !== null && socket.writable && !isAnswering) socket.write(answerText(refusal, request));
  socket.destroy();
}

function answerText(refusal: FramefarmError, request?: RefusedRequest): string {
  const problem = problemOf(refusal, request?.path ?? '/', request?.id ?? requestIdOf(undefined));
  const body = JSON.stringify(problem);
  const lines = [
    `HTTP/1.1 ${problem.status} ${STATUS_CODES[problem.status] ?? ''}`,
    'Content-Type: application/problem+json',
    `Content-Length: ${Buffer.byteLength(body)}`,
    `X-Request-Id: ${problem.requestId}`,
    'X-Content-Type-Options: nosniff',
    'Cache-Control: no-store',
    'Connection: close',
  ];
  return `${lines.join('\r\n')}\r\n\r\n${body}`;
}
