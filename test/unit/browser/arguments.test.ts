import { describe, expect, it } from 'vitest';
import { type ArgumentOptions, browserArguments } from '../../../libs/browser/src/launch/arguments.js';

const base: ArgumentOptions = {
  kind: 'headless-shell',
  profile: '/scratch/profile',
  sandbox: true,
  beginFrame: true,
  webgl: false,
  sharedMemory: true,
  window: { width: 1920, height: 1080 },
  scale: 1,
  originPort: 4001,
  proxyPort: 4002,
};

describe('browserArguments', () => {
  it('is exactly this list', () => {
    expect(browserArguments(base)).toMatchSnapshot();
  });

  it('differs for Chromium proper, WebGL, little shared memory and no sandbox only by these', () => {
    const plain = new Set(browserArguments({ ...base, beginFrame: false }));
    const other = browserArguments({
      ...base,
      kind: 'chromium',
      beginFrame: false,
      webgl: true,
      sandbox: false,
      sharedMemory: false,
    });
    expect(other.filter((argument) => !plain.has(argument))).toEqual([
      '--headless=new',
      '--window-size=1920,1080',
      '--disable-dev-shm-usage',
      '--use-gl=angle',
      '--use-angle=swiftshader',
      '--enable-unsafe-swiftshader',
      '--ignore-gpu-blocklist',
      '--disable-gpu-compositing',
      '--no-sandbox',
    ]);
  });

  it('never holds what security 2.8 forbids, for any options', () => {
    const forbidden =
      /^--(single-process|disable-web-security|allow-file-access-from-files|ignore-certificate-errors|remote-debugging-(port|address)|disable-ipc-flooding-protection|disable-popup-blocking|disable-site-isolation-trials)/;
    for (const kind of ['headless-shell', 'chromium'] as const) {
      for (const webgl of [true, false]) {
        const list = browserArguments({ ...base, kind, webgl });
        expect(list.filter((argument) => forbidden.test(argument) || argument === '--no-sandbox')).toEqual([]);
        expect(new Set(list).size).toBe(list.length);
      }
    }
  });
});
