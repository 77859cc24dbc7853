/** One `farm watch` from the first event to its exit status (cli 7). */
import type { BatchListener } from '@framefarm/batch';
import { asFramefarmError, FramefarmError } from '@framefarm/contract';
import { type Asking, checkedId, isBatch } from '../farm/farm-command.js';
import { followRender } from '../farm/follow-render.js';
import { lastSubmission } from '../farm/last-submission.js';
import { watchRows } from '../farm/watch-rows.js';
import { createBatchProgress } from '../formatters/batch/batch-progress.js';
import { exitOfStatus } from '../formatters/farm/farm-tables.js';
import { chooseBatchReporter } from './batch-run.js';
import { chooseReporter } from './render-run.js';

/** The id that was typed, or with `--last` that of the newest submission. @throws FramefarmError `VALIDATION_FAILED` */
export async function watchedId(typed: unknown, last: boolean, { client }: Asking): Promise<string> {
  if (!last) return checkedId(typed, ['rnd', 'bat']);
  if (typed !== undefined) throw new FramefarmError('VALIDATION_FAILED', '--last cannot be combined with an id');
  const id = await lastSubmission(process.cwd(), client.url);
  if (id !== null) return id;
  const message = `nothing of the project in ${process.cwd()} was submitted to ${client.url}`;
  const hint = 'Run it in the directory of the project, or name an id; "framefarm farm list" shows them.';
  throw new FramefarmError('RENDER_NOT_FOUND', message, { hint });
}

interface WatchFlags {
  readonly json: boolean;
  readonly quiet: boolean;
}

export async function watch(id: string, flags: WatchFlags, asking: Asking): Promise<void> {
  // A farm that is not there is told at once; only one that was is waited for when it is lost.
  await (isBatch(id) ? asking.client.batch(id) : asking.client.render(id));
  await (isBatch(id) ? watchBatch(id, flags, asking) : watchRender(id, flags, asking));
}

async function watchRender(id: string, flags: WatchFlags, { client, streams, signal }: Asking): Promise<void> {
  const raw = { json: flags.json, quiet: flags.quiet };
  const reporter = chooseReporter({ raw, issues: [], argv: [] }, streams, () => null);
  try {
    const { output, outcome, warnings, notices } = await followRender(client, id, {
      onEvent: reporter.event,
      tell: reporter.news,
    });
    const { compositionId, startedAt, finishedAt } = await client.render(id);
    const facts = { renderId: id, compositionId, outcome, warnings, notices };
    // Who watches may have come at any time: the farm knows how long it took.
    const renderTimeMs = Date.parse(finishedAt ?? '') - Date.parse(startedAt ?? '');
    reporter.completeFarm({ ...facts, output: { ...output, path: null }, renderTimeMs });
    process.exitCode = exitOfStatus('completed');
  } catch (error) {
    if (signal.aborted) throw error;
    reporter.fail(asFramefarmError(error));
    process.exitCode = exitOfStatus('failed');
  }
}

/** As `render --batch` is told; but with --quiet no output is named, as none is fetched. */
async function watchBatch(id: string, { json, quiet }: WatchFlags, { client, streams, signal }: Asking): Promise<void> {
  const progress = createBatchProgress();
  // Rows that ended before the watching began come all at once, which says nothing of the time that is left.
  const standing = () => ({ ...progress.standing(), remainingSeconds: null });
  const reporter = chooseBatchReporter(
    { raw: { json, quiet }, issues: [], argv: [] },
    streams,
    { standing },
    () => null,
  );
  const onEvent: BatchListener = (event) => {
    progress.update(event);
    if (json || !quiet || event.kind !== 'row-complete') reporter.event(event);
  };
  try {
    await watchRows(client, id, onEvent, reporter.news);
    process.exitCode = exitOfStatus((await client.batch(id)).status);
  } catch (error) {
    if (signal.aborted) throw error;
    reporter.fail(asFramefarmError(error));
    process.exitCode = exitOfStatus('failed');
  }
}
