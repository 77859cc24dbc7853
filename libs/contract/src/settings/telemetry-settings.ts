/** Where a program of the farm sends its traces, by the names of OpenTelemetry's specification (http-api 4.5; docs/metrics). */
import type { SettingTable } from './spec.js';

export const TELEMETRY_SETTINGS = {
  tracesEndpoint: {
    env: 'OTEL_EXPORTER_OTLP_TRACES_ENDPOINT',
    kind: 'url',
    help: 'Complete URL that spans are sent to by OTLP over HTTP; beats OTEL_EXPORTER_OTLP_ENDPOINT.',
  },
  endpoint: {
    env: 'OTEL_EXPORTER_OTLP_ENDPOINT',
    kind: 'url',
    help: 'Collector that spans are sent to, at the path /v1/traces, such as http://localhost:4318; without one nothing is traced.',
  },
  headers: {
    env: 'OTEL_EXPORTER_OTLP_HEADERS',
    kind: 'text',
    secret: true,
    help: 'Headers for the collector, such as a key: name=value, separated by commas.',
  },
  tracesHeaders: {
    env: 'OTEL_EXPORTER_OTLP_TRACES_HEADERS',
    kind: 'text',
    secret: true,
    help: 'Headers besides these; of one name the one given here is sent.',
  },
  serviceName: {
    env: 'OTEL_SERVICE_NAME',
    kind: 'text',
    help: 'Name of the program in traces; default framefarm-producer and framefarm-worker.',
  },
  resourceAttributes: {
    env: 'OTEL_RESOURCE_ATTRIBUTES',
    kind: 'text',
    help: 'Further facts about the program in traces: name=value, separated by commas.',
  },
  disabled: {
    env: 'OTEL_SDK_DISABLED',
    kind: 'switch',
    default: false,
    help: '1: trace nothing, whatever else is set.',
  },
} as const satisfies SettingTable;
