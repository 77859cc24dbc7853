/** From measurements to the settings to use (cli 10). Pure. */
import { counted, MAX_CONCURRENT_RENDERS } from '@framefarm/contract';
import type { Configuration, ConfigurationResult, Recommendation } from '../api.js';
import { elapsed } from './statistics.js';

/** Medians this close are equal, as a share of the better one, however small the spread of a few runs happens to be. */
const LEAST_SPREAD = 0.03;

interface Timed {
  readonly result: ConfigurationResult;
  /** Milliseconds per render by the median. */
  readonly perRenderMs: number;
  /** Half of the range, milliseconds. */
  readonly spreadMs: number;
}

function timed(result: ConfigurationResult): Timed[] {
  const times = elapsed(result);
  if (times === null || result.failures.length > 0) return [];
  const { concurrency } = result.configuration;
  return [{ result, perRenderMs: times.median / concurrency, spreadMs: (times.max - times.min) / 2 / concurrency }];
}

/**
 * The fastest per render; among those that its spread or theirs does not tell apart from it, the one with the fewest
 * browsers. Configurations with a failed run are not considered. Null when none is left.
 */
export function fastest(results: readonly ConfigurationResult[]): ConfigurationResult | null {
  const all = results.flatMap(timed);
  const best = all.reduce<Timed | null>(
    (least, one) => (least === null || one.perRenderMs < least.perRenderMs ? one : least),
    null,
  );
  if (best === null) return null;
  const browsers = ({ workers, concurrency }: Configuration): number => workers * concurrency;
  return all
    .filter((one) => isTie(best, one))
    .reduce((least, one) => (browsers(one.result.configuration) < browsers(least.result.configuration) ? one : least))
    .result;
}

function isTie(best: Timed, other: Timed): boolean {
  const tolerance = Math.max(best.spreadMs, other.spreadMs, best.perRenderMs * LEAST_SPREAD);
  return other.perRenderMs - best.perRenderMs <= tolerance;
}

export interface RecommendationInput {
  /** Results that differ in workers only, one render at a time. */
  readonly single: readonly ConfigurationResult[];
  /** Results of several renders at once with the best of `single`. */
  readonly concurrent: readonly ConfigurationResult[];
}

/** The recommendation and the result of single renders that it rests on; null when nothing succeeded. */
export function recommend(
  input: RecommendationInput,
): { readonly recommendation: Recommendation; readonly winner: ConfigurationResult } | null {
  const winner = fastest(input.single);
  if (winner === null) return null;
  const { workers } = winner.configuration;
  const together = fastest([winner, ...input.concurrent]) ?? winner;
  const { concurrency } = together.configuration;
  const reason = [workersReason(winner, input.single), concurrencyReason(winner, together, input.concurrent)]
    .filter((part) => part !== '')
    .join('; ');
  return {
    winner,
    recommendation: {
      workers,
      batchConcurrency: concurrency,
      maxConcurrentRenders: Math.min(MAX_CONCURRENT_RENDERS, concurrency),
      reason,
    },
  };
}

function workersReason(winner: ConfigurationResult, all: readonly ConfigurationResult[]): string {
  const chosen = counted(winner.configuration.workers, 'worker');
  const compared = all.filter((result) => elapsed(result) !== null);
  if (compared.length < 2) return `${chosen}: nothing else could be measured here`;
  const quickest = compared.reduce((least, one) => (median(one) < median(least) ? one : least));
  if (quickest !== winner && quickest.failures.length === 0) {
    const gap = ((median(winner) - median(quickest)) / median(quickest)) * 100;
    return `${chosen}: as fast as ${quickest.configuration.workers} within the spread (${gap.toFixed(0)} % apart), with fewer browsers`;
  }
  const second = compared
    .filter((result) => result !== winner)
    .reduce((least, one) => (median(one) < median(least) ? one : least));
  const gap = ((median(second) - median(winner)) / median(winner)) * 100;
  return gap < LEAST_SPREAD * 100
    ? `${chosen}: as fast as ${second.configuration.workers} within the spread, with fewer browsers`
    : `${chosen}: ${second.configuration.workers} took ${gap.toFixed(0)} % longer`;
}

function concurrencyReason(
  winner: ConfigurationResult,
  together: ConfigurationResult,
  concurrent: readonly ConfigurationResult[],
): string {
  if (concurrent.every((result) => elapsed(result) === null)) return '';
  if (together === winner) return 'several renders at once gain nothing';
  const gain = (median(winner) / (median(together) / together.configuration.concurrency) - 1) * 100;
  return `${together.configuration.concurrency} renders at once give ${gain.toFixed(0)} % more frames per second`;
}

function median(result: ConfigurationResult): number {
  return elapsed(result)?.median ?? Number.POSITIVE_INFINITY;
}
