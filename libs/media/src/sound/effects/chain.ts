/** Building the effects of a chain in signal order, presets with their amount (composition-format 9.3). */
import { presetTarget } from '@framefarm/contract';
import type { FxNode, Lane } from '../automation.js';
import { CHANNELS, SAMPLE_RATE } from '../decode-args.js';
import { constant, type Envelope, envelope } from '../envelope.js';
import type { Effect } from './effect.js';
import { effectFor } from './registry.js';

/** All enabled nodes as one effect. */
export function chainEffect(nodes: readonly FxNode[], lanes: readonly Lane[]): Effect {
  const enabled = nodes.filter((node) => node.enabled);
  const stages: Effect[] = [];
  for (let at = 0; at < enabled.length; ) {
    const first = enabled[at] as FxNode;
    // The nodes that one preset wrote stand side by side; they are blended as one.
    let end = at + 1;
    while (first.preset !== null && enabled[end]?.preset === first.preset) end += 1;
    const run = sequence(enabled.slice(at, end).map((node) => effectFor(node, lanes)));
    const amount = presetAmount(first, lanes);
    stages.push(amount === null ? run : blend(run, amount));
    at = end;
  }
  return sequence(stages);
}

function presetAmount({ preset, amount }: FxNode, lanes: readonly Lane[]): Envelope | null {
  if (preset === null) return null;
  const lane = lanes.find((one) => one.target === presetTarget(preset));
  if (lane !== undefined) return envelope(lane.points, (value) => Math.min(1, Math.max(0, value)));
  return amount === 1 ? null : constant(amount);
}

/** Effects one after the other; each is told the time of the sound that reaches it. */
export function sequence(effects: readonly Effect[]): Effect {
  return {
    latencyFrames: effects.reduce((sum, effect) => sum + effect.latencyFrames, 0),
    process: (samples, startSeconds) => {
      let frames = 0;
      for (const effect of effects) {
        effect.process(samples, startSeconds - frames / SAMPLE_RATE);
        frames += effect.latencyFrames;
      }
    },
  };
}

/** Crossfades from the untouched sound to the effect. */
function blend(effect: Effect, amount: Envelope): Effect {
  const { latencyFrames } = effect;
  let waiting = new Float32Array(latencyFrames * CHANNELS);
  return {
    latencyFrames,
    process: (samples, startSeconds) => {
      const untouched = new Float32Array(waiting.length + samples.length);
      untouched.set(waiting);
      untouched.set(samples, waiting.length);
      waiting = untouched.slice(samples.length);
      effect.process(samples, startSeconds);
      for (let at = 0; at < samples.length; at += CHANNELS) {
        const share = amount.at(startSeconds + (at / CHANNELS - latencyFrames) / SAMPLE_RATE);
        for (let side = at; side < at + CHANNELS; side += 1) {
          samples[side] = (untouched[side] as number) * (1 - share) + (samples[side] as number) * share;
        }
      }
    },
  };
}
