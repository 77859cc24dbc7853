import { chmod, mkdir, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { closedToOthers } from '@framefarm/process';
import { describe, expect, it } from 'vitest';
import { chooseCapturePath } from '../../../libs/browser/src/capture/choose-path.js';
import { installHint } from '../../../libs/browser/src/discovery/find-browser.js';
import { kindByName } from '../../../libs/browser/src/discovery/system.js';
import { parseVersion } from '../../../libs/browser/src/discovery/version.js';
import { decideSandbox } from '../../../libs/browser/src/launch/sandbox.js';

const shell = { kind: 'headless-shell', version: '153.0.8010.0' } as const;

describe('chooseCapturePath', () => {
  it('steps a headless shell frame by frame', () => {
    expect(chooseCapturePath(shell, null)).toEqual({
      path: 'beginframe',
      reason: 'headless shell 153.0.8010.0 steps frame by frame',
    });
  });
  it('takes screenshots where the page needs them, with its reason', () => {
    const choice = chooseCapturePath(shell, 'canvas[layoutsubtree]');
    expect(choice.path).toBe('screenshot');
    expect(choice.reason).toContain('canvas[layoutsubtree]');
  });
  it('takes screenshots in Chromium proper and on request', () => {
    expect(chooseCapturePath({ kind: 'chromium', version: '1.2.3.4' }, null).path).toBe('screenshot');
    expect(chooseCapturePath(shell, null, 'screenshot').path).toBe('screenshot');
  });
});

describe('decideSandbox', () => {
  const facts = (uid: number, obstacle: string | null = null) => ({ uid, obstacle: () => obstacle });

  it('is on by default and off on request', () => {
    expect(decideSandbox(null, facts(1000))).toEqual({ on: true, reason: 'on', runAs: null });
    expect(decideSandbox(false, facts(1000))).toMatchObject({ on: false, reason: 'switched off on request' });
    expect(decideSandbox(false, facts(0))).toMatchObject({ on: false, runAs: null });
  });

  it('runs the browser of root as another user, or says what stands in the way', () => {
    expect(decideSandbox(null, facts(0))).toMatchObject({ on: true, runAs: { uid: 60_800, gid: 60_800 } });
    const closed = decideSandbox(null, facts(0, '/root is closed'));
    expect(closed).toEqual({ on: false, reason: 'framefarm runs as root, and /root is closed', runAs: null });
  });

  it('is never off where it was asked for', () => {
    expect(() => decideSandbox(true, facts(0, '/root is closed'))).toThrow(/cannot be had: .*\/root is closed/);
    expect(decideSandbox(true, facts(0))).toMatchObject({ on: true, runAs: { uid: 60_800 } });
    expect(decideSandbox(true, facts(1000))).toMatchObject({ on: true });
  });
});

describe('a way that is closed to others', () => {
  it('is told by its first closed place', async () => {
    const directory = await mkdtemp(join(tmpdir(), 'ways-'));
    try {
      await mkdir(join(directory, 'inner'), { mode: 0o755 });
      const program = join(directory, 'inner', 'program');
      await writeFile(program, '', { mode: 0o755 });
      expect(closedToOthers(program)).toBe(await realpath(directory));
      await chmod(directory, 0o755);
      expect(closedToOthers(program)).toBeNull();
      await chmod(program, 0o700);
      expect(closedToOthers(program)).toBe(await realpath(program));
      await chmod(directory, 0o711);
      expect(closedToOthers(directory)).toBe(await realpath(directory));
      expect(closedToOthers(directory, 'pass')).toBeNull();
      expect(closedToOthers(join(directory, 'missing'))).toBe(join(directory, 'missing'));
    } finally {
      await rm(directory, { recursive: true });
    }
  });
});

describe('discovery words', () => {
  it('tells the kind by the file name', () => {
    expect(kindByName('/usr/bin/chromium-headless-shell')).toBe('headless-shell');
    expect(kindByName('/opt/chrome-headless-shell-linux64/chrome-headless-shell')).toBe('headless-shell');
    expect(kindByName('/usr/lib/headless_shell')).toBe('headless-shell');
    expect(kindByName('/opt/headless-shell/chrome')).toBe('chromium');
  });
  it('reads versions', () => {
    expect(parseVersion('Google Chrome 150.0.7871.100 unknown\n')).toBe('150.0.7871.100');
    expect(parseVersion('v24.1.0')).toBeNull();
  });
  it('names what to install on each platform', () => {
    expect(installHint('linux', 'arm64')).toContain('apt-get install chromium-headless-shell');
    expect(installHint('darwin', 'arm64')).toContain('@puppeteer/browsers install');
    expect(installHint('win32', 'x64')).toContain('FRAMEFARM_BROWSER_PATH');
  });
});
