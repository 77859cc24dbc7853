/** One `render --batch --farm` from its checks to its exit status (cli 5, 7). */
import { openRemoteBatch, type RemoteBatch } from '@framefarm/batch';
import { type FarmOptions, FramefarmError } from '@framefarm/contract';
import type { Batch, FarmClient } from '@framefarm/farm-client';
import { followBatch } from '../farm/follow-batch.js';
import { gaveUp, waitLimit } from '../farm/given-up.js';
import { answerToBody, FEWER_ROWS } from '../farm/large-body.js';
import { rememberSubmission } from '../farm/last-submission.js';
import { openFarm } from '../farm/open-farm.js';
import { sentProject } from '../farm/prepare-submission.js';
import { requestBody } from '../farm/request-body.js';
import { createSubmission, type Submission } from '../farm/submission.js';
import { createBatchProgress } from '../formatters/batch/batch-progress.js';
import type { BatchReporter } from '../formatters/batch/batch-reporter.js';
import { continueLines, farmDryRunLine } from '../formatters/farm/farm-lines.js';
import { commandLine } from '../library/caller.js';
import { type PreparedBatch, prepareBatch } from '../target/batch-request.js';
import { batchExit, chooseBatchReporter } from './batch-run.js';
import { EXIT } from './exit-codes.js';
import { listenForInterruption } from './interruption.js';
import { type RenderRun, wantsJson } from './render-run.js';
import { processStreams, type Streams } from './streams.js';

/** Submits the batch, follows it unless told otherwise, and sets `process.exitCode`; every failure has been shown. */
export async function runFarmBatch(run: RenderRun): Promise<void> {
  const streams = processStreams();
  let prepared: PreparedBatch | null = null;
  let submission: Submission | null = null;
  let record: RemoteBatch | null = null;
  const progress = createBatchProgress();
  const reporter = chooseBatchReporter(run, streams, progress, () => prepared);
  const interruption = listenForInterruption({
    onFirst: (signal) => reporter.interrupted(signal),
    onLast: (signal) => reporter.fail(new FramefarmError('INTERRUPTED', `killed after ${signal}`)),
  });
  try {
    const caller = commandLine('render', run.nameOf);
    prepared = await prepareBatch(run.directory, run.raw, run.issues, process.cwd(), caller, interruption.signal);
    const farm = prepared.farm as FarmOptions;
    const limit = waitLimit(farm.waitTimeoutMs, () => submission?.id() ?? null);
    const signal = AbortSignal.any([interruption.signal, limit]);
    const onBusy = (waitMs: number): void => reporter.news({ kind: 'farm-busy', waitMs });
    const client = await openFarm(farm, signal, wantsJson(run) ? undefined : onBusy);
    const job = { run, prepared, farm, client, signal, streams, reporter };
    submission = await submitted(job, (made) => {
      submission = made;
    });
    const id = submission?.id() ?? null;
    process.exitCode = EXIT.done;
    if (id === null || !farm.wait) return;
    record = await openRemoteBatch({
      plan: prepared.plan,
      ...prepared.batch,
      onEvent: (event) => {
        progress.update(event);
        reporter.event(event);
      },
    });
    const { format } = prepared.options;
    await followBatch({ client, id, record, format, tell: reporter.news, signal });
    process.exitCode = batchExit(
      await record.end(new FramefarmError('WORKER_LOST', 'the farm told no end of this row')),
    );
  } catch (thrown) {
    const { error, exit } = await gaveUp(thrown, interruption, prepared?.farm ?? null, submission);
    if (record === null || error.code === 'STILL_RUNNING') reporter.fail(error);
    else {
      await record.end(error).catch(() => reporter.fail(error));
      streams.tell(`${error.message}\n`);
    }
    process.exitCode = exit;
  } finally {
    await record?.close();
    interruption.release();
  }
}

interface BatchJob {
  readonly run: RenderRun;
  readonly prepared: PreparedBatch;
  readonly farm: FarmOptions;
  readonly client: FarmClient;
  readonly signal: AbortSignal;
  readonly streams: Streams;
  readonly reporter: BatchReporter;
}

/** The submission with its id; null after a dry run. */
async function submitted(job: BatchJob, onSubmission: (submission: Submission) => void): Promise<Submission | null> {
  const { run, prepared, farm, client, signal, streams, reporter } = job;
  const { projectDir, options, plan, batch } = prepared;
  const isOneDocument = !farm.wait && wantsJson(run);
  const tell: BatchReporter['news'] = isOneDocument ? () => {} : reporter.news;
  if (farm.maxConcurrentRenders !== null) await client.setLimit(farm.maxConcurrentRenders);
  const results = [plan.batchPath, plan.manifestPath, ...plan.rows.map(({ outputPath }) => outputPath)];
  const { compositionId, notices } = await sentProject(client, { projectDir, options, results }, tell, signal);
  if (!isOneDocument) {
    for (const notice of [...prepared.notices, ...notices]) reporter.event({ kind: 'batch-notice', notice });
  }
  const { variables: _, ...shared } = requestBody({ raw: run.raw, options, farm, compositionId });
  const rows = plan.rows.map(({ variables }) => variables);
  const body = { ...shared, rows, concurrency: batch.concurrency, failFast: batch.failFast };
  if (prepared.dryRun) {
    await answerToBody(client.checkBatch(body), FEWER_ROWS);
    streams.result(wantsJson(run) ? JSON.stringify({ ok: true, rows: rows.length }) : farmDryRunLine());
    return null;
  }
  const submission = createSubmission<Batch>(
    {
      send: (by, key) => answerToBody(by.submitBatch(body, key), FEWER_ROWS),
      cancel: (by, id, options) => by.cancelBatch(id, options),
    },
    client,
    farm.idempotencyKey,
  );
  onSubmission(submission);
  const made = await submission.submit();
  await rememberSubmission(projectDir, client.url, made.id);
  if (farm.wait) tell({ kind: 'batch-submitted', batchId: made.id, url: client.url });
  else if (wantsJson(run)) streams.result(JSON.stringify(made));
  else {
    streams.result(made.id);
    if (run.raw.quiet !== true) streams.tell(`${continueLines(made.id, client.url).join('\n')}\n`);
  }
  return submission;
}
