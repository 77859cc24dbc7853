/**
 * Where the spans of a render hang together (W3C Trace Context). Ids are made from what every process of the farm knows, so
 * that a step on one machine and the render's own span, told at its end by another, need no message between them. Pure.
 */
import { createHash } from 'node:crypto';

/** A place in a trace. */
export interface SpanPlace {
  /** 32 hexadecimal digits. */
  readonly traceId: string;
  /** 16 hexadecimal digits. */
  readonly spanId: string;
  /** Whether the trace is kept. */
  readonly sampled: boolean;
}

const TRACEPARENT = /^(?!ff)[\da-f]{2}-([\da-f]{32})-([\da-f]{16})-([\da-f]{2})(?:-|$)/;

/** The place that a `traceparent` names; null for none and for one that is not valid. */
export function readTraceparent(text: string | readonly string[] | null | undefined): SpanPlace | null {
  if (typeof text !== 'string') return null;
  const [, traceId = '', spanId = '', flags = ''] = TRACEPARENT.exec(text) ?? [];
  if (!/[^0]/.test(traceId) || !/[^0]/.test(spanId)) return null;
  return { traceId, spanId, sampled: (Number.parseInt(flags, 16) & 1) === 1 };
}

/** The place as a header that {@link readTraceparent} reads (W3C Trace Context). */
export function traceparent({ traceId, spanId, sampled }: SpanPlace): string {
  return `00-${traceId}-${spanId}-${sampled ? '01' : '00'}`;
}

/** Run `epoch` of a render: in the trace of the request that submitted it, else in one of its own. */
export function renderPlace(renderId: string, epoch: number, submittedIn: SpanPlace | null): SpanPlace {
  return {
    traceId: submittedIn?.traceId ?? hex(`trace ${renderId}`, 32),
    spanId: hex(`span ${renderId} ${epoch}`, 16),
    sampled: submittedIn?.sampled ?? true,
  };
}

function hex(text: string, digits: number): string {
  return createHash('sha256').update(text).digest('hex').slice(0, digits);
}
