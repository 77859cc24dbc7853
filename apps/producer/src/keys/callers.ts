/** Who asks, by request, and with which right: set by the guard, read by routes, streams and the log. */
import type { FastifyRequest } from 'fastify';
import type { Caller, Scope } from './api-key.js';

const callers = new WeakMap<FastifyRequest, Caller>();
const scopes = new WeakMap<FastifyRequest, Scope>();

export function setCaller(request: FastifyRequest, caller: Caller): void {
  callers.set(request, caller);
}

/** Undefined on open routes and for a request that was refused. */
export function callerOf(request: FastifyRequest): Caller | undefined {
  return callers.get(request);
}

export function setScope(request: FastifyRequest, scope: Scope): void {
  scopes.set(request, scope);
}

/** The scope that the request was let in by; undefined on open routes and for a request that was refused. */
export function scopeOf(request: FastifyRequest): Scope | undefined {
  return scopes.get(request);
}
