/** The plain gain (composition-format 9.3). */
import { CHANNELS, SAMPLE_RATE } from '../decode-args.js';
import type { Envelope } from '../envelope.js';
import type { Effect } from './effect.js';
import { toFactor } from './level.js';

export function gain(decibels: Envelope): Effect {
  return {
    latencyFrames: 0,
    process: (samples, startSeconds) => {
      for (let at = 0; at < samples.length; at += CHANNELS) {
        const factor = toFactor(decibels.at(startSeconds + at / CHANNELS / SAMPLE_RATE));
        samples[at] = (samples[at] ?? 0) * factor;
        samples[at + 1] = (samples[at + 1] ?? 0) * factor;
      }
    },
  };
}
