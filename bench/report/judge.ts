/** What is asked of framefarm (issue 5), held against the results. Pure. */
import type { Case } from '../scenes/cases.ts';
import { distanceToLimit, ratios } from './ratio.ts';
import type { CaseResult, ColourResult, Results, SeriesResult } from './results.ts';

export interface Verdict {
  readonly what: string;
  readonly measured: number;
  readonly asked: number;
  readonly met: boolean;
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
/** Most growth of the cost of a frame and of memory from the shortest to the longest composition. */
const FLAT_LIMIT = 1.1;

const atLeast = (what: string, measured: number, asked: number, stretch: number | null = null): Verdict => ({
  what,
  measured,
  asked,
  met: measured >= asked,
  stretch: stretch === null ? null : measured >= stretch,
});
const atMost = (what: string, measured: number, asked: number): Verdict => ({
  what,
  measured,
  asked,
  met: measured <= asked,
  stretch: null,
});

/** Verdicts on one case. */
export function judgeCase(item: Case, result: CaseResult): readonly Verdict[] {
  const verdicts: Verdict[] = [];
  const ours = result.programs.find(({ program }) => program === 'framefarm');
  for (const { peer, counts } of ratios(result)) {
    if (item.speed !== null) {
      verdicts.push(atLeast(`speed against ${peer}`, counts, item.speed.bar, item.speed.stretch));
    }
    const theirs = result.programs.find(({ program }) => program === peer);
    if (ours !== undefined && theirs !== undefined) verdicts.push(...against(peer, ours.defaults, theirs.defaults));
  }
  const distance = distanceToLimit(result);
  if (distance !== null)
    verdicts.push(atLeast('distance to the limit', distance.share, DISTANCE.bar, DISTANCE.stretch));
  return verdicts;
}

/** Memory, picture and size, both at their defaults. */
function against(peer: string, ours: SeriesResult, theirs: SeriesResult): readonly Verdict[] {
  const verdicts: Verdict[] = [];
  if (ours.peakMiB !== null && theirs.peakMiB !== null) {
    verdicts.push(atMost(`peak memory against ${peer}, MiB`, ours.peakMiB, theirs.peakMiB));
  }
  if (ours.psnrDb !== null && theirs.psnrDb !== null && ours.ssim !== null && theirs.ssim !== null) {
    verdicts.push(atLeast(`PSNR against ${peer}, dB`, ours.psnrDb, theirs.psnrDb - SAME_DB));
    verdicts.push(atLeast(`SSIM against ${peer}`, ours.ssim, theirs.ssim - SAME_SSIM));
  }
  verdicts.push(atMost(`file against ${peer}, KiB`, ours.outputBytes / 1024, theirs.outputBytes / 1024));
  return verdicts;
}

export function judgeColours(colours: readonly ColourResult[]): readonly Verdict[] {
  return colours
    .filter(({ program }) => program === 'framefarm')
    .map(({ worst, patch }) => atMost(`levels off on flat patches (${patch})`, worst, COLOUR_LIMIT));
}

/** Lengths and lanes: figures of several cases together. Missing cases are not judged. */
export function judgeScale(cases: Results['cases']): readonly Verdict[] {
  const ours = (name: string): SeriesResult | undefined =>
    cases[name]?.programs.find(({ program }) => program === 'framefarm')?.defaults;
  const verdicts: Verdict[] = [];
  for (const [what, names] of LANES) {
    const [one, two] = names.map(ours);
    if (one === undefined || two === undefined) continue;
    const ratio = one.wallSeconds.median / two.wallSeconds.median;
    verdicts.push(atLeast(`speed of ${what}`, ratio, LANES_BAR));
  }
  const [minute, long] = [ours('length-60s'), ours('length-600s')];
  if (minute !== undefined && long !== undefined) {
    const perFrame = (name: string, { wallSeconds }: SeriesResult): number =>
      wallSeconds.median / (cases[name]?.frames ?? 1);
    const growth = perFrame('length-600s', long) / perFrame('length-60s', minute);
    verdicts.push(atMost('cost of a frame, 10 min against 1 min', growth, FLAT_LIMIT));
    if (minute.peakMiB !== null && long.peakMiB !== null) {
      verdicts.push(atMost('memory, 10 min against 1 min', long.peakMiB / minute.peakMiB, FLAT_LIMIT));
    }
  }
  return verdicts;
}
