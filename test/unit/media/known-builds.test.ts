/** Facts about FFmpeg builds are remembered for as long as the programs are the same. */
import { readdir, readFile, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type BuildFacts, buildKey, keepFacts, readFacts } from '../../../libs/media/src/ffmpeg/known-builds.js';
import { scratchDirectory } from '../../support/project.js';

const FACTS: BuildFacts = {
  ffprobePath: '/opt/ffprobe',
  versionNumber: { text: '9.9', libavcodec: [70, 1] },
  ffprobeVersion: '9.9',
  features: { vp8AlphaDecoder: true, vp9AlphaDecoder: false },
};

describe('the key of a build', () => {
  it('is the same for the same programs and another one for changed or further ones', async () => {
    const directory = scratchDirectory();
    const ffmpeg = join(directory, 'ffmpeg');
    const ffprobe = join(directory, 'ffprobe');
    await writeFile(ffmpeg, 'program one');
    await writeFile(ffprobe, 'program two');
    const key = await buildKey([ffmpeg, ffprobe]);
    expect(key).toMatch(/^[0-9a-f]{32}$/);
    expect(await buildKey([ffmpeg, ffprobe])).toBe(key);
    expect(await buildKey([ffmpeg])).not.toBe(key);
    await utimes(ffprobe, new Date(), new Date(Date.now() + 5_000));
    expect(await buildKey([ffmpeg, ffprobe])).not.toBe(key);
  });

  it('does not exist for scripts, which may start something else tomorrow, nor for what is not there', async () => {
    const directory = scratchDirectory();
    await writeFile(join(directory, 'ffmpeg'), '#!/bin/sh\nexec /opt/ffmpeg "$@"\n');
    expect(await buildKey([join(directory, 'ffmpeg')])).toBeNull();
    expect(await buildKey([join(directory, 'absent')])).toBeNull();
  });
});

describe('facts', () => {
  it('come back as they were kept, and only under their key', async () => {
    const directory = join(scratchDirectory(), 'made', 'when', 'needed');
    await keepFacts(directory, 'k', FACTS);
    expect(await readFacts(directory, 'k')).toEqual(FACTS);
    expect(await readFacts(directory, 'other')).toBeNull();
    expect(await readdir(directory)).toEqual(['ffmpeg-k.json']);
  });

  it.each(['', '{', 'null', '{}', '{"ffprobePath":1}'])('that are damaged (%j) count as none', async (text) => {
    const directory = scratchDirectory();
    await writeFile(join(directory, 'ffmpeg-k.json'), text);
    expect(await readFacts(directory, 'k')).toBeNull();
  });

  it('that cannot be kept are no failure', async () => {
    const directory = scratchDirectory();
    await writeFile(join(directory, 'file'), 'in the way');
    await keepFacts(join(directory, 'file'), 'k', FACTS);
    expect(await readFile(join(directory, 'file'), 'utf8')).toBe('in the way');
  });
});
