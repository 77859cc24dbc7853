import type { Readiness } from './readiness.js';

/** What the main loop tells its health thread each second. */
export interface HealthReport extends Readiness {
  /** Text for Prometheus. */
  readonly metrics: string;
  readonly metricsType: string;
}

export interface ListenerPlace {
  readonly host: string;
  readonly port: number;
}

/** The thread's first word. */
export interface ListenerWord {
  /** The port. */
  readonly listening: number;
}
