/** One `snapshot` from its checks to its exit status. */
import type { RenderEvent } from '@framefarm/contract';
import type { StillPlace } from '@framefarm/render';
import { createBarDisplay, createPlainDisplay, SILENT_DISPLAY } from '../formatters/render/progress-display.js';
import { noticeLine, sandboxNotice, warningCountLine, warningLine } from '../formatters/render/result-lines.js';
import { snapshotDocument, stillLine } from '../formatters/reports/snapshot-report.js';
import { mayDecorate, paint } from '../formatters/text/style.js';
import { neutralisedLine } from '../formatters/text/terminal-text.js';
import type { ProjectJob } from '../target/project-job.js';
import type { StillOutput } from '../target/still-output.js';
import { EXIT } from './exit-codes.js';
import { interruptible } from './interruptible.js';
import { processStreams } from './streams.js';
import { terminalSize } from './terminal-size.js';

export interface SnapshotRun {
  readonly job: ProjectJob;
  readonly places: readonly StillPlace[];
  readonly output: StillOutput;
  readonly transparent: boolean;
  readonly json: boolean;
  readonly quiet: boolean;
  readonly version: string;
}

/** Makes the stills and sets `process.exitCode`. @throws FramefarmError what kept it from them. */
export async function runSnapshot(run: SnapshotRun): Promise<void> {
  const streams = processStreams();
  const isPlain = run.json || run.quiet;
  const colour = mayDecorate(process.stderr, process.env);
  const live = colour
    ? createBarDisplay(streams.tell, () => terminalSize(process.stderr).columns)
    : createPlainDisplay(streams.tell);
  const progress = isPlain ? SILENT_DISPLAY : live;
  const tellLog = (event: RenderEvent): void => {
    if (event.kind === 'progress') progress.update(event);
    if (event.kind === 'log' && run.job.options.debug) {
      streams.tell(`[${event.source}] ${neutralisedLine(event.line)}\n`);
    }
  };
  // oclif loads every command to list them; the pipeline is loaded only by one that runs.
  const { snapshotComposition } = await import('@framefarm/render');
  const result = await interruptible(
    (signal) =>
      snapshotComposition({
        projectDir: run.job.projectDir,
        options: run.job.options,
        places: run.places,
        transparent: run.transparent,
        pathOf: run.output.path,
        signal,
        onEvent: tellLog,
      }),
    { streams, json: run.json },
  ).finally(() => progress.stop());
  if (result === null) return;
  if (run.json) streams.result(JSON.stringify(snapshotDocument(result, run.version), null, 2));
  else
    for (const still of result.stills) {
      const shown = run.output.shown(still);
      streams.result(run.quiet ? shown : stillLine(still, shown));
    }
  if (!isPlain) {
    const sandbox = result.sandbox.on ? [] : [sandboxNotice(result.sandbox.reason)];
    for (const notice of [...result.notices, ...sandbox]) streams.tell(`${paint('dim', noticeLine(notice), colour)}\n`);
    for (const warning of result.warnings) streams.tell(`${paint('warning', warningLine(warning), colour)}\n`);
    const count = warningCountLine(result.warnings.length);
    if (count !== null) streams.tell(`${paint('warning', count, colour)}\n`);
  }
  process.exitCode = EXIT.done;
}
