/** Facts about FFmpeg builds are remembered for as long as the programs are the same. */
import { readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type BuildFacts, buildKey, keepFacts, readFacts } from '../../../libs/media/src/ffmpeg/known-builds.js';
import { scratchDirectory } from '../../support/projects/project.js';

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
    expect(await buildKey([directory])).toBeNull();
  });
});

describe('facts', () => {
  /** A program of this content, and the key of it alone. */
  async function program(path: string, content: string): Promise<{ programs: string[]; key: string }> {
    await writeFile(path, content);
    return { programs: [path], key: String(await buildKey([path])) };
  }

  it('come back as they were kept, and only under their key', async () => {
    const { programs, key } = await program(join(scratchDirectory(), 'ffmpeg'), 'program');
    const directory = join(scratchDirectory(), 'made', 'when', 'needed');
    await keepFacts(directory, key, programs, FACTS);
    expect(await readFacts(directory, key)).toEqual(FACTS);
    expect(await readFacts(directory, 'other')).toBeNull();
    expect(await readdir(directory)).toEqual([`ffmpeg-${key}.json`]);
  });

  it('about programs that have gone or changed, or that are not named, make way for new ones', async () => {
    const places = scratchDirectory();
    const directory = scratchDirectory();
    const [gone, changed, same] = await Promise.all(
      ['gone', 'changed', 'same'].map((name) => program(join(places, name), name)),
    );
    for (const one of [gone, changed, same]) {
      if (one !== undefined) await keepFacts(directory, one.key, one.programs, FACTS);
    }
    await writeFile(join(directory, `ffmpeg-${'0'.repeat(32)}.json`), JSON.stringify(FACTS));
    await writeFile(join(directory, 'of-another.json'), '{}');
    await rm(join(places, 'gone'));
    const renewed = await program(join(places, 'changed'), 'changed since');
    await keepFacts(directory, renewed.key, renewed.programs, FACTS);
    const left = [`ffmpeg-${renewed.key}.json`, `ffmpeg-${same?.key}.json`, 'of-another.json'];
    expect((await readdir(directory)).sort()).toEqual(left.sort());
  });

  it.each(['', '{', 'null', '{}', '{"ffprobePath":1}'])('that are damaged (%j) count as none', async (text) => {
    const directory = scratchDirectory();
    await writeFile(join(directory, 'ffmpeg-k.json'), text);
    expect(await readFacts(directory, 'k')).toBeNull();
  });

  it('that cannot be kept are no failure', async () => {
    const directory = scratchDirectory();
    await writeFile(join(directory, 'file'), 'in the way');
    await keepFacts(join(directory, 'file'), 'k', [], FACTS);
    expect(await readFile(join(directory, 'file'), 'utf8')).toBe('in the way');
  });
});
