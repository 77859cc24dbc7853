/** The shape of one effect in a chain. */
import type { Envelope } from './envelope.js';

export interface Effect {
  /** Changes `samples` in place; `startSeconds` is the time of its first sample on the automation's clock. */
  process(samples: Float32Array, startSeconds: number): void;
}

/** Reads a parameter: clamped, automated when a lane aims at it. */
export type ParameterReader = (name: string, min: number, max: number, fallback: number) => Envelope;
