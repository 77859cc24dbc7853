/** A second voice whose delay swings (composition-format 9.3). */
import { CHANNELS, SAMPLE_RATE } from '../decode-args.js';
import type { Effect, ParameterReader } from './effect.js';
import { ModulatedLine, Phase } from './modulated-line.js';

/** The delay swings from `delay` to `delay + depth` and back, `speed` times a second, alike on both sides. */
export function chorus(parameter: ParameterReader): Effect {
  const delay = parameter('delay');
  const depth = parameter('depth');
  const speed = parameter('speed');
  const mix = parameter('mix');
  const lines = Array.from({ length: CHANNELS }, () => new ModulatedLine((110 * SAMPLE_RATE) / 1000));
  const phase = new Phase();
  return {
    latencyFrames: 0,
    process: (samples, startSeconds) => {
      for (let at = 0; at < samples.length; at += CHANNELS) {
        const now = startSeconds + at / CHANNELS / SAMPLE_RATE;
        const swing = (1 - Math.cos(2 * Math.PI * phase.next(speed.at(now), SAMPLE_RATE))) / 2;
        const back = ((delay.at(now) + depth.at(now) * swing) * SAMPLE_RATE) / 1000;
        const share = mix.at(now);
        lines.forEach((line, channel) => {
          const dry = samples[at + channel] as number;
          line.push(dry);
          samples[at + channel] = dry * (1 - share) + line.read(back) * share;
        });
      }
    },
  };
}
