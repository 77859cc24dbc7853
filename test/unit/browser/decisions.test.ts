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
  it('is on by default, off as root and on request, and says why', () => {
    expect(decideSandbox(null, 1000)).toEqual({ on: true, reason: 'on' });
    expect(decideSandbox(null, 0)).toEqual({ on: false, reason: 'framefarm runs as root' });
    expect(decideSandbox(true, 0).reason).toContain('run as another user');
    expect(decideSandbox(false, 1000)).toEqual({ on: false, reason: 'switched off on request' });
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
