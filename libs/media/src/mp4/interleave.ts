/** In which order samples of several tracks stand in a file: what is presented together stands together. */
import type { Lengths } from './tables.js';

/** Seconds of a track that stand together. Players read a few such runs ahead. */
const CHUNK_SECONDS = 0.5;

export interface TimedTrack {
  readonly lengths: readonly Lengths[];
  /** Ticks in a second. */
  readonly clock: number;
}

export interface Chunk {
  /** Index of the track. */
  readonly track: number;
  /** First sample, from 0. */
  readonly first: number;
  readonly count: number;
}

/** Runs of samples in the order of the file: by the half second in which they begin, and in it by track. */
export function interleaved(tracks: readonly TimedTrack[]): Chunk[] {
  const runs = tracks.flatMap((timed, track) => [...runsOf(timed)].map((run) => ({ track, ...run })));
  runs.sort((one, other) => one.slot - other.slot || one.track - other.track);
  return runs.map(({ track, first, count }) => ({ track, first, count }));
}

interface Run {
  readonly slot: number;
  readonly first: number;
  readonly count: number;
}

function* runsOf({ lengths, clock }: TimedTrack): Generator<Run> {
  let run: Run = { slot: 0, first: 0, count: 0 };
  let sample = 0;
  let time = 0;
  for (const { samples, ticks } of lengths) {
    for (let left = samples; left > 0; left -= 1) {
      const slot = Math.floor(time / (clock * CHUNK_SECONDS));
      if (slot !== run.slot) {
        if (run.count > 0) yield run;
        run = { slot, first: sample, count: 0 };
      }
      run = { ...run, count: run.count + 1 };
      sample += 1;
      time += ticks;
    }
  }
  if (run.count > 0) yield run;
}
