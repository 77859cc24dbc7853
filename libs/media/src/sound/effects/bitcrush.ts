/** Fewer bits and fewer samples (composition-format 9.3). */
import { CHANNELS } from '../decode-args.js';
import type { ConstantReader, Effect } from './effect.js';

/** `bits` gives steps of 2^(1−bits), silence stays silent; each `samples`-th sample is held until the next. */
export function bitcrush(parameter: ConstantReader): Effect {
  const step = 2 ** (1 - parameter('bits'));
  const hold = Math.round(parameter('samples'));
  const mix = parameter('mix');
  const held = new Float64Array(CHANNELS);
  let age = 0;
  return {
    latencyFrames: 0,
    process: (samples) => {
      for (let at = 0; at < samples.length; at += CHANNELS) {
        for (let channel = 0; channel < CHANNELS; channel += 1) {
          const dry = samples[at + channel] as number;
          if (age === 0) held[channel] = Math.round(dry / step) * step;
          samples[at + channel] = dry * (1 - mix) + (held[channel] as number) * mix;
        }
        age = (age + 1) % hold;
      }
    },
  };
}
