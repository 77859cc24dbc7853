import { chmod, mkdir, mkdtemp, readdir, rm, symlink, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findBrowser } from '@framefarm/browser';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { packedBrowser } from '../../../libs/browser/src/discovery/bundled.js';

let directory: string;
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'framefarm-find-'));
});
afterEach(() => rm(directory, { recursive: true, force: true }));

async function fake(name: string, words: string): Promise<string> {
  const path = join(directory, name);
  await writeFile(path, `#!/bin/sh\necho "${words}"\n`);
  await chmod(path, 0o755);
  return path;
}

/** As a system without the bundled browser: only what stands in the directory, and the shell that runs it. */
const env = () => ({ PATH: directory });

describe('findBrowser', () => {
  it('prefers the option to the environment, and both to the system', async () => {
    const shell = await fake('my-headless-shell', 'Chromium 150.0.1.2');
    const chrome = await fake('other', 'Google Chrome 151.0.1.2');
    await fake('chromium', 'Chromium 1.2.3.4');
    const withEnv = { ...env(), FRAMEFARM_BROWSER_PATH: chrome };
    expect(await findBrowser({ explicitPath: shell, env: withEnv })).toMatchObject({
      path: shell,
      kind: 'headless-shell',
      origin: 'explicit',
      version: '150.0.1.2',
    });
    expect(await findBrowser({ env: withEnv })).toMatchObject({ path: chrome, kind: 'chromium', version: '151.0.1.2' });
    const old = { ...env(), HYPERFRAMES_BROWSER_PATH: '', PRODUCER_HEADLESS_SHELL_PATH: chrome };
    expect(await findBrowser({ env: old })).toMatchObject({ path: chrome, origin: 'explicit' });
    expect(await findBrowser({ env: { ...old, FRAMEFARM_BROWSER_PATH: shell } })).toMatchObject({ path: shell });
  });

  it('prefers a system headless shell to Chrome, whatever their order on PATH', async () => {
    await fake('google-chrome', 'Google Chrome 151.0.1.2');
    const shell = await fake('chrome-headless-shell', 'Chromium 150.0.1.2');
    expect(await findBrowser({ env: env(), bundled: false })).toMatchObject({ path: shell, origin: 'system' });
  });

  it('passes over a system browser that does not start', async () => {
    await fake('chrome-headless-shell', 'error: missing library');
    const chrome = await fake('chromium', 'Chromium 149.0.1.2 built on Debian');
    expect(await findBrowser({ env: env(), bundled: false })).toMatchObject({ path: chrome, kind: 'chromium' });
  });

  it('says what to install when there is none', async () => {
    await expect(findBrowser({ env: env(), bundled: false })).rejects.toMatchObject({
      code: 'BROWSER_NOT_FOUND',
      hint: expect.stringMatching(/install/i),
    });
  });

  it.each(['missing', 'folder'])('refuses an explicit path that is no executable: %s', async (name) => {
    await mkdir(join(directory, 'folder'));
    await expect(findBrowser({ explicitPath: join(directory, name), env: env() })).rejects.toMatchObject({
      code: 'BROWSER_NOT_FOUND',
      message: expect.stringContaining(name),
    });
  });

  it('names what its user has to correct: the option, or the variable that gave the path', async () => {
    const path = join(directory, 'missing');
    const refusal = (more: object) => findBrowser({ explicitPath: path, env: { ...env(), ...more } });
    await expect(refusal({})).rejects.toThrow(`--browser-path names "${path}"`);
    for (const name of ['FRAMEFARM_BROWSER_PATH', 'HYPERFRAMES_BROWSER_PATH', 'PRODUCER_HEADLESS_SHELL_PATH']) {
      await expect(refusal({ [name]: path })).rejects.toMatchObject({
        message: expect.stringContaining(`${name} names "${path}"`),
        hint: expect.stringContaining(name),
      });
    }
  });
});

describe.runIf(process.platform === 'linux' && process.arch === 'x64')('the bundled browser', () => {
  it('is unpacked once by two callers at the same time, over the remains of a crash', async () => {
    const packed = await packedBrowser();
    const unfinished = join(directory, `chromium-${packed?.version}-linux-x64`);
    await mkdir(unfinished);
    await writeFile(join(unfinished, 'chrome-headless-shell'), 'half a browser');
    const abandoned = join(directory, 'unpacking-dead');
    await mkdir(abandoned);
    await utimes(abandoned, 1, 1);
    await symlink('/nonexistent', join(directory, 'unrelated'));

    const [first, second] = await Promise.all([
      findBrowser({ env: env(), cacheDirectory: directory }),
      findBrowser({ env: env(), cacheDirectory: directory }),
    ]);
    expect(first).toEqual(second);
    expect(first).toMatchObject({ origin: 'bundled', kind: 'headless-shell', libraryPath: join(unfinished, 'lib') });
    expect(first.version).toMatch(/^153\./);
    expect((await readdir(directory)).sort()).toEqual([`chromium-${packed?.version}-linux-x64`, 'unrelated']);
  }, 60_000);
});
