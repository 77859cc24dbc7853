/** Notches that sweep through the spectrum (composition-format 9.3). */
import { CHANNELS, SAMPLE_RATE } from '../decode-args.js';
import type { Effect, ParameterReader } from './effect.js';
import { ModulatedLine, Phase } from './modulated-line.js';

/**
 * The sound is fed back, `decay` strong, through a delay that swings between `delay` and two samples; `triangular` or
 * as a sine. Where the delayed sound is in antiphase lies a notch.
 */
export function phaser(parameter: ParameterReader, triangular: boolean): Effect {
  const inGain = parameter('in_gain');
  const outGain = parameter('out_gain');
  const delayMs = parameter('delay');
  const decay = parameter('decay');
  const speed = parameter('speed');
  const lines = Array.from({ length: CHANNELS }, () => new ModulatedLine((5 * SAMPLE_RATE) / 1000));
  const phase = new Phase();
  return {
    latencyFrames: 0,
    process: (samples, startSeconds) => {
      for (let at = 0; at < samples.length; at += CHANNELS) {
        const now = startSeconds + at / CHANNELS / SAMPLE_RATE;
        const turn = phase.next(speed.at(now), SAMPLE_RATE);
        const swing = triangular ? 1 - Math.abs(1 - 2 * turn) : (1 - Math.cos(2 * Math.PI * turn)) / 2;
        const longest = (delayMs.at(now) * SAMPLE_RATE) / 1000;
        // The line counts from the sample pushed last, which is one sample ago already.
        const back = 1 + Math.max(0, longest - 2) * (1 - swing);
        const [level, again, gain] = [inGain.at(now), decay.at(now), outGain.at(now)];
        lines.forEach((line, channel) => {
          const value = (samples[at + channel] as number) * level + line.read(back) * again;
          line.push(value);
          samples[at + channel] = value * gain;
        });
      }
    },
  };
}
