/** The generated room of the reverb: the same samples on every run and machine. */
import { SAMPLE_RATE } from '../decode-args.js';

/** The highs above this decay faster when damped, Hz. */
const SPLIT_HERTZ = 4000;
const LOG_1000 = Math.log(1000);

/** Time in which the room falls by 60 dB, seconds: 0.34 for the smallest, 3 for the largest. */
export function decaySeconds(size: number): number {
  return 0.2 + 2.8 * size;
}

/**
 * Decaying noise of energy 1, so that a wet sound is about as loud as the dry one. `size` 0.05 to 1 sets the decay,
 * `damping` 0 to 1 how much sooner the highs are gone; each `side` has its own noise, which makes the room wide.
 */
export function roomImpulse(size: number, damping: number, side: number): Float64Array {
  const low = decaySeconds(size);
  const high = low * (1 - 0.8 * damping);
  const impulse = new Float64Array(Math.ceil(1.1 * low * SAMPLE_RATE));
  const noise = noiseSource(0x9e3779b9 + side);
  const share = 1 - Math.exp((-2 * Math.PI * SPLIT_HERTZ) / SAMPLE_RATE);
  let smooth = 0;
  let energy = 0;
  for (let at = 0; at < impulse.length; at += 1) {
    const seconds = at / SAMPLE_RATE;
    const value = noise();
    smooth += (value - smooth) * share;
    const lows = smooth * Math.exp((-LOG_1000 * seconds) / low);
    const highs = (value - smooth) * Math.exp((-LOG_1000 * seconds) / high);
    impulse[at] = lows + highs;
    energy += (lows + highs) ** 2;
  }
  return impulse.map((value) => value / Math.sqrt(energy));
}

/** Even noise from −1 to 1 by shifts and exclusive-ors of 32 bits. */
function noiseSource(seed: number): () => number {
  let state = seed | 0;
  return () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return state / 0x80000000;
  };
}
