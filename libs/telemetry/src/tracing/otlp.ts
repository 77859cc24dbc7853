/** Spans to a collector by OTLP over HTTP; the one file that knows the OpenTelemetry SDK, loaded only where it is used. */
import { ROOT_CONTEXT, type SpanContext, SpanKind, SpanStatusCode, TraceFlags, trace } from '@opentelemetry/api';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { defaultResource, detectResources, envDetector, resourceFromAttributes } from '@opentelemetry/resources';
import { BatchSpanProcessor, RandomIdGenerator, TracerProvider } from '@opentelemetry/sdk-trace';
import type { OpenSpan, SpanStart, Tracing } from './spans.js';
import type { SpanPlace } from './trace-ids.js';

/** Longest time between the end of a span and its sending, ms. */
const SEND_EVERY_MS = 1_000;
/** Longest time for what is left at the end, ms. */
const LAST_SENDING_MS = 3_000;

const KINDS = { internal: SpanKind.INTERNAL, server: SpanKind.SERVER, consumer: SpanKind.CONSUMER } as const;

/** Ids of the next span where they are known before; the SDK asks for them while it starts one, in the same turn. */
class GivenIds extends RandomIdGenerator {
  next: SpanPlace | null = null;

  override generateTraceId(): string {
    return this.next?.traceId ?? super.generateTraceId();
  }

  override generateSpanId(): string {
    return this.next?.spanId ?? super.generateSpanId();
  }
}

export function openOtlp(serviceName: string): Tracing {
  const ids = new GivenIds();
  const provider = new TracerProvider({
    resource: defaultResource()
      .merge(detectResources({ detectors: [envDetector] }))
      .merge(resourceFromAttributes({ 'service.name': serviceName })),
    idGenerator: ids,
    spanProcessors: [
      new BatchSpanProcessor({ exporter: new OTLPTraceExporter(), scheduledDelayMillis: SEND_EVERY_MS }),
    ],
  });
  const tracer = provider.getTracer('framefarm');

  const begin = (name: string, { parent, kind = 'internal', startedAt, facts, place }: SpanStart): OpenSpan => {
    ids.next = place ?? null;
    const context = parent === null ? ROOT_CONTEXT : trace.setSpanContext(ROOT_CONTEXT, spanContext(parent));
    const options = {
      kind: KINDS[kind],
      attributes: { ...facts },
      ...(startedAt === undefined ? {} : { startTime: startedAt }),
    };
    const span = tracer.startSpan(name, options, context);
    ids.next = null;
    const { traceId, spanId, traceFlags } = span.spanContext();
    return {
      place: { traceId, spanId, sampled: (traceFlags & TraceFlags.SAMPLED) !== 0 },
      end: ({ facts: more = {}, error, endedAt } = {}) => {
        span.setAttributes({ ...more });
        if (error !== undefined) {
          span.setAttribute('error.type', error);
          span.setStatus({ code: SpanStatusCode.ERROR, message: error });
        }
        span.end(endedAt);
      },
    };
  };

  const close = async (): Promise<void> => {
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<void>((resolve) => {
      timer = setTimeout(resolve, LAST_SENDING_MS);
    });
    // A collector that is away must not keep the program.
    await Promise.race([provider.shutdown().catch(() => {}), late]);
    clearTimeout(timer);
  };
  return { begin, close };
}

function spanContext({ traceId, spanId, sampled }: SpanPlace): SpanContext {
  return { traceId, spanId, traceFlags: sampled ? TraceFlags.SAMPLED : TraceFlags.NONE, isRemote: true };
}
