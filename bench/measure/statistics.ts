/** Figures of several runs. */

export interface Spread {
  readonly median: number;
  readonly min: number;
  readonly max: number;
}

/** The middle value; of an even number the mean of the two in the middle. @throws RangeError on an empty list. */
export function median(values: readonly number[]): number {
  if (values.length === 0) throw new RangeError('the median of nothing');
  const sorted = values.toSorted((a, b) => a - b);
  const upper = sorted[Math.floor(sorted.length / 2)] as number;
  return sorted.length % 2 === 1 ? upper : (upper + (sorted[sorted.length / 2 - 1] as number)) / 2;
}

export function spread(values: readonly number[]): Spread {
  return { median: median(values), min: Math.min(...values), max: Math.max(...values) };
}

/** Medians of each key over the runs; a key that a run lacks counts as 0 there. */
export function medianByKey(runs: readonly Readonly<Record<string, number>>[]): Record<string, number> {
  const keys = [...new Set(runs.flatMap((run) => Object.keys(run)))];
  return Object.fromEntries(keys.map((key) => [key, median(runs.map((run) => run[key] ?? 0))]));
}

export const sum = (values: Iterable<number>): number => [...values].reduce((total, value) => total + value, 0);
