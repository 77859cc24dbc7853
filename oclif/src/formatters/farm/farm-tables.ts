/** Renders, batches and workers of a farm as lines for people (cli 7). */
import { counted } from '@framefarm/contract';
import type {
  Batch,
  BatchStatus,
  FarmWorker,
  Queue,
  Render,
  RenderStatus,
  RenderSummary,
  Retention,
} from '@framefarm/farm-client';
import { EXIT } from '../../session/exit-codes.js';
import { formatRemaining, formatSeconds, formatSize } from '../text/quantities.js';
import { neutralisedLine } from '../text/terminal-text.js';
import { queuedLine } from './farm-lines.js';

/** Columns of equal width, without blanks at the ends; what comes from outside cannot steer a terminal. */
export function tableLines(given: readonly (readonly string[])[]): string[] {
  const rows = given.map((row) => row.map(neutralisedLine));
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => (row[column] ?? '').length)));
  return rows.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd(),
  );
}

export function queueLine({ maxConcurrentRenders, activeRenders, queuedRenders }: Queue): string {
  return `${activeRenders} of ${maxConcurrentRenders} rendering, ${queuedRenders} waiting`;
}

export function renderRows(renders: readonly RenderSummary[]): string[] {
  if (renders.length === 0) return ['No renders'];
  const rows = renders.map((one) => [one.id, one.status, `${Math.round(one.progress)}%`, one.createdAt, labels(one)]);
  return tableLines([['ID', 'STATUS', 'DONE', 'CREATED', 'LABELS'], ...rows]);
}

const labels = (render: RenderSummary): string =>
  Object.entries(render.labels ?? {})
    .map(([key, value]) => `${key}=${value}`)
    .join(' ');

/** What is known of one render, a fact a line. */
export function renderLines(render: Render): string[] {
  const { id, status, reason, ahead, stage, progress, framesRendered, totalFrames, chunks, etaSeconds } = render;
  const lines = [neutralisedLine(`${id} is ${status} (${reason})`)];
  if (ahead !== null) lines.push(`  ${queuedLine(ahead)}`);
  if (render.waiting) lines.push(`  waits: ${neutralisedLine(render.waiting.message)}`);
  if (totalFrames > 0)
    lines.push(
      `  ${Math.round(progress)}%, frame ${framesRendered} of ${totalFrames}${stage === null ? '' : `, ${stage}`}`,
    );
  if (chunks.total > 0)
    lines.push(`  ${chunks.committed} of ${counted(chunks.total, 'chunk')} done, ${chunks.retries} done again`);
  if (etaSeconds !== null) lines.push(`  about ${formatRemaining(etaSeconds)} left`);
  if (render.output !== null) lines.push(`  ${outputLine(render.output)}`);
  if (render.error !== null) lines.push(`  ${neutralisedLine(`${render.error.code}: ${render.error.message}`)}`);
  return lines;
}

function outputLine(output: NonNullable<Render['output']>): string {
  const { fileName, durationSeconds, width, height, size } = output;
  return `${neutralisedLine(fileName)} (${formatSeconds(durationSeconds)}s, ${width}x${height}, ${formatSize(size)})`;
}

export function batchLines({ id, status, counts }: Batch): string[] {
  const { total, completed, failed, skipped, cancelled, rendering, queued } = counts;
  return [
    neutralisedLine(`${id} is ${status}`),
    `  ${completed} of ${counted(total, 'row')} completed, ${rendering} rendering, ${queued} waiting, ${failed} failed, ${skipped} skipped, ${cancelled} cancelled`,
  ];
}

export function workerRows(workers: readonly FarmWorker[]): string[] {
  if (workers.length === 0) return ['No workers'];
  const rows = workers.map((one) => [
    one.name,
    one.host,
    `${one.work.length} of ${one.slots}`,
    workerState(one),
    `${one.freeMemoryMb} MB free`,
    String(one.versions.framefarm ?? ''),
    one.work.map((work) => `${work.renderId} ${work.kind}`).join(', '),
  ]);
  return tableLines([['NAME', 'HOST', 'BUSY', 'STATE', 'MEMORY', 'VERSION', 'WORK'], ...rows]);
}

/** A browser without its sandbox is never passed over in silence (security 2.1). */
function workerState({ draining, blocked, sandbox }: FarmWorker): string {
  const state = draining ? 'draining' : blocked === null ? 'ready' : `blocked: ${blocked}`;
  return sandbox === false ? `${state}, sandbox off` : state;
}

/** Exit status by state of a render or batch (cli 7). */
export function exitOfStatus(status: RenderStatus | BatchStatus): number {
  if (status === 'completed') return EXIT.done;
  if (status === 'partial') return EXIT.someRows;
  return status === 'failed' || status === 'cancelled' ? EXIT.failed : EXIT.stillRunning;
}

/** What a run of retention would remove: by kind, then each object. */
export function retentionLines({ objects, totals, due, storedBytes }: Retention): string[] {
  const records = due.renders.length + due.batches.length;
  const kinds = totals.map((one) => [
    one.what,
    `${one.goingObjects} of ${one.objects}`,
    `${formatSize(one.goingBytes)} of ${formatSize(one.bytes)}`,
  ]);
  return [
    ...tableLines([['WHAT', 'OBJECTS', 'SIZE'], ...kinds]),
    `${counted(records, 'record')}, files of ${counted(due.chunks.length + due.outputs.length, 'render')}; ${formatSize(storedBytes)} are stored`,
    ...objects.map(({ key, size, reason }) => `  ${neutralisedLine(key)} (${formatSize(size)}, ${reason})`),
  ];
}
