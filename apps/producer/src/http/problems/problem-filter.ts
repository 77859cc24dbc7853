/** The one place where anything thrown becomes an answer: a problem document, or the shape of the direct calls. */

import { asFramefarmError, ERRORS, FramefarmError } from '@framefarm/contract';
import { type ArgumentsHost, Catch, type ExceptionFilter, HttpException, Inject } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { directFailure, isDirectPath } from '../../direct/answers.js';
import { isToldInStream, refusalObject } from '../../direct/stream-objects.js';
import { dataText, STREAM_HEADERS } from '../../events/sse.js';
import { LOG, type Log } from '../../log.js';
import { INLINE_BODY_BYTES } from '../requests/json-body.js';
import { pathOf } from '../requests/request-path.js';
import { allowedMethods, type KnownRoute } from './allowed-methods.js';
import { errorOfStatus, problemOf, RETRY_AFTER } from './problems.js';
import { RequestFault } from './request-fault.js';
import { unsupportedType } from './unsupported-type.js';

/** Injection token of the list of routes, filled while they are registered. */
export const ROUTES = Symbol('KnownRoutes');

@Catch()
export class ProblemFilter implements ExceptionFilter {
  constructor(
    @Inject(ROUTES) private readonly routes: readonly KnownRoute[],
    @Inject(LOG) private readonly log: Log,
  ) {}

  catch(thrown: unknown, host: ArgumentsHost): void {
    const http = host.switchToHttp();
    const request = http.getRequest<FastifyRequest>();
    const reply = http.getResponse<FastifyReply>();
    const path = pathOf(request.url ?? '/');
    const error = overHttp(this.errorOf(thrown, request, reply, path));
    const { status } = ERRORS[error.code];
    // Its client has left before all of it came: nothing of ours has failed, and nobody reads the answer.
    if (status >= 500 && request.raw.readableAborted) {
      this.log.info({ requestId: request.id }, `${request.method} ${path}: the client left while it sent the body`);
    } else if (status >= 500) {
      const cause = error.cause instanceof Error ? error.cause.stack : undefined;
      const facts = { requestId: request.id, code: error.code, details: error.details, stack: cause ?? error.stack };
      this.log.error(facts, `${request.method} ${path}: ${error.message}`);
    }
    if (reply.raw.headersSent) {
      reply.raw.destroy();
      return;
    }
    const retryAfter = (error.details.retryAfterSeconds as number | undefined) ?? RETRY_AFTER[error.code];
    if (retryAfter !== undefined) void reply.header('retry-after', String(retryAfter));
    if (error.code === 'UNAUTHENTICATED') void reply.header('www-authenticate', 'Bearer');
    void reply.header('cache-control', 'no-store').status(status);
    if (isToldInStream(error, request.method, path)) {
      void reply
        .status(200)
        .headers(STREAM_HEADERS)
        .send(dataText(refusalObject(error, request.id)));
    } else if (isDirectPath(path)) {
      void reply.type('application/json').send(directFailure(error, request.id));
    } else {
      const problem = problemOf(error, path, request.id);
      void reply.type('application/problem+json').send(JSON.stringify(problem));
    }
  }

  private errorOf(thrown: unknown, request: FastifyRequest, reply: FastifyReply, path: string): FramefarmError {
    if (thrown instanceof FramefarmError) return thrown;
    if (!(thrown instanceof HttpException)) return asFramefarmError(thrown);
    if (thrown.cause instanceof FramefarmError) return thrown.cause;
    if (thrown.getStatus() === 404) {
      const allowed = allowedMethods(this.routes, path);
      if (allowed.length === 0) return new RequestFault('NOT_FOUND', `There is no ${path}.`);
      void reply.header('allow', allowed.join(', '));
      const message = `${path} does not take ${request.method}; it takes ${allowed.join(', ')}.`;
      return new RequestFault('METHOD_NOT_ALLOWED', message);
    }
    if (thrown.getStatus() === 415) return unsupportedType(request);
    return errorOfStatus(thrown.getStatus(), refusedWords(thrown, request)) ?? asFramefarmError(thrown);
  }
}

/** A full disk of the farm is no fault of a request: it may come again, as with a store that is away for another reason (http-api 4.3). */
function overHttp(error: FramefarmError): FramefarmError {
  return error.code === 'DISK_FULL' ? new FramefarmError('STORE_UNAVAILABLE', error.message, { cause: error }) : error;
}

/** The framework names neither what it does not take nor what it does. */
function refusedWords(thrown: HttpException, { headers }: FastifyRequest): string {
  if (thrown.getStatus() === 413) {
    const length = headers['content-length'];
    const given = length === undefined ? 'more bytes than are allowed' : `${length} bytes`;
    return `The body has ${given}; at most ${INLINE_BODY_BYTES} are taken.`;
  }
  return thrown.message;
}
