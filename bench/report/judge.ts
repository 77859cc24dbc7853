/** What is asked of framefarm (issue 5), held against the results. Pure. */
import type { Case } from '../scenes/cases.ts';
import { distanceToLimit, ratios } from './ratio.ts';
import type { CaseResult, ColourResult, Results, SeriesResult } from './results.ts';

export interface Verdict {
  readonly what: string;
  /** Null where it was not measured. */
  readonly measured: number | null;
  /** Null where it is a peer's figure that was not measured. */
  readonly asked: number | null;
  /** Null where that cannot be said, as one of both was not measured. */
  readonly met: boolean | null;
  /** Null where there is no further goal. */
  readonly stretch: boolean | null;
}

const DISTANCE = { bar: 0.75, stretch: 0.9 } as const;
/** Levels of 8 bits. */
const COLOUR_LIMIT = 1;
/** Likeness that counts as no lower: the last digit that FFmpeg's sums are good for. */
const SAME_DB = 0.01;
const SAME_SSIM = 0.0001;

/** Least ratio of lanes of which the encoder is not the bound. */
const LANES_BAR = 1.8;
/** Two cases each: one lane and two, and what bounds them. */
const LANES = [
  ['two lanes against one, bound by drawing', ['lanes-1', 'lanes-2']],
  ['two lanes against one, bound by layout', ['lanes-script-1', 'lanes-script-2']],
  ['two lanes against one, bound by its script alone', ['lanes-computed-1', 'lanes-computed-2']],
  ['two lanes on two cores against one on one, bound by drawing', ['cores-1', 'cores-2']],
] as const;
/** Most growth of the cost of a frame and of memory from a composition of one minute to one of ten. */
const FLAT_LIMIT = 1.1;
const LENGTHS = ['length-60s', 'length-600s'] as const;

const atLeast = (
  what: string,
  measured: number | null,
  asked: number | null,
  stretch: number | null = null,
): Verdict => ({
  what,
  measured,
  asked,
  met: measured === null || asked === null ? null : measured >= asked,
  stretch: measured === null || stretch === null ? null : measured >= stretch,
});
const atMost = (what: string, measured: number | null, asked: number | null): Verdict => ({
  what,
  measured,
  asked,
  met: measured === null || asked === null ? null : measured <= asked,
  stretch: null,
});

/** Verdicts on one case, of which there may be no result; none where no bar is about it. */
export function judgeCase(item: Case, result: CaseResult | undefined): readonly Verdict[] {
  if (item.speed === null) return [];
  const { bar, stretch } = item.speed;
  const seriesOf = (name: string): SeriesResult | undefined =>
    result?.programs.find(({ program }) => program === name)?.defaults;
  const measured = result === undefined ? [] : ratios(result);
  const ours = seriesOf('framefarm');
  const against = item.peers.flatMap((peer) => {
    const ratio = measured.find((one) => one.peer === peer);
    const speed = atLeast(`speed against ${peer}`, ratio?.counts ?? null, bar, stretch);
    const theirs = seriesOf(peer);
    return ours === undefined || theirs === undefined ? [speed] : [speed, ...atDefaults(peer, ours, theirs)];
  });
  const share = result === undefined ? null : (distanceToLimit(result)?.share ?? null);
  return [...against, atLeast('distance to the limit', share, DISTANCE.bar, DISTANCE.stretch)];
}

/** Memory, picture and size, both at their defaults. */
function atDefaults(peer: string, ours: SeriesResult, theirs: SeriesResult): readonly Verdict[] {
  const less = (value: number | null, by: number): number | null => (value === null ? null : value - by);
  return [
    atMost(`peak memory against ${peer}, MiB`, ours.peakMiB, theirs.peakMiB),
    atLeast(`PSNR against ${peer}, dB`, ours.psnrDb, less(theirs.psnrDb, SAME_DB)),
    atLeast(`SSIM against ${peer}`, ours.ssim, less(theirs.ssim, SAME_SSIM)),
    atMost(`file against ${peer}, KiB`, ours.outputBytes / 1024, theirs.outputBytes / 1024),
  ];
}

export function judgeColours(colours: readonly ColourResult[]): readonly Verdict[] {
  const ours = colours.filter(({ program }) => program === 'framefarm');
  if (ours.length === 0) return [atMost('levels off on flat patches', null, COLOUR_LIMIT)];
  return ours.map(({ worst, patch }) => atMost(`levels off on flat patches (${patch})`, worst, COLOUR_LIMIT));
}

/** Lengths and lanes: figures of several cases together. */
export function judgeScale(cases: Results['cases']): readonly Verdict[] {
  const ours = (name: string): SeriesResult | undefined =>
    cases[name]?.programs.find(({ program }) => program === 'framefarm')?.defaults;
  const lanes = LANES.map(([what, names]) => {
    const [one, two] = names.map(ours);
    const ratio = one === undefined || two === undefined ? null : one.wallSeconds.median / two.wallSeconds.median;
    return atLeast(`speed of ${what} (${names.join(', ')})`, ratio, LANES_BAR);
  });
  const growth = (of: (series: SeriesResult, frames: number) => number | null): number | null => {
    const [minute, long] = LENGTHS.map((name) => {
      const series = ours(name);
      return series === undefined ? null : of(series, cases[name]?.frames ?? 1);
    });
    return minute == null || long == null ? null : long / minute;
  };
  return [
    ...lanes,
    atMost(
      `cost of a frame, 10 min against 1 min (${LENGTHS.join(', ')})`,
      growth(({ wallSeconds }, frames) => wallSeconds.median / frames),
      FLAT_LIMIT,
    ),
    atMost(
      `memory, 10 min against 1 min (${LENGTHS.join(', ')})`,
      growth(({ peakMiB }) => peakMiB),
      FLAT_LIMIT,
    ),
  ];
}
