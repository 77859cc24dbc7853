/** What this producer counts of itself from its start. */
import type { MetricBoard } from '@framefarm/telemetry';
import type { PRODUCER_METRICS } from './metric-table.js';

export type OwnMetrics = MetricBoard<typeof PRODUCER_METRICS>;

/** Injection token. */
export const OWN_METRICS = Symbol('OwnMetrics');
