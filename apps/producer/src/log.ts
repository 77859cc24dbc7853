/** The structured log of a producer, with ids of request, render and delivery where there are any. */
import type { Log } from '@framefarm/telemetry';

export type { Log };

/** Injection token of the log. */
export const LOG = Symbol('Log');
