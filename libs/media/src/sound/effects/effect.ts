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

/** Reads a parameter of the node's type: clamped to its range, automated when a lane aims at it. */
export type ParameterReader = (name: string) => Envelope;

/** Reads a parameter that cannot be automated. */
export type ConstantReader = (name: string) => number;
