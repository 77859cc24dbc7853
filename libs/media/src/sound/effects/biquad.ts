/**
 * Second-order filters with the usual audio-equaliser coefficients (bilinear transform), automatable per sample
 * (composition-format 9.3).
 */
import { CHANNELS, SAMPLE_RATE } from '../decode-args.js';
import { constant } from '../envelope.js';
import type { Effect, ParameterReader } from './effect.js';

type Kind = 'highpass' | 'lowpass' | 'peaking' | 'lowshelf' | 'highshelf';
type Coefficients = readonly [b0: number, b1: number, b2: number, a1: number, a2: number];

export function biquad(kind: Kind, poles: 1 | 2, parameter: ParameterReader): Effect {
  const frequency = parameter('frequency');
  const pass = kind === 'highpass' || kind === 'lowpass';
  // A shelf has no q: its slope is the steepest without a bump.
  const shelf = kind === 'lowshelf' || kind === 'highshelf';
  const q = shelf ? constant(Math.SQRT1_2) : parameter('q');
  const boost = pass ? constant(0) : parameter('gain');
  // Two state values per channel (transposed direct form II).
  const state = new Float64Array(2 * CHANNELS);
  let setting = '';
  let c: Coefficients = [1, 0, 0, 0, 0];
  return {
    latencyFrames: 0,
    process: (samples, startSeconds) => {
      for (let at = 0; at < samples.length; at += CHANNELS) {
        const now = startSeconds + at / CHANNELS / SAMPLE_RATE;
        const [f, width, decibels] = [frequency.at(now), q.at(now), boost.at(now)];
        const wanted = `${f} ${width} ${decibels}`;
        if (wanted !== setting) {
          setting = wanted;
          c = pass && poles === 1 ? onePole(kind, f) : coefficients(kind, f, width, decibels);
        }
        for (let channel = 0; channel < CHANNELS; channel += 1) {
          const x = samples[at + channel] ?? 0;
          const y = c[0] * x + (state[channel * 2] ?? 0);
          state[channel * 2] = c[1] * x - c[3] * y + (state[channel * 2 + 1] ?? 0);
          state[channel * 2 + 1] = c[2] * x - c[4] * y;
          samples[at + channel] = y;
        }
      }
    },
  };
}

function onePole(kind: Kind, frequency: number): Coefficients {
  const k = Math.tan((Math.PI * frequency) / SAMPLE_RATE);
  const a1 = (k - 1) / (k + 1);
  return kind === 'lowpass' ? [k / (k + 1), k / (k + 1), 0, a1, 0] : [1 / (k + 1), -1 / (k + 1), 0, a1, 0];
}

function coefficients(kind: Kind, frequency: number, q: number, decibels: number): Coefficients {
  const w = (2 * Math.PI * frequency) / SAMPLE_RATE;
  const cos = Math.cos(w);
  const alpha = Math.sin(w) / (2 * q);
  const a = 10 ** (decibels / 40);
  const scaled = (b0: number, b1: number, b2: number, a0: number, a1: number, a2: number): Coefficients => [
    b0 / a0,
    b1 / a0,
    b2 / a0,
    a1 / a0,
    a2 / a0,
  ];
  if (kind === 'lowpass') return scaled((1 - cos) / 2, 1 - cos, (1 - cos) / 2, 1 + alpha, -2 * cos, 1 - alpha);
  if (kind === 'highpass') return scaled((1 + cos) / 2, -1 - cos, (1 + cos) / 2, 1 + alpha, -2 * cos, 1 - alpha);
  if (kind === 'peaking') {
    return scaled(1 + alpha * a, -2 * cos, 1 - alpha * a, 1 + alpha / a, -2 * cos, 1 - alpha / a);
  }
  // The high shelf is the low shelf mirrored in frequency: every cosine changes its sign.
  const s = kind === 'lowshelf' ? 1 : -1;
  const root = 2 * Math.sqrt(a) * alpha;
  return scaled(
    a * (a + 1 - s * (a - 1) * cos + root),
    s * 2 * a * (a - 1 - s * (a + 1) * cos),
    a * (a + 1 - s * (a - 1) * cos - root),
    a + 1 + s * (a - 1) * cos + root,
    s * -2 * (a - 1 + s * (a + 1) * cos),
    a + 1 + s * (a - 1) * cos - root,
  );
}
