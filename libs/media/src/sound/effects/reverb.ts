/** The room (composition-format 9.3): the sound convolved with a generated impulse, beside the dry sound. */
import { CHANNELS, SAMPLE_RATE } from '../decode-args.js';
import { BLOCK_FRAMES, Convolution } from './convolution.js';
import type { ConstantReader, Effect, ParameterReader } from './effect.js';
import { roomImpulse } from './impulse.js';

export function reverb(parameter: ParameterReader, fixed: ConstantReader): Effect {
  const size = fixed('size');
  const damping = fixed('damping');
  const wet = parameter('wet');
  const dry = parameter('dry');
  const room = new Convolution(roomImpulse(size, damping, 0), roomImpulse(size, damping, 1));
  const gathered = new Float64Array(BLOCK_FRAMES * CHANNELS);
  const plain = new Float64Array(BLOCK_FRAMES * CHANNELS);
  const ringing = new Float64Array(BLOCK_FRAMES * CHANNELS);
  let filled = 0;
  return {
    latencyFrames: BLOCK_FRAMES,
    process: (samples, startSeconds) => {
      for (let at = 0; at < samples.length; at += CHANNELS) {
        const now = startSeconds + (at / CHANNELS - BLOCK_FRAMES) / SAMPLE_RATE;
        const [wetShare, dryShare] = [wet.at(now), dry.at(now)];
        for (let side = at; side < at + CHANNELS; side += 1) {
          gathered[filled] = samples[side] as number;
          samples[side] = (plain[filled] as number) * dryShare + (ringing[filled] as number) * wetShare;
          filled += 1;
        }
        if (filled < gathered.length) continue;
        filled = 0;
        plain.set(gathered);
        ringing.set(gathered);
        room.process(ringing);
      }
    },
  };
}
