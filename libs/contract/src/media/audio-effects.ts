/**
 * The effects of `data-fx-chain`, declared once (reference: composition-format 9.3): lint reads names and targets here,
 * the sound mix reads ranges and defaults.
 */

/** One number of an effect. Values outside of the range are clamped. */
export interface AudioParameter {
  readonly min: number;
  readonly max: number;
  readonly default: number;
  /** A lane of `data-automation` may drive it. */
  readonly automatable: boolean;
}

/** `[min, max, default]` of a parameter that stays as it is for the whole render. */
const fixed = (min: number, max: number, initial: number): AudioParameter => ({
  min,
  max,
  default: initial,
  automatable: false,
});
const automatable = (min: number, max: number, initial: number): AudioParameter => ({
  ...fixed(min, max, initial),
  automatable: true,
});

const decibels = automatable(-40, 40, 0);
/** A pass filter at this q has neither a bump nor a dent. */
const passQ = automatable(0.1, 20, Math.SQRT1_2);
const mix = fixed(0, 1, 1);

/** Parameters by effect type. Frequencies in Hz, times in ms, gains and levels in dB, shares from 0 to 1. */
export const AUDIO_EFFECTS = {
  gain: { gain: automatable(-60, 12, 0) },
  highpass: { frequency: automatable(20, 20_000, 300), q: passQ },
  lowpass: { frequency: automatable(100, 20_000, 8_000), q: passQ },
  peaking: { frequency: automatable(20, 20_000, 1_000), gain: decibels, q: automatable(0.1, 20, 1) },
  lowshelf: { frequency: automatable(20, 2_000, 200), gain: decibels },
  highshelf: { frequency: automatable(500, 20_000, 4_000), gain: decibels },
  compressor: {
    threshold: fixed(-60, 0, -24),
    ratio: fixed(1, 20, 4),
    attack: fixed(0.01, 2_000, 20),
    release: fixed(0.01, 9_000, 250),
    knee: fixed(1, 8, 2.83),
    makeup: fixed(0, 36, 0),
    mix,
  },
  limiter: {
    limit: fixed(-24, 0, -1),
    attack: fixed(0.1, 80, 5),
    release: fixed(1, 8_000, 50),
    level_out: fixed(-24, 24, 0),
  },
  gate: {
    threshold: fixed(-80, 0, -35),
    range: fixed(-80, 0, -24),
    ratio: fixed(1, 20, 10),
    attack: fixed(0.01, 9_000, 1),
    release: fixed(0.01, 9_000, 100),
    knee: fixed(1, 8, 2.83),
  },
  saturate: { threshold: fixed(-40, 0, -6), output: automatable(-24, 24, 0), oversample: fixed(1, 8, 4) },
  bitcrush: { bits: fixed(1, 32, 8), samples: fixed(1, 250, 1), mix },
  pitchshift: { semitones: fixed(-12, 12, 0), mix },
  delay: { time: automatable(1, 5_000, 250), feedback: automatable(0.01, 0.95, 0.35), mix: automatable(0, 1, 0.4) },
  reverb: {
    size: fixed(0.05, 1, 0.7),
    damping: fixed(0, 1, 0.5),
    wet: automatable(0, 1, 0.35),
    dry: automatable(0, 1, 0.7),
  },
  chorus: {
    delay: automatable(1, 100, 7),
    depth: automatable(0, 10, 2),
    speed: automatable(0.01, 10, 1),
    mix: automatable(0, 1, 0.5),
  },
  phaser: {
    in_gain: automatable(0, 1, 0.4),
    out_gain: automatable(0, 2, 0.74),
    delay: fixed(0.1, 5, 3),
    decay: fixed(0, 0.99, 0.4),
    speed: automatable(0.1, 2, 0.5),
  },
} as const satisfies Record<string, Readonly<Record<string, AudioParameter>>>;

export type AudioEffectType = keyof typeof AUDIO_EFFECTS;

/** Whether there is an effect of this name, in the letters of the table. */
export function isAudioEffectType(type: string): type is AudioEffectType {
  return Object.hasOwn(AUDIO_EFFECTS, type);
}

/** The parameter of an effect, or null when the type has none of that name. */
export function audioParameter(type: AudioEffectType, name: string): AudioParameter | null {
  const parameters: Readonly<Record<string, AudioParameter>> = AUDIO_EFFECTS[type];
  return Object.hasOwn(parameters, name) ? (parameters[name] ?? null) : null;
}

/** Target of an automation lane that makes a clip faster and slower; known, and followed by no render yet. */
export const SPEED_RAMP = 'rate';

/** Whether a lane may aim at this parameter; false for an unknown type or name. */
export function isAutomatable(type: string, name: string): boolean {
  return isAudioEffectType(type) && audioParameter(type, name)?.automatable === true;
}
