/** What a webhook tells of (http-api 3.8). */
export const WEBHOOK_EVENTS = [
  'render.completed',
  'render.failed',
  'render.cancelled',
  'render.started',
  'batch.completed',
] as const;

/** Sent when a submission names no events. */
export const DEFAULT_WEBHOOK_EVENTS: readonly string[] = WEBHOOK_EVENTS.filter((event) => event !== 'render.started');
