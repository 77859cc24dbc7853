/** The results as one table of Markdown, and the verdicts below it. Pure. */
import { PROCESS_KINDS } from '../measure/process-kind.ts';
import type { Spread } from '../measure/statistics.ts';
import type { Case } from '../scenes/cases.ts';
import { judgeCase, judgeColours, judgeScale, type Verdict } from './judge.ts';
import { distanceToLimit, ratios, totalCpuMs } from './ratio.ts';
import type { CaseResult, ProgramResult, Results, SeriesResult } from './results.ts';

const HEAD = [
  'Scene',
  'Program',
  'Wall, s (spread)',
  'Frames/s',
  'Ratio (defaults, best)',
  `CPU ms/frame (${PROCESS_KINDS.join(' + ')})`,
  'Peak MiB',
  'PSNR dB',
  'SSIM',
  'KiB',
  'Path',
  'Limit ÷ own CPU (without conversion)',
] as const;

const seconds = ({ median, min, max }: Spread): string => `${median.toFixed(2)} (${min.toFixed(2)}–${max.toFixed(2)})`;
const orDash = (value: number | null, digits: number): string => (value === null ? '–' : value.toFixed(digits));

function cpu(series: SeriesResult): string {
  const kinds = PROCESS_KINDS.map((kind) => (series.cpuMsPerFrame[kind] ?? 0).toFixed(1));
  return `${totalCpuMs(series).toFixed(1)} (${kinds.join(' + ')})`;
}

/** Lines of a program: its defaults, and its best settings where those are others. */
function programRows(item: Case, result: CaseResult, program: ProgramResult): readonly string[][] {
  const ratio = ratios(result).find(({ peer }) => peer === program.program);
  const asked = item.speed === null ? '' : `, asked ${item.speed.bar}, at best ${item.speed.stretch}`;
  const speed =
    ratio === undefined
      ? ''
      : `**${ratio.counts.toFixed(2)}** (${ratio.defaults.toFixed(2)}, ${ratio.best.toFixed(2)}${asked})`;
  const limit = program.program === 'framefarm' ? distanceToLimit(result) : null;
  const distance = limit === null ? '' : `${limit.share.toFixed(2)} (${limit.withoutConversion.toFixed(2)})`;
  const row = (series: SeriesResult, first: boolean): string[] => [
    first ? result.name : '',
    `${program.program}${series.settings === 'defaults' ? '' : ` ${series.settings}`}`,
    seconds(series.wallSeconds),
    (result.frames / series.wallSeconds.median).toFixed(1),
    first ? speed : '',
    cpu(series),
    orDash(series.peakMiB, 0),
    orDash(series.psnrDb, 2),
    orDash(series.ssim, 4),
    (series.outputBytes / 1024).toFixed(0),
    series.path ?? '',
    first ? distance : '',
  ];
  const rows = [row(program.defaults, true)];
  if (program.best.settings !== program.defaults.settings) rows.push(row(program.best, false));
  return rows;
}

const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;

/** All cases of which there are results, in their own order. */
export function table(cases: readonly Case[], results: Results): string {
  const rows = cases.flatMap((item) => {
    const result = results.cases[item.name];
    return result === undefined ? [] : result.programs.flatMap((program) => programRows(item, result, program));
  });
  return [line(HEAD), line(HEAD.map(() => '---')), ...rows.map(line)].join('\n');
}

function verdictLine({ what, measured, asked, met, stretch }: Verdict): string {
  const word = met === null ? 'not measured' : met ? (stretch ? 'met, and more' : 'met') : '**missed**';
  return line([what, orDash(measured, 3), orDash(asked, 3), word]);
}

/** All that is asked, and whether none of what was measured missed it. */
export function verdicts(cases: readonly Case[], results: Results): { readonly text: string; readonly met: boolean } {
  const all = [
    ...cases.flatMap((item) =>
      judgeCase(item, results.cases[item.name]).map((verdict) => ({
        ...verdict,
        what: `${item.name}: ${verdict.what}`,
      })),
    ),
    ...judgeColours(results.colours),
    ...judgeScale(results.cases),
  ];
  const head = ['What', 'Measured', 'Asked', ''];
  const text = [line(head), line(head.map(() => '---')), ...all.map(verdictLine)].join('\n');
  return { text, met: all.every(({ met }) => met !== false) };
}
