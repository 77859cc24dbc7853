/** Who asks, by request: set by the guard, read by routes and by the log. */
import type { FastifyRequest } from 'fastify';
import type { Caller } from './api-key.js';

const callers = new WeakMap<FastifyRequest, Caller>();

export function setCaller(request: FastifyRequest, caller: Caller): void {
  callers.set(request, caller);
}

/** Undefined on open routes and for a request that was refused. */
export function callerOf(request: FastifyRequest): Caller | undefined {
  return callers.get(request);
}
