/** A render as people see it: result lines on stdout, everything else on stderr (cli 1 and 4). */
import type { Notice, RenderEvent, Warning } from '@framefarm/contract';
import type { RenderResult } from '@framefarm/render';
import type { Streams } from '../../session/streams.js';
import { farmDryRunLine, newsLine, watchedLine } from '../farm/farm-lines.js';
import { errorText } from '../text/error-text.js';
import { createTeller } from '../text/teller.js';
import { neutralisedLine } from '../text/terminal-text.js';
import type { ProgressDisplay } from './progress-display.js';
import type { Reporter } from './reporter.js';
import {
  capturedLine,
  captureLine,
  dryRunLine,
  encodedLine,
  lanesLine,
  noticeLine,
  sandboxNotice,
  startLine,
  substitutionLine,
  warningCountLine,
  warningLine,
} from './result-lines.js';

export interface PeopleReporterOptions {
  readonly streams: Streams;
  readonly progress: ProgressDisplay;
  /** True when stdout, or stderr, may carry colour and marks. */
  readonly decorate: { readonly results: boolean; readonly talk: boolean };
  readonly quiet: boolean;
  readonly debug: boolean;
  /** The output's path as the user knows it; asked for when a render has succeeded. */
  readonly outputShown: () => string;
}

export function createPeopleReporter(options: PeopleReporterOptions): Reporter {
  const { streams, progress, decorate, quiet } = options;
  const warnings: Warning[] = [];
  const notices = new Set<string>();
  const { result, tell } = createTeller({ streams, display: progress, decorate, quiet });

  const tellNotice = (notice: Notice): void => {
    const line = noticeLine(notice);
    if (notices.has(line)) return;
    notices.add(line);
    tell(line, 'dim');
  };
  const tellWarnings = (all: readonly Warning[]): void => {
    for (const warning of all) tell(warningLine(warning), 'warning');
  };

  return {
    event: (event: RenderEvent) => {
      switch (event.kind) {
        case 'start':
          result(startLine(event));
          break;
        case 'captured':
          result(capturedLine(event));
          break;
        case 'lanes':
          tell(lanesLine(event), 'dim');
          break;
        case 'progress':
          if (!quiet) progress.update(event);
          break;
        case 'warning':
          warnings.push(event.warning);
          break;
        case 'notice':
          tellNotice(event.notice);
          break;
        case 'log':
          if (options.debug) {
            progress.clear();
            streams.tell(`[${event.source}] ${neutralisedLine(event.line)}\n`);
          }
          break;
      }
    },
    news: (news) => tell(newsLine(news), 'dim'),
    completeFarm: ({ renderId, output, warnings: all, notices: told }) => {
      progress.stop();
      if (output === null) result(farmDryRunLine());
      else if (output.path === null) result(watchedLine(renderId ?? '', output));
      else if (quiet) streams.result(options.outputShown());
      else result(encodedLine(output, options.outputShown()));
      for (const notice of told) tellNotice(notice);
      tellWarnings(all);
      const count = warningCountLine(all.length);
      if (count !== null) tell(count, 'warning');
    },
    complete: (done: RenderResult) => {
      progress.stop();
      if (done.output === null) {
        result(dryRunLine(done.plan));
      } else if (quiet) {
        streams.result(options.outputShown());
      } else {
        result(encodedLine(done.output, options.outputShown()));
      }
      const way = captureLine(done.capture);
      if (way !== null) tell(way, 'dim');
      for (const notice of done.notices) tellNotice(notice);
      if (!done.sandbox.on) tellNotice(sandboxNotice(done.sandbox.reason));
      for (const substitution of done.substitutions) tell(substitutionLine(substitution), 'dim');
      tellWarnings(done.warnings);
      const count = warningCountLine(done.warnings.length);
      if (count !== null) tell(count, 'warning');
    },
    fail: (error) => {
      progress.stop();
      tellWarnings(warnings);
      progress.clear();
      streams.tell(`${errorText(error, { colour: decorate.talk, debug: options.debug })}\n`);
    },
    interrupted: (signal) => {
      progress.stop();
      tell(`Stopping after ${signal}; once more stops at once.`);
    },
  };
}
