/**
 * The noise gate of composition-format 9.3: below the threshold each dB becomes `ratio` dB, down to `range`. Attack is
 * how fast it opens, release how fast it closes, each 98 % of the way.
 */
import { CHANNELS } from '../decode-args.js';
import type { ConstantReader, Effect } from './effect.js';
import { followShare, kneeDecibels, kneed, PowerWindow, toDecibels, toFactor, windowFrames } from './level.js';

export function gate(parameter: ConstantReader): Effect {
  const threshold = parameter('threshold');
  const range = parameter('range');
  const ratio = parameter('ratio');
  const attackMs = parameter('attack');
  const releaseMs = parameter('release');
  const knee = kneeDecibels(parameter('knee'));
  const frames = windowFrames(attackMs);
  const power = new PowerWindow(frames);
  const [attack, release] = [followShare(attackMs, frames), followShare(releaseMs, frames)];
  let factor = toFactor(range);
  return {
    latencyFrames: 0,
    process: (samples) => {
      for (let at = 0; at < samples.length; at += CHANNELS) {
        const [left, right] = [samples[at] as number, samples[at + 1] as number];
        const under = threshold - toDecibels(power.push(left, right));
        const target = toFactor(Math.max(range, (1 - ratio) * kneed(under, knee)));
        factor += (target - factor) * (target > factor ? attack : release);
        samples[at] = left * factor;
        samples[at + 1] = right * factor;
      }
    },
  };
}
