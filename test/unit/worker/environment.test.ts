import { expect, it } from 'vitest';
import { laneEnvironment } from '../../../apps/worker/src/lane/environment.js';

it('gives a lane no credentials and nothing that changes the safety of a browser', () => {
  const env = laneEnvironment('/scratch', {
    REDIS_URL: 'redis://:secret@redis',
    S3_SECRET_ACCESS_KEY: 'secret',
    AWS_SECRET_ACCESS_KEY: 'secret',
    FRAMEFARM_STORE: 's3://bucket',
    PUPPETEER_DANGEROUS_NO_SANDBOX: 'true',
    NODE_OPTIONS: '--inspect',
    FRAMEFARM_FFMPEG_PATH: '/usr/bin/ffmpeg',
  });
  expect(env).toMatchObject({ TMPDIR: '/scratch', TZ: 'UTC', FRAMEFARM_FFMPEG_PATH: '/usr/bin/ffmpeg' });
  expect(JSON.stringify(env)).not.toContain('secret');
  for (const name of ['REDIS_URL', 'FRAMEFARM_STORE', 'PUPPETEER_DANGEROUS_NO_SANDBOX', 'NODE_OPTIONS']) {
    expect(env).not.toHaveProperty(name);
  }
});

it('lets a lane load compiled code from where its worker keeps it', () => {
  expect(laneEnvironment('/scratch', {}, '/cache/compiled/v24.21.0-x64-abc-0')).toMatchObject({
    NODE_COMPILE_CACHE: '/cache/compiled',
  });
  expect(laneEnvironment('/scratch', {}, null)).not.toHaveProperty('NODE_COMPILE_CACHE');
});
