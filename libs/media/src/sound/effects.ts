/**
 * The effects of a chain that framefarm renders itself, at sample accuracy and the same under every FFmpeg
 * (composition-format 9.3). Each processes interleaved stereo blocks in order and keeps its state between them.
 */
import type { FxNode, Lane } from './automation.js';
import { biquad } from './biquad.js';
import { CHANNELS, SAMPLE_RATE } from './decode-args.js';
import type { Effect, ParameterReader } from './effect.js';
import { constant, type Envelope, envelope } from './envelope.js';

/** Every type of the format, so that an unknown name can be told from one that is not rendered yet. */
export const EFFECT_TYPES: ReadonlySet<string> = new Set([
  ...['gain', 'highpass', 'lowpass', 'peaking', 'lowshelf', 'highshelf', 'compressor', 'limiter', 'gate'],
  ...['saturate', 'bitcrush', 'pitchshift', 'delay', 'reverb', 'chorus', 'phaser'],
]);

/** The effect, or null for a type that is not rendered yet. */
export function effectFor(node: FxNode, lanes: readonly Lane[]): Effect | null {
  const parameter: ParameterReader = (name, min, max, fallback) => {
    const clamp = (value: number) => Math.min(max, Math.max(min, value));
    const lane = node.id === null ? undefined : lanes.find((one) => one.target === `fx.${node.id}.${name}`);
    if (lane !== undefined) return envelope(lane.points, clamp);
    const value = node.params[name];
    return constant(clamp(typeof value === 'number' && Number.isFinite(value) ? value : fallback));
  };
  switch (node.type) {
    case 'gain':
      return gain(parameter('gain', -60, 12, 0));
    case 'highpass':
    case 'lowpass':
    case 'peaking':
    case 'lowshelf':
    case 'highshelf':
      return biquad(node.type, node.params.poles === 1 ? 1 : 2, parameter);
    case 'delay':
      return delay(
        parameter('time', 1, 5000, 250),
        parameter('feedback', 0.01, 0.95, 0.35),
        parameter('mix', 0, 1, 0.4),
      );
    default:
      return null;
  }
}

/** Parameters that a lane may drive, by type (the starred ones of composition-format 9.3). */
export const AUTOMATABLE: Readonly<Record<string, readonly string[]>> = {
  gain: ['gain'],
  highpass: ['frequency', 'q'],
  lowpass: ['frequency', 'q'],
  peaking: ['frequency', 'gain', 'q'],
  lowshelf: ['frequency', 'gain', 'q'],
  highshelf: ['frequency', 'gain', 'q'],
  saturate: ['output'],
  delay: ['time', 'feedback', 'mix'],
  reverb: ['wet', 'dry'],
  chorus: ['delay', 'depth', 'speed', 'mix'],
  phaser: ['in_gain', 'out_gain', 'speed'],
};

function gain(decibels: Envelope): Effect {
  return {
    process: (samples, startSeconds) => {
      for (let at = 0; at < samples.length; at += CHANNELS) {
        const factor = 10 ** (decibels.at(startSeconds + at / CHANNELS / SAMPLE_RATE) / 20);
        samples[at] = (samples[at] ?? 0) * factor;
        samples[at + 1] = (samples[at + 1] ?? 0) * factor;
      }
    },
  };
}

/** An echo line with feedback; `mix` blends from dry to echo. Times between samples are interpolated. */
function delay(timeMs: Envelope, feedback: Envelope, mix: Envelope): Effect {
  const frames = Math.ceil(5 * SAMPLE_RATE) + 2;
  const line = new Float32Array(frames * CHANNELS);
  let head = 0;
  return {
    process: (samples, startSeconds) => {
      for (let at = 0; at < samples.length; at += CHANNELS) {
        const now = startSeconds + at / CHANNELS / SAMPLE_RATE;
        const back = (timeMs.at(now) * SAMPLE_RATE) / 1000;
        const whole = Math.floor(back);
        const part = back - whole;
        const near = ((head - whole + frames) % frames) * CHANNELS;
        const far = ((head - whole - 1 + frames) % frames) * CHANNELS;
        const [share, again] = [mix.at(now), feedback.at(now)];
        for (let channel = 0; channel < CHANNELS; channel += 1) {
          const echo = (line[near + channel] ?? 0) * (1 - part) + (line[far + channel] ?? 0) * part;
          const dry = samples[at + channel] ?? 0;
          line[head * CHANNELS + channel] = dry + echo * again;
          samples[at + channel] = dry * (1 - share) + echo * share;
        }
        head = (head + 1) % frames;
      }
    },
  };
}
