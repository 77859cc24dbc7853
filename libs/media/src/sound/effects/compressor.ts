/**
 * The compressor of composition-format 9.3. The level is the mean power of both sides in dB (a full-scale sine is at
 * −3), so the stereo image stays. Attack and release are the times in which the gain has gone 98 % of its way.
 */
import { CHANNELS } from '../decode-args.js';
import type { ConstantReader, Effect } from './effect.js';
import { followShare, kneeDecibels, kneed, PowerWindow, toDecibels, toFactor, windowFrames } from './level.js';

export function compressor(parameter: ConstantReader): Effect {
  const threshold = parameter('threshold');
  const ratio = parameter('ratio');
  const attackMs = parameter('attack');
  const releaseMs = parameter('release');
  const knee = kneeDecibels(parameter('knee'));
  const makeup = parameter('makeup');
  const mix = parameter('mix');
  const frames = windowFrames(attackMs);
  const power = new PowerWindow(frames);
  const [attack, release] = [followShare(attackMs, frames), followShare(releaseMs, frames)];
  let gain = 0;
  return {
    latencyFrames: 0,
    process: (samples) => {
      for (let at = 0; at < samples.length; at += CHANNELS) {
        const [left, right] = [samples[at] as number, samples[at + 1] as number];
        const over = toDecibels(power.push(left, right)) - threshold;
        const target = (1 / ratio - 1) * kneed(over, knee);
        gain += (target - gain) * (target < gain ? attack : release);
        const factor = 1 - mix + mix * toFactor(gain + makeup);
        samples[at] = left * factor;
        samples[at + 1] = right * factor;
      }
    },
  };
}
