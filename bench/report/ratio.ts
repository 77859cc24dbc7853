/** The figures that are judged. Pure. */
import { median, sum } from '../measure/statistics.ts';
import type { CaseResult, LimitRound, ProgramResult, SeriesResult } from './results.ts';

export interface Ratio {
  readonly peer: string;
  /** Both at their defaults: how many times the peer's frames per second. */
  readonly defaults: number;
  /** Both at their best: the faster one, in the counted runs, of the defaults and of the setting that was fastest when tried. */
  readonly best: number;
  /** The lower one counts (issue 5). */
  readonly counts: number;
}

export function speedRatio(ours: ProgramResult, peer: ProgramResult): Ratio {
  const defaults = seconds(peer.defaults) / seconds(ours.defaults);
  const best = leastSeconds(peer) / leastSeconds(ours);
  return { peer: peer.program, defaults, best, counts: Math.min(defaults, best) };
}

const seconds = (series: SeriesResult): number => series.wallSeconds.median;
/** What was fastest in a single run need not be when it is counted. */
const leastSeconds = ({ defaults, best }: ProgramResult): number => Math.min(seconds(defaults), seconds(best));

/** CPU of all kinds of processes. */
export const totalCpuMs = (series: SeriesResult): number => sum(Object.values(series.cpuMsPerFrame));

/** framefarm and each of its peers. */
export function ratios(result: CaseResult): readonly Ratio[] {
  const ours = result.programs.find(({ program }) => program === 'framefarm');
  if (ours === undefined) return [];
  return result.programs.filter((program) => program !== ours).map((peer) => speedRatio(ours, peer));
}

export interface Distance {
  /** Drawing and encoding alone over framefarm's CPU: 1 is the limit of this browser and encoder. */
  readonly share: number;
  /** The same with no cost of converting colours. */
  readonly withoutConversion: number;
}

/** Medians of the rounds' shares; null where the parts were not measured. */
export function distanceToLimit({ limit }: CaseResult): Distance | null {
  if (limit === null) return null;
  const share = (of: (round: LimitRound) => number): number =>
    median(limit.rounds.map((round) => (round.drawingMs + of(round)) / round.renderMs));
  return {
    share: share(({ encodingMs }) => encodingMs),
    withoutConversion: share(({ encodingOwnFormatMs }) => encodingOwnFormatMs),
  };
}
