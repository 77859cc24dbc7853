/** One `render --batch` from its checks to its exit status (cli 1.1, 5). */
import { dirname } from 'node:path';
import type { BatchEvent, BatchListener, Manifest, ManifestCounts } from '@framefarm/batch';
import { asFramefarmError, FramefarmError } from '@framefarm/contract';
import { openCommandContainer } from '../container/command-container.js';
import {
  type BatchDisplay,
  createPlainBatchDisplay,
  createTableDisplay,
  SILENT_BATCH_DISPLAY,
} from '../formatters/batch/batch-display.js';
import { createBatchJsonReporter } from '../formatters/batch/batch-json-reporter.js';
import { createBatchPeopleReporter } from '../formatters/batch/batch-people-reporter.js';
import { type BatchProgress, createBatchProgress } from '../formatters/batch/batch-progress.js';
import type { BatchReporter } from '../formatters/batch/batch-reporter.js';
import { mayDecorate } from '../formatters/text/style.js';
import { commandLine } from '../library/caller.js';
import { type PreparedBatch, prepareBatch } from '../target/batch-request.js';
import { EXIT, exitCodeOf } from './exit-codes.js';
import { listenForInterruption, SIGNAL_EXITS } from './interruption.js';
import { type RenderRun, wantsJson } from './render-run.js';
import { processStreams, type Streams } from './streams.js';
import { terminalSize } from './terminal-size.js';

/** Runs the batch and sets `process.exitCode`; every failure has been shown when it returns. */
export async function runBatchRender(run: RenderRun): Promise<void> {
  const streams = processStreams();
  let prepared: PreparedBatch | null = null;
  const progress = createBatchProgress();
  const reporter = chooseBatchReporter(run, streams, progress, () => prepared);
  const interruption = listenForInterruption({
    onFirst: (signal) => reporter.interrupted(signal),
    onLast: (signal) => reporter.fail(new FramefarmError('INTERRUPTED', `killed after ${signal}`)),
  });
  let hasBegun = false;
  const onEvent = (event: BatchEvent): void => {
    if (event.kind === 'batch-start') hasBegun = true;
    progress.update(event);
    reporter.event(event);
  };
  try {
    const caller = commandLine('render', run.nameOf);
    prepared = await prepareBatch(run.directory, run.raw, run.issues, process.cwd(), caller, interruption.signal);
    for (const notice of prepared.notices) onEvent({ kind: 'batch-notice', notice });
    const manifest = await renderRows(prepared, interruption.signal, onEvent);
    const received = interruption.received();
    process.exitCode = received === null ? batchExit(manifest) : SIGNAL_EXITS[received];
  } catch (thrown) {
    const received = interruption.received();
    const error =
      received === null ? asFramefarmError(thrown) : new FramefarmError('INTERRUPTED', `ended by ${received}`);
    reporter.fail(error);
    // A manifest that could not be kept: rows may have been rendered, so this is no usage error any more.
    process.exitCode = hasBegun && received === null ? EXIT.failed : exitCodeOf(error, received);
  } finally {
    interruption.release();
  }
}

/** The rows, in this process or in one container for all of them. */
async function renderRows(prepared: PreparedBatch, signal: AbortSignal, onEvent: BatchListener): Promise<Manifest> {
  const { runBatch } = await import('@framefarm/batch');
  const { plan, projectDir, options, batch, dryRun, container } = prepared;
  const request = { plan, projectDir, options, ...batch, dryRun, signal, onEvent };
  if (container === null) return runBatch(request);
  const outputDir = dryRun ? null : dirname(plan.manifestPath);
  const machine = await openCommandContainer({ container, projectDir, options, outputDir }, signal);
  try {
    return await runBatch({ ...request, machine });
  } finally {
    await machine.close();
  }
}

/** 0 when every row is done, 68 when some are, 1 when none is (cli 1.1). */
export function batchExit({ completed, total }: ManifestCounts): number {
  if (completed === total) return EXIT.done;
  return completed > 0 ? EXIT.someRows : EXIT.failed;
}

/** How the batch is presented: to a program with `--json`, else to people. */
export function chooseBatchReporter(
  run: Pick<RenderRun, 'raw' | 'issues' | 'argv'>,
  streams: Streams,
  progress: Pick<BatchProgress, 'standing'>,
  prepared: () => PreparedBatch | null,
): BatchReporter {
  const debug = run.raw.debug === true;
  if (wantsJson(run)) return createBatchJsonReporter({ streams, debug });
  const quiet = run.raw.quiet === true;
  const talk = mayDecorate(process.stderr, process.env);
  const shown = (path: string): string => prepared()?.shown(path) ?? path;
  const display = (): BatchDisplay => {
    if (quiet) return SILENT_BATCH_DISPLAY;
    if (!talk) return createPlainBatchDisplay(streams.tell, progress.standing);
    const size = () => terminalSize(process.stderr);
    return createTableDisplay({ tell: streams.tell, standing: progress.standing, shown, size });
  };
  return createBatchPeopleReporter({
    streams,
    display: display(),
    decorate: { results: mayDecorate(process.stdout, process.env), talk },
    quiet,
    debug,
    dryRun: () => prepared()?.dryRun ?? false,
    shown,
  });
}
