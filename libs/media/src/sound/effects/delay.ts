/** Repeating echoes (composition-format 9.3). */
import { CHANNELS, SAMPLE_RATE } from '../decode-args.js';
import type { Envelope } from '../envelope.js';
import type { Effect } from './effect.js';

/** An echo line with feedback; `mix` blends from dry to echo. Times between samples are interpolated. */
export function delay(timeMs: Envelope, feedback: Envelope, mix: Envelope): Effect {
  const frames = Math.ceil(5 * SAMPLE_RATE) + 2;
  const line = new Float32Array(frames * CHANNELS);
  let head = 0;
  return {
    latencyFrames: 0,
    process: (samples, startSeconds) => {
      for (let at = 0; at < samples.length; at += CHANNELS) {
        const now = startSeconds + at / CHANNELS / SAMPLE_RATE;
        const back = (timeMs.at(now) * SAMPLE_RATE) / 1000;
        const whole = Math.floor(back);
        const part = back - whole;
        const near = ((head - whole + frames) % frames) * CHANNELS;
        const far = ((head - whole - 1 + frames) % frames) * CHANNELS;
        const [share, again] = [mix.at(now), feedback.at(now)];
        for (let channel = 0; channel < CHANNELS; channel += 1) {
          const echo = (line[near + channel] ?? 0) * (1 - part) + (line[far + channel] ?? 0) * part;
          const dry = samples[at + channel] ?? 0;
          line[head * CHANNELS + channel] = dry + echo * again;
          samples[at + channel] = dry * (1 - share) + echo * share;
        }
        head = (head + 1) % frames;
      }
    },
  };
}
