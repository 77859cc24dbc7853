/** What a command loads: time is measured in bench/, the cause of it is pinned here. */
import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, it } from 'vitest';
import { composition, makeProject, repository, scratchDirectory } from '../../support/projects/project.js';

/** Packages and libraries that take long to load, or that only a render, a lint or a download needs. */
const HEAVY = [
  ...['puppeteer-core', '@sparticuz/chromium', 'undici', 'parse5', 'acorn', 'postcss', 'send', 'typescript'],
  ...['@nestjs', 'fastify', 'bullmq', 'ioredis', '@aws-sdk', 'openapi-fetch', 'yauzl', 'tar-stream'],
  ...['composition', 'origin', 'media', 'browser', 'render', 'batch', 'preview', 'benchmark'].map(
    (lib) => `libs/${lib}`,
  ),
  ...['libs/storage', 'libs/archive', 'libs/farm', 'libs/farm-client', 'apps/producer', 'apps/worker'],
];

/** Which of the heavy ones a Node process with these arguments loads. */
async function heavyOf(args: readonly string[], more: readonly string[] = []): Promise<string[]> {
  const list = join(scratchDirectory(), 'loaded');
  const hooks = pathToFileURL(join(repository, 'test/support/machine/loaded-modules.mjs')).href;
  const env = { ...process.env, NODE_ENV: 'production', LOADED_MODULES: list };
  await new Promise((resolve) =>
    execFile(process.execPath, ['--import', hooks, ...args], { cwd: repository, env }, resolve),
  );
  const urls = (await readFile(list, 'utf8')).split('\n');
  return [...HEAVY, ...more].filter((name) =>
    urls.some((url) => url.includes(/^(libs|apps)\//.test(name) ? `/${name}/` : `node_modules/${name}/`)),
  );
}

const framefarm = (...args: string[]): string[] => [join(repository, 'oclif/bin/run.js'), ...args];

describe('the command line loads nothing heavy', () => {
  it.each([
    // Which lists all commands: what one alone would load is among it.
    ['for its help', ['--help']],
    ['for a wrong flag', ['render', '--fps', '0']],
    ['for a project that does not exist', ['render', 'nowhere']],
  ])('%s', async (_, args) => {
    expect(await heavyOf(framefarm(...args))).toEqual([]);
  });
});

it('a lint reads the composition and loads no browser and no network', async () => {
  const project = await makeProject({ 'index.html': composition('<p>Hi</p>') });
  const heavy = await heavyOf(framefarm('lint', project));
  expect(heavy).toContain('parse5');
  for (const unused of ['undici', 'puppeteer-core']) expect(heavy).not.toContain(unused);
});

it('a render loads the connection of Puppeteer and not its pages, and no client for downloads it does not need', async () => {
  const project = await makeProject({ 'index.html': composition('<p>Hi</p>', { duration: 0.1 }) });
  const pages = 'puppeteer-core/lib/puppeteer/cdp/Page.js';
  const heavy = await heavyOf(framefarm('render', project, '-q', 'draft', '-o', join(project, 'out.mp4')), [pages]);
  expect(heavy).toContain('puppeteer-core');
  for (const unused of ['undici', pages]) expect(heavy).not.toContain(unused);
});

it('the library loads nothing heavy before it is used, and no command line at all', async () => {
  const entry = pathToFileURL(join(repository, 'oclif/dist/library/index.js')).href;
  const project = await makeProject({ 'script.mjs': `import ${JSON.stringify(entry)};` });
  expect(await heavyOf([join(project, 'script.mjs')], ['@oclif/core'])).toEqual([]);
});
