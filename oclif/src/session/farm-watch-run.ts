/** One `farm watch` from the first event to its exit status (cli 7). */
import { asFramefarmError, FramefarmError } from '@framefarm/contract';
import { type Asking, checkedId, isBatch } from '../farm/farm-command.js';
import { followRender } from '../farm/follow-render.js';
import { lastSubmission } from '../farm/last-submission.js';
import { watchRows } from '../farm/watch-rows.js';
import { createBatchJsonReporter } from '../formatters/batch-json-reporter.js';
import { batchLines, exitOfStatus, outputLine } from '../formatters/farm-tables.js';
import { chooseReporter } from './render-run.js';

/** The id that was typed, or with `--last` that of the newest submission. @throws FramefarmError `VALIDATION_FAILED` */
export async function watchedId(typed: unknown, last: boolean, { client }: Asking): Promise<string> {
  if (!last) return checkedId(typed, ['rnd', 'bat']);
  if (typed !== undefined) throw new FramefarmError('VALIDATION_FAILED', '--last cannot be combined with an id');
  const id = await lastSubmission(process.cwd(), client.url);
  if (id !== null) return id;
  const message = `nothing was submitted from ${process.cwd()} to ${client.url}`;
  throw new FramefarmError('RENDER_NOT_FOUND', message, { hint: 'Name an id; "framefarm farm list" shows them.' });
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

async function watchBatch(id: string, flags: WatchFlags, { client, streams }: Asking): Promise<void> {
  if (flags.json) {
    const { event, news } = createBatchJsonReporter({ streams, debug: false });
    await watchRows(client, id, event, news);
  } else {
    for await (const { type, data } of client.followBatch(id)) {
      if (flags.quiet) continue;
      if (type === 'completed') streams.tell(`row ${data.row}: ${outputLine(data.output)}\n`);
      else if (type === 'failed') streams.tell(`row ${data.row}: ${data.error.code}\n`);
    }
  }
  const batch = await client.batch(id);
  if (!flags.json && !flags.quiet) for (const line of batchLines(batch)) streams.result(line);
  process.exitCode = exitOfStatus(batch.status);
}
