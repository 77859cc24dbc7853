/** The strip behind a track or a group: effects, then gain (composition-format 9.2 and 9.3). */
import type { VolumePoint, Warning } from '@framefarm/contract';
import { type FxNode, type Lane, parseAutomation, parseChain } from './automation.js';
import { CHANNELS, SAMPLE_RATE } from './decode-args.js';
import type { Effect } from './effect.js';
import { AUTOMATABLE, EFFECT_TYPES, effectFor } from './effects.js';
import { constant, type Envelope, envelope } from './envelope.js';

/** Linear gain of +12 dB. */
export const MAX_VOLUME = 3.981;

export interface StripSource {
  readonly owner: string;
  readonly volume: number;
  readonly volumeCurve: readonly VolumePoint[] | null;
  readonly automation: string | null;
  readonly fxChain: string | null;
}

export interface Strip {
  readonly hasEffects: boolean;
  readonly warnings: readonly Warning[];
  process(samples: Float32Array, startSeconds: number): void;
}

/** @throws FramefarmError `AUDIO_FX_INVALID` for an unreadable chain, an unknown type or an unreadable automation. */
export function channelStrip(source: StripSource): Strip {
  const lanes = parseAutomation(source.automation, source.owner);
  const nodes = parseChain(source.fxChain, source.owner, EFFECT_TYPES);
  const warnings: Warning[] = [];
  const effects: Effect[] = [];
  for (const node of nodes) {
    const effect = effectFor(node, lanes);
    if (effect !== null) effects.push(effect);
    else warnings.push(unsupported(source.owner, `the audio effect "${node.type}"`));
  }
  for (const lane of lanes) warnings.push(...laneWarnings(source.owner, lane, nodes));
  const volume = volumeEnvelope(source, lanes);
  return {
    hasEffects: effects.length > 0,
    warnings,
    process: (samples, startSeconds) => {
      for (const effect of effects) effect.process(samples, startSeconds);
      for (let at = 0; at < samples.length; at += CHANNELS) {
        const factor = volume.at(startSeconds + at / CHANNELS / SAMPLE_RATE);
        samples[at] = (samples[at] ?? 0) * factor;
        samples[at + 1] = (samples[at + 1] ?? 0) * factor;
      }
    },
  };
}

/** A `volume` lane wins over a tween's samples, and these over the plain attribute. */
function volumeEnvelope(source: StripSource, lanes: readonly Lane[]): Envelope {
  const clamp = (value: number) => Math.min(MAX_VOLUME, Math.max(0, value));
  const lane = lanes.find((one) => one.target === 'volume');
  if (lane !== undefined) return envelope(lane.points, clamp);
  if (source.volumeCurve !== null && source.volumeCurve.length > 0) {
    return envelope(
      source.volumeCurve.map((point) => ({ ...point, curve: 0, via: null })),
      clamp,
    );
  }
  return constant(clamp(source.volume));
}

function laneWarnings(owner: string, lane: Lane, nodes: readonly FxNode[]): Warning[] {
  if (lane.target === 'volume') return [];
  if (lane.target.startsWith('fx.preset.')) return [unsupported(owner, `the automation target "${lane.target}"`)];
  const [, id, name] = /^fx\.(.+)\.([^.]+)$/.exec(lane.target) ?? [];
  const node = nodes.find((one) => id !== undefined && one.id === id);
  if (node !== undefined && name !== undefined && AUTOMATABLE[node.type]?.includes(name)) return [];
  return [
    {
      code: 'automation_target_inert',
      stage: 'process_audio',
      message: `the automation of "${owner}" aims at "${lane.target}", which is no parameter that can be automated`,
      details: { element: owner, target: lane.target },
    },
  ];
}

function unsupported(owner: string, feature: string): Warning {
  return {
    code: 'unsupported_feature',
    stage: 'process_audio',
    message: `${feature} on "${owner}" is not supported yet; the sound goes on without it`,
    details: { element: owner, feature },
  };
}
