/** The lines of a batch, and its table on a terminal (cli 1, 4). Pure. */
import type { ManifestCounts } from '@framefarm/batch';
import { counted, rowName } from '@framefarm/contract';
import { stageWords } from '../render/progress-text.js';
import { formatRemaining } from '../text/quantities.js';
import { neutralisedLine } from '../text/terminal-text.js';
import type { BatchStanding, RunningRow } from './batch-progress.js';

/** `[3/10] `, of the row that `rowName` calls `row 3`. */
export function rowPrefix(index: number, total: number): string {
  return `[${index + 1}/${total}] `;
}

/** The last line of a batch: counts and manifest. */
export function batchLine(counts: ManifestCounts, manifestShown: string | null): string {
  const parts = [`${counts.completed} of ${counts.total} completed`];
  if (counts.failed > 0) parts.push(`${counts.failed} failed`);
  if (counts.skipped > 0) parts.push(`${counts.skipped} skipped`);
  const record =
    manifestShown === null ? 'dry run, nothing was rendered' : `manifest ${neutralisedLine(manifestShown)}`;
  return `Batch: ${parts.join(', ')}; ${record}`;
}

/** `3 of 10 done, 1 failed, 2 running, ETA 1m05s`. */
function standingLine(standing: BatchStanding): string {
  const { total, completed, failed, skipped, running, remainingSeconds } = standing;
  const parts = [`${completed} of ${total} completed`];
  if (failed > 0) parts.push(`${failed} failed`);
  if (skipped > 0) parts.push(`${skipped} skipped`);
  if (running.length > 0) parts.push(`${running.length} running`);
  if (remainingSeconds !== null && remainingSeconds > 0) parts.push(`ETA ${formatRemaining(remainingSeconds)}`);
  return parts.join(', ');
}

/** A line for a log that has been silent: the standing and the first row that runs. */
export function plainStandingLine(standing: BatchStanding): string {
  const [first] = standing.running;
  const progress = first?.progress ?? null;
  const row =
    first === undefined || progress === null
      ? ''
      : `, ${rowName(first.index)} at ${Math.floor(progress.progress)}% ${stageWords(progress.stage)}`;
  return `Progress ${standingLine(standing)}${row}`;
}

const BAR_CELLS = 16;
/** The longest words of a stage, so that names stand below each other. */
const WORDS_WIDTH = 23;

/** The table: one line for each of at most `maxRows` running rows, then the standing; none wider than `columns`. */
export function tableLines(
  standing: BatchStanding,
  shown: (outputPath: string) => string,
  size: { readonly columns: number; readonly maxRows: number },
): string[] {
  const { running, total } = standing;
  const visible = running.slice(0, Math.max(1, size.maxRows));
  const width = String(total).length;
  const lines = visible.map((row) => rowLine(row, width, neutralisedLine(shown(row.outputPath))));
  if (running.length > visible.length) lines.push(`  and ${counted(running.length - visible.length, 'more row')}`);
  lines.push(standingLine(standing));
  return lines.map((line) => (line.length < size.columns ? line : `${line.slice(0, Math.max(0, size.columns - 2))}…`));
}

function rowLine({ index, progress }: RunningRow, width: number, name: string): string {
  const percent = Math.max(0, Math.min(100, Math.floor(progress?.progress ?? 0)));
  const full = Math.round((percent / 100) * BAR_CELLS);
  const bar = `${'█'.repeat(full)}${'░'.repeat(BAR_CELLS - full)}`;
  const words = progress === null ? 'waiting' : stageWords(progress.stage);
  return `  ${String(index + 1).padStart(width)}  ${bar} ${String(percent).padStart(3)}%  ${words.padEnd(WORDS_WIDTH)}  ${name}`;
}
