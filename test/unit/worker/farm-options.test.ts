import { readSettings, WORKER_SETTINGS } from '@framefarm/contract';
import { expect, it } from 'vitest';
import { farmOptions } from '../../../apps/worker/src/config/farm-options.js';

const settings = readSettings(WORKER_SETTINGS, { FRAMEFARM_BROWSER_PATH: '/opt/browser' });

it('decides by its settings what a client may not decide: programs, sandbox, directories, network', () => {
  const asked = {
    fps: 12,
    sandbox: false,
    browserPath: '/tmp/browser',
    ffmpegPath: '/tmp/ffmpeg',
    packageDir: ['/etc'],
    outsideLinks: true,
    allowNetwork: ['http://127.0.0.1:6379'],
    framesCacheDir: '/etc',
    debug: true,
    output: '/etc/cron.d/x',
  };
  expect(farmOptions(asked, settings)).toMatchObject({
    fps: { num: 12, den: 1 },
    sandbox: true,
    browserPath: '/opt/browser',
    ffmpegPath: null,
    packageDirs: [],
    outsideLinks: false,
    allowNetwork: [],
    framesCacheDir: 'off',
    debug: false,
    output: null,
  });
});

it('opens the network and leaves the sandbox out as far as the operator says', () => {
  const open = readSettings(WORKER_SETTINGS, {
    FRAMEFARM_SANDBOX: 'off',
    FRAMEFARM_NETWORK_ALLOW: 'https://assets.example.com',
  });
  expect(farmOptions({}, open)).toMatchObject({
    sandbox: false,
    offline: false,
    allowNetwork: ['https://assets.example.com'],
  });
  expect(farmOptions({ offline: true }, open)).toMatchObject({ offline: true });
});
