/** Soft and hard clipping (composition-format 9.3). */
import { CHANNELS, SAMPLE_RATE } from '../decode-args.js';
import type { Envelope } from '../envelope.js';
import type { ConstantReader, Effect } from './effect.js';
import { toFactor } from './level.js';
import { Oversampling, oversamplingLatency } from './oversampling.js';

type Curve = (x: number) => number;

/** From the point where a polynomial is flat it stays at ±1. */
const capped =
  (end: number, curve: Curve): Curve =>
  (x) =>
    x >= end ? 1 : x <= -end ? -1 : curve(x);

/** Each passes small values unchanged (slope 1) and ends at ±1. */
export const CURVES: Readonly<Record<string, Curve>> = {
  tanh: Math.tanh,
  atan: (x) => (2 / Math.PI) * Math.atan((Math.PI / 2) * x),
  cubic: capped(1.5, (x) => x - (4 / 27) * x ** 3),
  exp: (x) => Math.sign(x) * -Math.expm1(-Math.abs(x)),
  alg: (x) => x / Math.sqrt(1 + x * x),
  quintic: capped(1.25, (x) => x - (256 / 3125) * x ** 5),
  sin: capped(Math.PI / 2, Math.sin),
  erf: (x) => errorFunction((Math.sqrt(Math.PI) / 2) * x),
  hard: (x) => Math.min(1, Math.max(-1, x)),
};

/** `type` names the curve; it works above `threshold`, which is also the level it saturates at. */
export function saturate(type: unknown, parameter: ConstantReader, output: Envelope): Effect {
  const curve = CURVES[String(type)] ?? Math.tanh;
  const threshold = toFactor(parameter('threshold'));
  const factor = Math.round(parameter('oversample'));
  const shaped: Curve = (x) => curve(x / threshold) * threshold;
  const sides = Array.from({ length: CHANNELS }, () => new Oversampling(factor, shaped));
  const latencyFrames = oversamplingLatency(factor);
  return {
    latencyFrames,
    process: (samples, startSeconds) => {
      for (let at = 0; at < samples.length; at += CHANNELS) {
        const gain = toFactor(output.at(startSeconds + (at / CHANNELS - latencyFrames) / SAMPLE_RATE));
        sides.forEach((side, channel) => {
          samples[at + channel] = side.next(samples[at + channel] as number) * gain;
        });
      }
    },
  };
}

/** By its power series near zero and its continued fraction beyond; errors below 1e-12. */
function errorFunction(x: number): number {
  const size = Math.abs(x);
  if (size > 6) return Math.sign(x);
  if (size < 2) {
    let term = x;
    let sum = x;
    for (let n = 1; Math.abs(term) > 1e-17; n += 1) {
      term *= (-x * x) / n;
      sum += term / (2 * n + 1);
    }
    return (2 / Math.sqrt(Math.PI)) * sum;
  }
  let fraction = 0;
  for (let k = 60; k > 0; k -= 1) fraction = k / 2 / (size + fraction);
  return Math.sign(x) * (1 - Math.exp(-size * size) / Math.sqrt(Math.PI) / (size + fraction));
}
