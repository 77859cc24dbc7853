/** One `render --farm` from its checks to its exit status (cli 7). */
import { type FarmOptions, FramefarmError } from '@framefarm/contract';
import type { FarmClient, Render } from '@framefarm/farm-client';
import type { FarmResult } from '../farm/farm-result.js';
import { fetchOutput } from '../farm/fetch-output.js';
import { followRender } from '../farm/follow-render.js';
import { gaveUp, waitLimit } from '../farm/given-up.js';
import { answerToBody, SMALLER_VARIABLES } from '../farm/large-body.js';
import { rememberSubmission } from '../farm/last-submission.js';
import { openFarm } from '../farm/open-farm.js';
import { sentProject, shownFps } from '../farm/prepare-submission.js';
import { requestBody } from '../farm/request-body.js';
import { createSubmission, type Submission } from '../farm/submission.js';
import { continueLines } from '../formatters/farm/farm-lines.js';
import type { Reporter } from '../formatters/render/reporter.js';
import { commandLine } from '../library/caller.js';
import { projectName } from '../target/project-directory.js';
import { type PreparedRender, prepareRender } from '../target/render-request.js';
import { EXIT } from './exit-codes.js';
import { listenForInterruption } from './interruption.js';
import { chooseReporter, type RenderRun, wantsJson } from './render-run.js';
import { processStreams, type Streams } from './streams.js';

/** Submits the render, waits for it unless told otherwise, and sets `process.exitCode`; every failure has been shown. */
export async function runFarmRender(run: RenderRun): Promise<void> {
  const streams = processStreams();
  let prepared: PreparedRender | null = null;
  let submission: Submission | null = null;
  const reporter = chooseReporter(run, streams, () => prepared);
  const interruption = listenForInterruption({
    onFirst: (signal) => reporter.interrupted(signal),
    onLast: (signal) => reporter.fail(new FramefarmError('INTERRUPTED', `killed after ${signal}`)),
  });
  try {
    prepared = await prepareRender(
      run.directory,
      run.raw,
      run.issues,
      process.cwd(),
      commandLine('render', run.nameOf),
      interruption.signal,
    );
    const farm = prepared.farm as FarmOptions;
    const limit = waitLimit(farm.waitTimeoutMs, () => submission?.id() ?? null);
    const signal = AbortSignal.any([interruption.signal, limit]);
    const onBusy = (waitMs: number): void => reporter.news({ kind: 'farm-busy', waitMs });
    const client = await openFarm(farm, signal, wantsJson(run) ? undefined : onBusy);
    const job = { run, prepared, farm, client, signal, streams, reporter };
    await onFarm(job, (made) => {
      submission = made;
    });
    process.exitCode = EXIT.done;
  } catch (thrown) {
    const { error, exit } = await gaveUp(thrown, interruption, prepared?.farm ?? null, submission);
    reporter.fail(error);
    process.exitCode = exit;
  } finally {
    interruption.release();
  }
}

interface FarmJob {
  readonly run: RenderRun;
  readonly prepared: PreparedRender;
  readonly farm: FarmOptions;
  readonly client: FarmClient;
  readonly signal: AbortSignal;
  readonly streams: Streams;
  readonly reporter: Reporter;
}

async function onFarm(job: FarmJob, onSubmission: (submission: Submission) => void): Promise<void> {
  const { run, prepared, farm, client, signal, reporter } = job;
  const { projectDir, options, outputPath } = prepared;
  const startedAt = performance.now();
  // Without waiting the one line of the result is all that is printed.
  const isOneDocument = !farm.wait && wantsJson(run);
  const tell: Reporter['news'] = isOneDocument ? () => {} : reporter.news;
  if (!isOneDocument) for (const notice of prepared.notices) reporter.event({ kind: 'notice', notice });

  if (farm.maxConcurrentRenders !== null) await client.setLimit(farm.maxConcurrentRenders);
  const { compositionId, source, notices } = await sentProject(
    client,
    { projectDir, options, results: [outputPath] },
    tell,
    signal,
  );
  const body = requestBody({ raw: run.raw, options, farm, compositionId });
  const rootId = source.rootId ?? projectName(projectDir);
  const facts = { compositionId: rootId, notices: [...prepared.notices, ...notices] };
  if (prepared.dryRun) {
    await answerToBody(client.checkRender(body), SMALLER_VARIABLES);
    const renderTimeMs = performance.now() - startedAt;
    reporter.completeFarm({ ...facts, renderId: null, outcome: 'completed', output: null, renderTimeMs, warnings: [] });
    return;
  }

  const submission = createSubmission<Render>(
    {
      send: (by, key) => answerToBody(by.submitRender(body, key), SMALLER_VARIABLES),
      cancel: (by, id, options) => by.cancelRender(id, options),
    },
    client,
    farm.idempotencyKey,
  );
  onSubmission(submission);
  const render = await submission.submit();
  const { id } = render;
  await rememberSubmission(projectDir, client.url, id);
  if (!farm.wait) {
    accepted(job, render);
    return;
  }
  tell({ kind: 'render-submitted', renderId: id, url: client.url });
  const fps = shownFps(options, source);
  reporter.event({ kind: 'start', compositionId: rootId, fps, quality: options.quality, outputPath });
  const followed = await followRender(client, id, { onEvent: reporter.event, tell });
  const { output, outcome, warnings } = followed;
  const fetched = await fetchOutput(client, id, output, outputPath, options.format, signal);
  const { durationSeconds, width, height, frames } = output;
  const result: FarmResult = {
    ...facts,
    renderId: id,
    outcome,
    output: { ...fetched, durationSeconds, width, height, fps: output.fps, frames },
    renderTimeMs: performance.now() - startedAt,
    warnings,
    notices: [...facts.notices, ...followed.notices],
  };
  reporter.completeFarm(result);
}

/** What `--no-wait` prints: the id, or the render object, and how to go on. */
function accepted({ run, client, streams }: FarmJob, render: Render): void {
  if (wantsJson(run)) {
    streams.result(JSON.stringify(render));
    return;
  }
  streams.result(render.id);
  if (run.raw.quiet !== true) streams.tell(`${continueLines(render.id, client.url).join('\n')}\n`);
}
