/** What the main loop tells its health thread each second. */
export interface HealthReport {
  readonly ready: boolean;
  readonly checks: Readonly<Record<string, string>>;
  readonly draining: boolean;
  /** Text for Prometheus. */
  readonly metrics: string;
  readonly metricsType: string;
}

export interface ListenerPlace {
  readonly host: string;
  readonly port: number;
}

/** The thread's first word. */
export type ListenerWord = { readonly listening: number } | { readonly failed: string };
