/** Spans as programs of the farm see them, whoever sends them. */
import type { SpanPlace } from './trace-ids.js';

export type Facts = Readonly<Record<string, string | number | boolean>>;

export interface SpanStart {
  /** Under which span; null begins a trace. */
  readonly parent: SpanPlace | null;
  readonly kind?: 'internal' | 'server' | 'consumer';
  /** Epoch ms; default: now. */
  readonly startedAt?: number;
  readonly facts?: Facts;
  /** Its own place where that is known before; its trace then is the parent's, or its own without a parent. */
  readonly place?: SpanPlace;
}

export interface SpanEnd {
  readonly facts?: Facts;
  /** Stable code of what went wrong. */
  readonly error?: string | undefined;
  /** Epoch ms; default: now. */
  readonly endedAt?: number;
}

export interface OpenSpan {
  /** Null where nothing is traced. */
  readonly place: SpanPlace | null;
  end(end?: SpanEnd): void;
}

export interface Tracing {
  begin(name: string, start: SpanStart): OpenSpan;
  /** Sends what is left, for at most some seconds, and ends. */
  close(): Promise<void>;
}
