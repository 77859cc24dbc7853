/**
 * The effects of a chain, rendered here at sample accuracy and the same under every FFmpeg (composition-format 9.3).
 * Each processes interleaved stereo blocks in order and keeps its state between them.
 */
import type { FxNode, Lane } from '../automation.js';
import { constant, envelope } from '../envelope.js';
import { biquad } from './biquad.js';
import { bitcrush } from './bitcrush.js';
import { chorus } from './chorus.js';
import { compressor } from './compressor.js';
import { delay } from './delay.js';
import type { ConstantReader, Effect, ParameterReader } from './effect.js';
import { gain } from './gain.js';
import { gate } from './gate.js';
import { limiter } from './limiter.js';
import { phaser } from './phaser.js';
import { pitchshift } from './pitchshift.js';
import { reverb } from './reverb.js';
import { saturate } from './saturate.js';

interface Readers {
  readonly parameter: ParameterReader;
  readonly fixed: ConstantReader;
  readonly params: FxNode['params'];
}

const TYPES: Readonly<Record<string, (readers: Readers) => Effect>> = {
  gain: ({ parameter }) => gain(parameter('gain', -60, 12, 0)),
  highpass: ({ parameter, params }) => biquad('highpass', poles(params), parameter),
  lowpass: ({ parameter, params }) => biquad('lowpass', poles(params), parameter),
  peaking: ({ parameter }) => biquad('peaking', 2, parameter),
  lowshelf: ({ parameter }) => biquad('lowshelf', 2, parameter),
  highshelf: ({ parameter }) => biquad('highshelf', 2, parameter),
  compressor: ({ fixed }) => compressor(fixed),
  limiter: ({ fixed }) => limiter(fixed),
  gate: ({ fixed }) => gate(fixed),
  saturate: ({ parameter, fixed, params }) => saturate(params.type, fixed, parameter('output', -24, 24, 0)),
  bitcrush: ({ fixed }) => bitcrush(fixed),
  pitchshift: ({ fixed }) => pitchshift(fixed),
  delay: ({ parameter }) =>
    delay(parameter('time', 1, 5000, 250), parameter('feedback', 0.01, 0.95, 0.35), parameter('mix', 0, 1, 0.4)),
  reverb: ({ parameter, fixed }) => reverb(parameter, fixed),
  chorus: ({ parameter }) => chorus(parameter),
  phaser: ({ parameter, params }) => phaser(parameter, asNumber(params.type) !== 1),
};

export const EFFECT_TYPES: ReadonlySet<string> = new Set(Object.keys(TYPES));

/** Parameters that a lane may drive, by type (the starred ones of composition-format 9.3). */
export const AUTOMATABLE: Readonly<Record<string, readonly string[]>> = {
  gain: ['gain'],
  highpass: ['frequency', 'q'],
  lowpass: ['frequency', 'q'],
  peaking: ['frequency', 'gain', 'q'],
  lowshelf: ['frequency', 'gain'],
  highshelf: ['frequency', 'gain'],
  saturate: ['output'],
  delay: ['time', 'feedback', 'mix'],
  reverb: ['wet', 'dry'],
  chorus: ['delay', 'depth', 'speed', 'mix'],
  phaser: ['in_gain', 'out_gain', 'speed'],
};

/** The effect of a node whose type is known. */
export function effectFor(node: FxNode, lanes: readonly Lane[]): Effect {
  const fixed: ConstantReader = (name, min, max, fallback) =>
    Math.min(max, Math.max(min, asNumber(node.params[name]) ?? fallback));
  const parameter: ParameterReader = (name, min, max, fallback) => {
    const clamp = (value: number) => Math.min(max, Math.max(min, value));
    const driven = node.id !== null && AUTOMATABLE[node.type]?.includes(name);
    const lane = driven ? lanes.find((one) => one.target === `fx.${node.id}.${name}`) : undefined;
    return lane === undefined ? constant(fixed(name, min, max, fallback)) : envelope(lane.points, clamp);
  };
  const build = TYPES[node.type];
  if (build === undefined) throw new TypeError(`the chain reader let the type "${node.type}" pass`);
  return build({ parameter, fixed, params: node.params });
}

/** A number, also when it is written as text, as choices such as `poles` are. */
function asNumber(value: unknown): number | null {
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
  return typeof number === 'number' && Number.isFinite(number) ? number : null;
}

function poles(params: FxNode['params']): 1 | 2 {
  return asNumber(params.poles) === 1 ? 1 : 2;
}
