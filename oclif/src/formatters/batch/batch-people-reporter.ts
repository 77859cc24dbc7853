/** A batch as people see it: the lines of its rows on stdout, everything else on stderr (cli 1 and 4). */
import type { BatchEvent, RowCompleteEvent } from '@framefarm/batch';
import { counted, type RenderEvent, rowName } from '@framefarm/contract';
import type { Streams } from '../../session/streams.js';
import { newsLine } from '../farm/farm-lines.js';
import {
  capturedLine,
  encodedLine,
  lanesLine,
  noticeLine,
  sandboxNotice,
  startLine,
  substitutionLine,
  warningCountLine,
  warningLine,
} from '../render/result-lines.js';
import { errorText } from '../text/error-text.js';
import type { Style } from '../text/style.js';
import { createTeller } from '../text/teller.js';
import { neutralisedLine } from '../text/terminal-text.js';
import type { BatchDisplay } from './batch-display.js';
import { batchLine, rowPrefix } from './batch-lines.js';
import type { BatchReporter } from './batch-reporter.js';

export interface BatchPeopleReporterOptions {
  readonly streams: Streams;
  readonly display: BatchDisplay;
  /** True when stdout, or stderr, may carry colour and marks. */
  readonly decorate: { readonly results: boolean; readonly talk: boolean };
  readonly quiet: boolean;
  readonly debug: boolean;
  readonly dryRun: () => boolean;
  /** A path as the user knows it. */
  readonly shown: (path: string) => string;
}

export function createBatchPeopleReporter(options: BatchPeopleReporterOptions): BatchReporter {
  const { streams, display, decorate, quiet, debug, shown } = options;
  const { result, tell } = createTeller({ streams, display, decorate, quiet });
  const told = new Set<string>();
  let total = 0;
  /** Of completed rows: what a row that failed was warned of is told, and is no part of what the batch made. */
  const warned = { rows: 0, warnings: 0 };

  /** What every row says alike is said once, with the row that said it first. */
  const tellOnce = (prefix: string, line: string, style: Style): void => {
    if (told.has(line)) return;
    told.add(line);
    tell(`${prefix}${line}`, style);
  };

  const renderEvent = (index: number, event: RenderEvent): void => {
    const prefix = rowPrefix(index, total);
    switch (event.kind) {
      case 'start':
        result(`${prefix}${startLine(event)}`);
        break;
      case 'captured':
        result(`${prefix}${capturedLine(event)}`);
        break;
      case 'lanes':
        tellOnce(prefix, lanesLine(event), 'dim');
        break;
      case 'notice':
        tellOnce(prefix, noticeLine(event.notice), 'dim');
        break;
      case 'warning':
        tellOnce(prefix, warningLine(event.warning), 'warning');
        break;
      case 'log':
        if (!debug) break;
        display.clear();
        streams.tell(`${prefix}[${event.source}] ${neutralisedLine(event.line)}\n`);
        break;
      case 'progress':
        break;
    }
  };

  const complete = ({ index, outputPath, result: row, copyOf, resumed }: RowCompleteEvent): void => {
    const prefix = rowPrefix(index, total);
    const name = shown(outputPath);
    const { output, durationMs, frames } = row;
    if (quiet && output !== null) streams.result(name);
    else if (output === null)
      result(`${prefix}${counted(frames, 'frame')} would be rendered to ${neutralisedLine(name)}`);
    else if (resumed) result(`${prefix}Already done: ${neutralisedLine(name)}`);
    else if (copyOf !== null) result(`${prefix}Copied to ${neutralisedLine(name)} (same inputs as ${rowName(copyOf)})`);
    else if (output.width !== null && output.height !== null) {
      const { size, width, height } = output;
      result(`${prefix}${encodedLine({ durationSeconds: durationMs / 1000, size, width, height }, name)}`);
    }
    // Copies and rows of an earlier run tell none by events.
    for (const warning of row.warnings) tellOnce(prefix, warningLine(warning), 'warning');
    warned.warnings += row.warnings.length;
    if (row.warnings.length > 0) warned.rows += 1;
    if (!row.sandbox.on) tellOnce(prefix, noticeLine(sandboxNotice(row.sandbox.reason)), 'dim');
    for (const substitution of row.substitutions) tellOnce(prefix, substitutionLine(substitution), 'dim');
  };

  return {
    event: (event: BatchEvent) => {
      switch (event.kind) {
        case 'batch-start':
          total = event.total;
          break;
        case 'batch-notice':
          tellOnce('', noticeLine(event.notice), 'dim');
          break;
        case 'row-render':
          renderEvent(event.index, event.event);
          break;
        case 'row-complete':
          complete(event);
          break;
        case 'row-error':
          display.clear();
          streams.tell(`${rowPrefix(event.index, total)}${errorText(event.error, { colour: decorate.talk, debug })}\n`);
          break;
        case 'row-skipped':
          tellOnce('', 'Rows that had not been started are skipped.', 'dim');
          break;
        case 'batch-complete':
          display.stop();
          result(
            batchLine(event.manifest, options.dryRun() ? null : shown(event.manifest.manifestPath)),
            decorate.results && event.manifest.completed === event.manifest.total,
          );
          if (warned.rows > 0)
            tell(`${warningCountLine(warned.warnings)} in ${counted(warned.rows, 'row')}`, 'warning');
          return;
        case 'row-start':
          break;
      }
      display.update();
    },
    news: (news) => tell(newsLine(news), 'dim'),
    fail: (error) => {
      display.stop();
      streams.tell(`${errorText(error, { colour: decorate.talk, debug })}\n`);
    },
    interrupted: (signal) => {
      tell(`Stopping after ${signal}; once more stops at once.`);
    },
  };
}
