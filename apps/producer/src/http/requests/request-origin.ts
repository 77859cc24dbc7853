/** What a render keeps of the request that submitted it. */
import { type SpanPlace, traceparent } from '@framefarm/telemetry';
import type { FastifyRequest } from 'fastify';

export interface RequestOrigin {
  readonly requestId: string;
  /** W3C Trace Context; null when neither the client nor this producer traces. */
  readonly traceparent: string | null;
}

const places = new WeakMap<FastifyRequest, SpanPlace>();

/** Told by whoever began the span of the request. */
export function setPlace(request: FastifyRequest, place: SpanPlace | null): void {
  if (place !== null) places.set(request, place);
}

export function originOf(request: FastifyRequest): RequestOrigin {
  const place = places.get(request);
  return { requestId: request.id, traceparent: place === undefined ? null : traceparent(place) };
}
