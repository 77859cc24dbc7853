/** How programs of the farm tell what they do: structured log, metrics, traces (http-api 4.5). */
export { type LastingThread, startLastingThread, type ThreadParts } from './health/lasting-thread.js';
export { type Log, type LogIdentity, openLog } from './log/open-log.js';
export { type CountedValues, type Labels, MetricBoard } from './metrics/metric-board.js';
export { type MetricSpec, type MetricTable, metricRows } from './metrics/metric-table.js';
export { type EndedRun, type EndTellers, type RunIdentity, runFacts, tellRunEnd } from './run-end.js';
export { NO_TRACING, openTracing } from './tracing/open-tracing.js';
export type { OpenSpan, SpanEnd, SpanStart, Tracing } from './tracing/spans.js';
export { readTraceparent, renderPlace, type SpanPlace, traceparent } from './tracing/trace-ids.js';
