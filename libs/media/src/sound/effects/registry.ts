/**
 * The effects of a chain, rendered here at sample accuracy and the same under every FFmpeg (composition-format 9.3).
 * Each processes interleaved stereo blocks in order and keeps its state between them.
 */
import { type AudioEffectType, type AutomationLane, audioParameter, type FxNode } from '@framefarm/contract';
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

const BUILD: Readonly<Record<AudioEffectType, (readers: Readers) => Effect>> = {
  gain: ({ parameter }) => gain(parameter('gain')),
  highpass: ({ parameter, params }) => biquad('highpass', poles(params), parameter),
  lowpass: ({ parameter, params }) => biquad('lowpass', poles(params), parameter),
  peaking: ({ parameter }) => biquad('peaking', 2, parameter),
  lowshelf: ({ parameter }) => biquad('lowshelf', 2, parameter),
  highshelf: ({ parameter }) => biquad('highshelf', 2, parameter),
  compressor: ({ fixed }) => compressor(fixed),
  limiter: ({ fixed }) => limiter(fixed),
  gate: ({ fixed }) => gate(fixed),
  saturate: ({ parameter, fixed, params }) => saturate(params.type, fixed, parameter('output')),
  bitcrush: ({ fixed }) => bitcrush(fixed),
  pitchshift: ({ fixed }) => pitchshift(fixed),
  delay: ({ parameter }) => delay(parameter('time'), parameter('feedback'), parameter('mix')),
  reverb: ({ parameter, fixed }) => reverb(parameter, fixed),
  chorus: ({ parameter }) => chorus(parameter),
  phaser: ({ parameter, params }) => phaser(parameter, asNumber(params.type) !== 1),
};

/** The effect of one node. */
export function effectFor(node: FxNode, lanes: readonly AutomationLane[]): Effect {
  const { type } = node;
  const declared = (name: string) => {
    const parameter = audioParameter(type, name);
    if (parameter === null) throw new TypeError(`${type} has no parameter ${name}`);
    const clamp = (value: number) => Math.min(parameter.max, Math.max(parameter.min, value));
    return { ...parameter, clamp, value: clamp(asNumber(node.params[name]) ?? parameter.default) };
  };
  const fixed: ConstantReader = (name) => declared(name).value;
  const parameter: ParameterReader = (name) => {
    const { automatable, clamp, value } = declared(name);
    const driven = node.id !== null && automatable;
    const lane = driven ? lanes.find((one) => one.target === `fx.${node.id}.${name}`) : undefined;
    return lane === undefined ? constant(value) : envelope(lane.points, clamp);
  };
  return BUILD[type]({ parameter, fixed, params: node.params });
}

/** A number, also when it is written as text, as choices such as `poles` are. */
function asNumber(value: unknown): number | null {
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
  return typeof number === 'number' && Number.isFinite(number) ? number : null;
}

function poles(params: FxNode['params']): 1 | 2 {
  return asNumber(params.poles) === 1 ? 1 : 2;
}
