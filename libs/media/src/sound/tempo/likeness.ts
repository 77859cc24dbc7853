/** The place of a source that goes on as another one does. Pure. */
import { CHANNELS } from '../decode-args.js';

/** Every fourth place is looked at first, at a quarter of the samples. */
const COARSE = 4;
/** How much likeness a place as far from the wanted one as any loses: of two like ones the nearer is taken. */
const FAR_COSTS = 0.005;
/** Sum of squares of 20 ms at -90 dB of full scale: what is more quiet than that is alike. */
const SILENCE = 1e-6;

export interface Search {
  /** Interleaved samples that are to go on, `frames` of them. */
  readonly wanted: Float32Array;
  /** Interleaved samples among which their like is looked for, `frames + places - 1` of them. */
  readonly among: Float32Array;
  readonly frames: number;
  /** Places looked at, 1 or more. */
  readonly places: number;
  /** The place that would be taken if all were alike, 0 to `places - 1`. */
  readonly nearest: number;
}

/** The place at which `among` is most like `wanted`. */
export function mostAlike(search: Search): number {
  const { frames, places, nearest } = search;
  const wanted = mono(search.wanted, frames);
  const among = mono(search.among, frames + places - 1);
  const coarse = best(thinned(wanted), thinned(among), 0, Math.ceil(places / COARSE), nearest / COARSE);
  const first = Math.max(0, (coarse - 1) * COARSE);
  const last = Math.min(places, (coarse + 1) * COARSE + 1);
  return best(wanted, among, first, last, nearest);
}

/** The best place of `from` to before `to`. */
function best(wanted: Float64Array, among: Float64Array, from: number, to: number, nearest: number): number {
  const length = wanted.length;
  const energy = squares(wanted, 0, length);
  const reach = Math.max(1, to - from);
  let here = squares(among, from, length);
  let found = from;
  let most = Number.NEGATIVE_INFINITY;
  for (let place = from; place < to && place + length <= among.length; place += 1) {
    let product = 0;
    for (let index = 0; index < length; index += 1) {
      product += (wanted[index] as number) * (among[place + index] as number);
    }
    // 1 where both are the same, less where one is louder: after the end of a sound its end is not heard once more.
    const likeness = (2 * product + SILENCE) / (here + energy + SILENCE);
    const score = likeness - (FAR_COSTS * Math.abs(place - nearest)) / reach;
    if (score > most) {
      most = score;
      found = place;
    }
    here = Math.max(0, here + (among[place + length] ?? 0) ** 2 - (among[place] as number) ** 2);
  }
  return found;
}

function squares(samples: Float64Array, from: number, length: number): number {
  let sum = 0;
  for (let index = from; index < from + length; index += 1) sum += (samples[index] ?? 0) ** 2;
  return sum;
}

/** The sides weigh differently, so that what is opposite on both is still there. */
function mono(samples: Float32Array, frames: number): Float64Array {
  const out = new Float64Array(frames);
  for (let index = 0; index < frames; index += 1) {
    out[index] = (samples[index * CHANNELS] as number) + 0.75 * (samples[index * CHANNELS + 1] as number);
  }
  return out;
}

function thinned(samples: Float64Array): Float64Array {
  const out = new Float64Array(Math.floor(samples.length / COARSE));
  for (let index = 0; index < out.length; index += 1) {
    let sum = 0;
    for (let part = 0; part < COARSE; part += 1) sum += samples[index * COARSE + part] as number;
    out[index] = sum / COARSE;
  }
  return out;
}
