/** What a worker says that it renders with is what its steps go by. */
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { TOOLS_HERE } from '@framefarm/render';
import { expect, it } from 'vitest';
import { readTools } from '../../../apps/worker/src/announce/versions.js';
import { untilFileEnd } from '../../support/machine/file-environment.js';
import { scratchDirectory } from '../../support/projects/project.js';
import { useBundledFfmpeg } from '../../support/renders/bundled-ffmpeg.js';

// It starts at once.
useBundledFfmpeg();

it('the build of FFmpeg that plans name is announced, and not asked once more', async () => {
  const cache = scratchDirectory();
  untilFileEnd({ XDG_CACHE_HOME: cache });
  const { version } = await TOOLS_HERE.ffmpeg(null);
  const kept = join(cache, 'framefarm');
  for (const name of await readdir(kept)) {
    const facts = await readFile(join(kept, name), 'utf8');
    await writeFile(join(kept, name), facts.replaceAll(version, 'remembered'));
  }
  const settings = { browserPath: '/nowhere', ffmpegPath: null, sandbox: 'off' } as Parameters<typeof readTools>[0];
  const { versions } = await readTools(settings, cache);
  expect(versions.ffmpeg).toContain('remembered');
});
