/** The shape of one effect in a chain, and of what is built from several. */
import type { Envelope } from '../envelope.js';

export interface Effect {
  /**
   * Frames (at 48 kHz) by which the output comes late, because the effect looks ahead. Whoever runs the chain feeds it
   * this much earlier, so that nothing is heard late.
   */
  readonly latencyFrames: number;
  /** Changes interleaved stereo `samples` in place; `startSeconds` is the time of its first input sample. */
  process(samples: Float32Array, startSeconds: number): void;
}

/** Reads a parameter: clamped, automated when a lane aims at it. */
export type ParameterReader = (name: string, min: number, max: number, fallback: number) => Envelope;

/** Reads a parameter that cannot be automated. */
export type ConstantReader = (name: string, min: number, max: number, fallback: number) => number;
