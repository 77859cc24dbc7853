/** Stages of a test: opened with defaults, closed and checked for leftovers afterwards. */
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type BrowserInfo, findBrowser, openStage, type Stage, type StageOptions } from '@framefarm/browser';
import { groupMembers, ownedGroups } from '@framefarm/process';
import { afterAll, afterEach, beforeAll, expect } from 'vitest';
import { type PageServer, servePage } from './stage-page.js';

export interface StageBench {
  readonly browser: () => BrowserInfo;
  readonly scratch: () => string;
  serve(html: string, files?: Parameters<typeof servePage>[1]): Promise<PageServer>;
  open(url: string, options?: Partial<StageOptions>): Promise<Stage>;
}

/** Registers the hooks of one test file. After each test no process, directory or registration may be left. */
export function useStages(): StageBench {
  let browser: BrowserInfo;
  let scratch: string;
  const servers: PageServer[] = [];
  const stages: Stage[] = [];
  beforeAll(async () => {
    browser = await findBrowser();
    scratch = await mkdtemp(join(tmpdir(), 'framefarm-stage-'));
  }, 60_000);
  afterEach(async () => {
    await Promise.all(stages.map((stage) => stage.close()));
    for (const stage of stages) expect(await groupMembers(stage.pid)).toEqual([]);
    stages.length = 0;
    for (const server of servers.splice(0)) server.close();
    expect(await readdir(scratch)).toEqual([]);
    expect(ownedGroups()).toEqual([]);
  });
  afterAll(() => rm(scratch, { recursive: true, force: true }));
  return {
    browser: () => browser,
    scratch: () => scratch,
    serve: async (html, files) => {
      const server = await servePage(html, files);
      servers.push(server);
      return server;
    },
    open: async (url, options = {}) => {
      const stage = await openStage({
        browser,
        url,
        capture: { path: 'beginframe', image: 'png', jpegQuality: 90, transparent: true, scale: 1 },
        viewport: { width: 320, height: 180 },
        scratchDir: scratch,
        label: 'lane 1',
        ...options,
      });
      stages.push(stage);
      return stage;
    },
  };
}
