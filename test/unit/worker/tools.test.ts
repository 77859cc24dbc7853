import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { readSettings, WORKER_SETTINGS } from '@framefarm/contract';
import { expect, it } from 'vitest';
import { readTools } from '../../../apps/worker/src/announce/versions.js';
import { untilFileEnd } from '../../support/machine/file-environment.js';
import { scratchDirectory } from '../../support/projects/project.js';
import { useBundledFfmpeg } from '../../support/renders/bundled-ffmpeg.js';

useBundledFfmpeg();

it('asks a build of FFmpeg for its parts at the first start of a worker, and remembers them for the next one', async () => {
  const cache = scratchDirectory();
  untilFileEnd({ XDG_CACHE_HOME: cache });
  // Without a browser nothing is started: here that is not looked at.
  const settings = readSettings(WORKER_SETTINGS, { FRAMEFARM_BROWSER_PATH: '/nowhere/chrome' });
  const { versions, missing } = await readTools(settings, scratchDirectory());
  expect(missing).toContain('/nowhere/chrome');
  const [kept = ''] = (await readdir(join(cache, 'framefarm'))).filter((name) => name.startsWith('ffmpeg-'));
  const file = join(cache, 'framefarm', kept);
  await writeFile(file, (await readFile(file, 'utf8')).replaceAll(versions.ffmpeg, 'remembered'));
  expect((await readTools(settings, scratchDirectory())).versions.ffmpeg).toBe('remembered');
});
