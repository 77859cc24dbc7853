/** Figures of repeated measurements. Pure. */
import type { ConfigurationResult, Summary } from '../api.js';

/** Mean, median and range of at least one value. */
export function summarise(values: readonly number[]): Summary {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length / 2;
  const low = sorted[Math.ceil(middle) - 1] ?? Number.NaN;
  const high = sorted[Math.floor(middle)] ?? Number.NaN;
  return {
    mean: sorted.reduce((sum, value) => sum + value, 0) / sorted.length,
    median: (low + high) / 2,
    min: sorted[0] ?? Number.NaN,
    max: sorted.at(-1) ?? Number.NaN,
  };
}

/** Elapsed milliseconds of the runs that succeeded; null when none did. */
export function elapsed(result: ConfigurationResult): Summary | null {
  return result.runs.length === 0 ? null : summarise(result.runs.map((run) => run.elapsedMs));
}

/** Frames per second over all renders of a run, by the median; null when no run succeeded. */
export function throughput(result: ConfigurationResult, frames: number): number | null {
  const times = elapsed(result);
  return times === null ? null : (frames * result.configuration.concurrency * 1000) / times.median;
}

/** Largest peak of memory of the runs, bytes; null when none was measured. */
export function peakBytes(result: ConfigurationResult): number | null {
  const peaks = result.runs.flatMap((run) => (run.peakBytes === null ? [] : [run.peakBytes]));
  return peaks.length === 0 ? null : Math.max(...peaks);
}
