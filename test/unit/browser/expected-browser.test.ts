/** A browser that is started before it is asked for is used where it fits, and else never left behind. */
import { expect, it } from 'vitest';
import { expectBrowser } from '../../../libs/browser/src/launch/expected-browser.js';
import { refuseAll } from '../../../libs/browser/src/launch/external-request.js';
import type { LaunchOptions, OwnedBrowser } from '../../../libs/browser/src/launch/owned-browser.js';

const OPTIONS: LaunchOptions = {
  browser: { path: '/shell', kind: 'headless-shell', origin: 'bundled', version: '153.0.0', webgl: true },
  scratchDir: '/scratch',
  originPort: 4001,
  sandbox: null,
  webgl: false,
  beginFrame: true,
  window: { width: 0, height: 0 },
  scale: 1,
  resolveExternal: refuseAll,
};

/** A launch whose browsers are names; it tells what became of them, in order. */
function launcher() {
  const told: string[] = [];
  let count = 0;
  const launch = async (options: LaunchOptions): Promise<OwnedBrowser> => {
    count += 1;
    const name = `browser ${count}`;
    told.push(`${name} starts for port ${options.originPort}${options.firstPage ? ' with a page' : ''}`);
    options.onTold?.();
    await Promise.resolve();
    options.signal?.throwIfAborted();
    return {
      assign: ({ onLog }: { onLog?: unknown }) => told.push(`${name} gets ${onLog === undefined ? 'no' : 'its'} user`),
      release: async () => void told.push(`${name} is released`),
    } as unknown as OwnedBrowser;
  };
  return { launch, told };
}

it('gives out the browser that was started alike, to its new user, once', async () => {
  const { launch, told } = launcher();
  const early = expectBrowser(launch, Promise.resolve(OPTIONS));
  await early.told;
  expect(told).toEqual(['browser 1 starts for port 4001 with a page']);
  await new Promise((resolve) => setImmediate(resolve));
  // A headless shell has no window, so its size is no difference.
  await early.launch({ ...OPTIONS, window: { width: 1920, height: 1080 }, onLog: () => {} });
  await early.launch(OPTIONS);
  await early.close();
  expect(told).toEqual([
    'browser 1 starts for port 4001 with a page',
    'browser 1 gets its user',
    'browser 2 starts for port 4001',
  ]);
});

it('ends the browser that does not fit, and starts the one that was asked for', async () => {
  const { launch, told } = launcher();
  const early = expectBrowser(launch, Promise.resolve(OPTIONS));
  await early.told;
  await new Promise((resolve) => setImmediate(resolve));
  await early.launch({ ...OPTIONS, originPort: 4002 });
  await early.close();
  expect(told.toSorted()).toEqual([
    'browser 1 is released',
    'browser 1 starts for port 4001 with a page',
    'browser 2 starts for port 4002',
  ]);
});

it('cancels the start of a browser that nobody asks for', async () => {
  let cancelled = false;
  const launch = (options: LaunchOptions): Promise<OwnedBrowser> =>
    new Promise((_, reject) => {
      options.signal?.addEventListener('abort', () => {
        cancelled = true;
        reject(options.signal?.reason);
      });
      options.onTold?.();
    });
  const early = expectBrowser(launch, Promise.resolve(OPTIONS));
  await early.told;
  await early.close();
  expect(cancelled).toBe(true);
});

it('says to whoever asks, and to nobody else, that the browser did not start', async () => {
  const broken = async (): Promise<OwnedBrowser> => {
    throw new Error('no such program');
  };
  const asked = expectBrowser(broken, Promise.resolve(OPTIONS));
  await asked.told;
  await expect(asked.launch(OPTIONS)).rejects.toThrow('no such program');
  await asked.close();
  await expectBrowser(broken, Promise.resolve(OPTIONS)).close();
});

it('starts nothing before it is known how, and leaves that to whoever asks where it cannot be known', async () => {
  const nobodyKnows = async () => null;
  const cannotBeFound = async () => {
    throw new Error('no browser is installed');
  };
  for (const expected of [nobodyKnows, cannotBeFound]) {
    const { launch, told } = launcher();
    const early = expectBrowser(launch, expected());
    await early.told;
    expect(told).toEqual([]);
    await early.launch(OPTIONS);
    await early.close();
    expect(told).toEqual(['browser 1 starts for port 4001']);
  }
});
