/** Spans of a program of the farm; nothing is loaded and nothing is kept where traces are not configured. */
import { FramefarmError } from '@framefarm/contract';
import type { OpenSpan, Tracing } from './spans.js';

const UNTRACED: OpenSpan = { place: null, end: () => {} };

export const NO_TRACING: Tracing = { begin: () => UNTRACED, close: async () => {} };

type Environment = Readonly<Record<string, string | undefined>>;

/** The variables that say where spans go; the exporter reads them, with the other `OTEL_…` of its specification. */
const ENDPOINTS = ['OTEL_EXPORTER_OTLP_TRACES_ENDPOINT', 'OTEL_EXPORTER_OTLP_ENDPOINT'] as const;

/**
 * Sends spans by OTLP over HTTP where `OTEL_EXPORTER_OTLP_ENDPOINT` says so, unless `OTEL_SDK_DISABLED` is `true`.
 * @throws FramefarmError VALIDATION_FAILED when the endpoint is no http URL.
 */
export async function openTracing(program: string, env: Environment = process.env): Promise<Tracing> {
  const name = ENDPOINTS.find((one) => (env[one] ?? '') !== '');
  if (name === undefined || env.OTEL_SDK_DISABLED?.toLowerCase() === 'true') return NO_TRACING;
  const value = env[name] ?? '';
  if (!URL.canParse(value) || !/^https?:$/.test(new URL(value).protocol)) {
    const message = `${name} ${JSON.stringify(value)}: must be an http or https URL such as http://localhost:4318`;
    throw new FramefarmError('VALIDATION_FAILED', message, {
      issues: [{ field: name, code: 'invalid_value', message }],
    });
  }
  const { openOtlp } = await import('./otlp.js');
  return openOtlp(env.OTEL_SERVICE_NAME ?? `framefarm-${program}`);
}
