/** The figures that are judged. Pure. */
import { sum } from '../measure/statistics.ts';
import type { CaseResult, ProgramResult, SeriesResult } from './results.ts';

export interface Ratio {
  readonly peer: string;
  /** Both at their defaults: how many times the peer's frames per second. */
  readonly defaults: number;
  /** Both at their best. */
  readonly best: number;
  /** The lower one counts (issue 5). */
  readonly counts: number;
}

export function speedRatio(ours: ProgramResult, peer: ProgramResult): Ratio {
  const times = (a: SeriesResult, b: SeriesResult): number => b.wallSeconds.median / a.wallSeconds.median;
  const defaults = times(ours.defaults, peer.defaults);
  const best = times(ours.best, peer.best);
  return { peer: peer.program, defaults, best, counts: Math.min(defaults, best) };
}

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

/** Null where the parts were not measured. */
export function distanceToLimit({ limit, programs }: CaseResult): Distance | null {
  const ours = programs.find(({ program }) => program === 'framefarm');
  if (limit === null || ours === undefined) return null;
  const own = totalCpuMs(ours.defaults);
  return {
    share: (limit.drawingMs + limit.encodingMs) / own,
    withoutConversion: (limit.drawingMs + limit.encodingOwnFormatMs) / own,
  };
}
