/** What every stage of a render has in common; lanes and the planning stage are opened alike. */
import { readFileSync } from 'node:fs';
import {
  type BrowserInfo,
  type Launch,
  openStage,
  type Stage,
  type StageCapture,
  throughOrigin,
} from '@framefarm/browser';
import type { RenderOptions } from '@framefarm/contract';
import { PAGE_PATH, pageRuntimeFile, type Site, workerClockFile } from '../place/site.js';
import type { Report } from '../run/report.js';
import { stageDeadlines } from './stage-deadlines.js';

export interface StageSource {
  readonly browser: BrowserInfo;
  readonly site: Site;
  readonly options: RenderOptions;
  readonly report: Report;
  readonly scratchDir: string;
  readonly fontConfigFile: string | null;
  /** Where browsers come from. */
  readonly launch: Launch;
}

/** Opens the page of the site in a browser of its own. `label` names it in messages. */
export function openStageFrom(
  source: StageSource,
  label: string,
  capture: StageCapture,
  viewport: { readonly width: number; readonly height: number },
  signal: AbortSignal,
): Promise<Stage> {
  const { options, report, site } = source;
  return openStage({
    browser: source.browser,
    url: site.origin.url + PAGE_PATH,
    capture,
    viewport,
    scratchDir: source.scratchDir,
    label,
    deadlines: { navigationMs: options.browserTimeoutMs, ...stageDeadlines() },
    sandbox: options.sandbox,
    pageRuntimeSource: readFileSync(pageRuntimeFile(), 'utf8'),
    workerClockSource: readFileSync(workerClockFile(), 'utf8'),
    resolveExternal: throughOrigin(site.externals),
    signal,
    launch: source.launch,
    ...(source.fontConfigFile === null ? {} : { fontConfigFile: source.fontConfigFile }),
    // The browser's own log is for --debug; the page's console belongs to the error of a failed render.
    onLog: (from, line) => {
      if (from === 'page' || options.debug) report.log(from, line);
    },
  });
}
