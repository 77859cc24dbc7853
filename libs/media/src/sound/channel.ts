/** The strip behind a track or a group: effects, then gain (composition-format 9.2 and 9.3). */
import {
  type AutomationLane,
  type FxNode,
  inertLane,
  isLaneLive,
  MAX_VOLUME,
  SPEED_RAMP,
  type VolumePoint,
  type Warning,
} from '@framefarm/contract';
import { parseAutomation, parseChain } from './automation.js';
import { CHANNELS, SAMPLE_RATE } from './decode-args.js';
import { chainEffect } from './effects/chain.js';
import { constant, type Envelope, envelope } from './envelope.js';

export interface StripSource {
  readonly owner: string;
  readonly volume: number;
  readonly volumeCurve: readonly VolumePoint[] | null;
  readonly automation: string | null;
  readonly fxChain: string | null;
  /** Of a track; a group has neither length nor fades. */
  readonly duration?: number | undefined;
  readonly fadeIn?: number | undefined;
  readonly fadeOut?: number | undefined;
}

export interface Strip {
  /** Whether sound may ring on after its source has ended. */
  readonly hasEffects: boolean;
  /** Frames by which the output is late; feed the strip this much earlier. */
  readonly latencyFrames: number;
  readonly warnings: readonly Warning[];
  /** Changes `samples` in place; `startSeconds` is the time of its first input sample on the automation's clock. */
  process(samples: Float32Array, startSeconds: number): void;
}

/** @throws FramefarmError `AUDIO_FX_INVALID` for an unreadable chain, an unknown type or an unreadable automation. */
export function channelStrip(source: StripSource): Strip {
  const lanes = parseAutomation(source.automation, source.owner);
  const nodes = parseChain(source.fxChain, source.owner);
  const chain = chainEffect(nodes, lanes);
  const volume = volumeEnvelope(source, lanes);
  const edges = edgeFades(source);
  const { latencyFrames } = chain;
  return {
    hasEffects: nodes.some((node) => node.enabled),
    latencyFrames,
    warnings: lanes.filter((lane) => !isTold(lane, source)).flatMap((lane) => laneWarnings(source.owner, lane, nodes)),
    process: (samples, startSeconds) => {
      chain.process(samples, startSeconds);
      for (let at = 0; at < samples.length; at += CHANNELS) {
        const seconds = startSeconds + (at / CHANNELS - latencyFrames) / SAMPLE_RATE;
        const factor = volume.at(seconds) * edges(seconds);
        samples[at] = (samples[at] ?? 0) * factor;
        samples[at + 1] = (samples[at + 1] ?? 0) * factor;
      }
    },
  };
}

/** A `volume` lane wins over a tween's samples, and these over the plain attribute. */
function volumeEnvelope(source: StripSource, lanes: readonly AutomationLane[]): Envelope {
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

/**
 * Linear ramps from and to silence at the ends of a track, which what rings on after it does not outlive. Both are shortened alike where they
 * do not fit into it side by side.
 */
function edgeFades({ duration = 0, fadeIn = 0, fadeOut = 0 }: StripSource): (seconds: number) => number {
  const sum = fadeIn + fadeOut;
  if (!(sum > 0) || !(duration > 0)) return () => 1;
  const share = Math.min(1, duration / sum);
  const rise = ramp(fadeIn * share);
  const fall = ramp(fadeOut * share);
  return (seconds) => rise(seconds) * fall(duration - seconds);
}

/** 0 up to 0, 1 from `length` seconds on; always 1 without a length. */
const ramp = (length: number) => (seconds: number) => (length > 0 ? Math.min(1, Math.max(0, seconds / length)) : 1);

/** The page tells of the speed ramp of an element, as that may be one without sound. */
const isTold = ({ target }: AutomationLane, { duration }: StripSource): boolean =>
  target === SPEED_RAMP && duration !== undefined;

function laneWarnings(owner: string, lane: AutomationLane, nodes: readonly FxNode[]): Warning[] {
  if (isLaneLive(lane, nodes)) return [];
  return [
    {
      code: 'automation_target_inert',
      stage: 'process_audio',
      message: inertLane(`"${owner}"`, lane),
      details: { element: owner, target: lane.target },
    },
  ];
}
