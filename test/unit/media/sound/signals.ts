/** Test sounds, running them through a chain as the mix does, and measuring what comes out. */
import { channelStrip, type Strip } from '../../../../libs/media/src/sound/channel.js';

export const RATE = 48_000;

export interface Lane {
  readonly target: string;
  readonly points: readonly object[];
}

/** Interleaved stereo frames from a function of time (s). */
export function sound(seconds: number, left: (t: number) => number, right = left): Float32Array {
  const out = new Float32Array(Math.round(seconds * RATE) * 2);
  for (let frame = 0; frame < out.length / 2; frame += 1) {
    out[2 * frame] = left(frame / RATE);
    out[2 * frame + 1] = right(frame / RATE);
  }
  return out;
}

export function sine(hertz: number, amplitude: number): (t: number) => number {
  return (t) => amplitude * Math.sin(2 * Math.PI * hertz * t);
}

export function strip(nodes: readonly object[], lanes: readonly Lane[] = []): Strip {
  return channelStrip({
    owner: 'a1',
    volume: 1,
    volumeCurve: null,
    automation: lanes.length > 0 ? JSON.stringify({ version: 1, lanes }) : null,
    fxChain: JSON.stringify({ version: 1, nodes }),
  });
}

/** Through a chain, block by block, its delay taken out; as long as the input plus `tailSeconds`. */
export function through(
  nodes: readonly object[],
  input: Float32Array,
  { lanes = [] as readonly Lane[], tailSeconds = 0, blockFrames = 1009 } = {},
): Float32Array {
  const chain = strip(nodes, lanes);
  const frames = input.length / 2 + Math.round(tailSeconds * RATE);
  const all = new Float32Array((frames + chain.latencyFrames) * 2);
  all.set(input);
  for (let from = 0; from < all.length; from += blockFrames * 2) {
    chain.process(all.subarray(from, from + blockFrames * 2), from / 2 / RATE);
  }
  return all.subarray(chain.latencyFrames * 2);
}

/** One side between two times (s). */
export function part(samples: Float32Array, from: number, to: number, side: 0 | 1 = 0): Float64Array {
  const [start, end] = [Math.round(from * RATE), Math.round(to * RATE)];
  return Float64Array.from({ length: end - start }, (_, index) => samples[2 * (start + index) + side] ?? 0);
}

export function rms(values: Float64Array): number {
  return Math.sqrt(values.reduce((sum, value) => sum + value * value, 0) / values.length);
}

export function peak(values: Float64Array): number {
  return values.reduce((most, value) => Math.max(most, Math.abs(value)), 0);
}

/** Amplitude of one frequency; exact when the values hold whole periods. */
export function amplitudeAt(values: Float64Array, hertz: number): number {
  let [re, im] = [0, 0];
  values.forEach((value, index) => {
    const angle = (2 * Math.PI * hertz * index) / RATE;
    re += value * Math.cos(angle);
    im += value * Math.sin(angle);
  });
  return (2 * Math.hypot(re, im)) / values.length;
}

/** Frequency by counting upward zero crossings. */
export function crossingsPerSecond(values: Float64Array): number {
  let crossings = 0;
  for (let at = 1; at < values.length; at += 1) {
    if ((values[at - 1] as number) < 0 && (values[at] as number) >= 0) crossings += 1;
  }
  return (crossings * RATE) / values.length;
}

export function decibels(factor: number): number {
  return 20 * Math.log10(factor);
}

/** Repeatable noise of RMS 0.1. */
export function noise(): (t: number) => number {
  let seed = 1;
  return () => {
    seed = (seed * 1_103_515_245 + 12_345) & 0x7fffffff;
    return (seed / 0x40000000 - 1) * 0.1 * Math.sqrt(3);
  };
}
