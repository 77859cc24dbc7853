/** Spans of a program of the farm; nothing is loaded and nothing is kept where traces are not configured. */
import { type Environment, readSettings, TELEMETRY_SETTINGS } from '@framefarm/contract';
import type { OpenSpan, Tracing } from './spans.js';

const UNTRACED: OpenSpan = { place: null, end: () => {} };

export const NO_TRACING: Tracing = { begin: () => UNTRACED, close: async () => {} };

/**
 * Sends spans by OTLP over HTTP where the environment says so (`TELEMETRY_SETTINGS`). The exporter reads the endpoint and
 * its headers by the same names.
 * @throws FramefarmError VALIDATION_FAILED naming the variable, such as for an endpoint that is no http URL.
 */
export async function openTracing(program: string, env: Environment = process.env): Promise<Tracing> {
  const { tracesEndpoint, endpoint, disabled, serviceName } = readSettings(TELEMETRY_SETTINGS, env);
  if ((tracesEndpoint ?? endpoint) === null || disabled) return NO_TRACING;
  const { openOtlp } = await import('./otlp.js');
  return openOtlp(serviceName ?? `framefarm-${program}`);
}
