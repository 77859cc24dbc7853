/** Whom FFmpeg runs as when it reads media of others (security 2.2, 5): read from the kernel while it runs. */
import { chmod, copyFile, lstat, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { extractFrames, findFfmpeg, mixAudio, probeMedia } from '@framefarm/media';
import { UNPRIVILEGED_USER } from '@framefarm/process';
import { beforeAll, describe, expect, it } from 'vitest';
import { decoderObstacle } from '../../libs/media/src/ffmpeg/source-access.js';
import { makeClip, times } from '../support/projects/clips.js';
import { openDirectory, scratchDirectory } from '../support/projects/project.js';

const isRoot = process.getuid?.() === 0;

let clip: string;
let wrapper: string;
let told: string;
beforeAll(async () => {
  // Nobody but its owner passes here, as in a project of root or an unpacked upload.
  const closed = join(scratchDirectory(), 'closed');
  await mkdir(closed, { mode: 0o700 });
  clip = join(closed, 'film.mp4');
  await makeClip(clip, times(10, 'lime'), { tone: 440 });
  // FFmpeg behind a program that notes whom it runs as: the user stays the same over an exec.
  const open = openDirectory();
  wrapper = join(open, 'ffmpeg');
  told = join(open, 'told');
  const { ffmpegPath, ffprobePath } = await findFfmpeg();
  await writeFile(
    wrapper,
    `#!/bin/sh\ncase " $* " in *" -i file:"*) grep '^Uid:' /proc/$$/status >> ${told} ;; esac\nexec ${ffmpegPath} "$@"\n`,
  );
  await copyFile(wrapper, join(open, 'ffprobe'));
  await writeFile(join(open, 'ffprobe'), (await readFile(wrapper, 'utf8')).replace(ffmpegPath, ffprobePath));
  for (const name of ['ffmpeg', 'ffprobe']) await chmod(join(open, name), 0o755);
});

/** Those as whom files were read since the last call, as the kernel names them. */
async function readers(): Promise<string[]> {
  const lines = (await readFile(told, 'utf8')).trim().split('\n');
  await rm(told);
  return lines;
}

const UNPRIVILEGED = new RegExp(`^Uid:\\s*${UNPRIVILEGED_USER.uid}\\s`);

describe.runIf(isRoot)('a decoder of root', () => {
  it('runs as the unprivileged user, reads what only root reaches, and leaves pictures that are ours', async () => {
    const ffmpeg = await findFfmpeg({ explicitPath: wrapper });
    const media = await probeMedia(ffmpeg, clip);
    const scratchDir = scratchDirectory();
    const pictures = await extractFrames({
      ...{ ffmpeg, file: clip, media, mediaStart: 0, fps: { num: 10, den: 1 }, seconds: 1, format: 'auto' },
      ...{ scratchDir, cacheDir: null },
    });
    expect(pictures.count).toBe(10);
    for (const name of await readdir(pictures.dir)) {
      expect(await lstat(join(pictures.dir, name))).toMatchObject({ uid: 0, gid: 0 });
    }
    const users = await readers();
    // The probe and the pictures.
    expect(users.length).toBeGreaterThanOrEqual(2);
    for (const user of users) expect(user).toMatch(UNPRIVILEGED);
    await pictures.release();
  });

  it('runs as that user for sound too, whatever it is encoded as afterwards', async () => {
    const ffmpeg = await findFfmpeg({ explicitPath: wrapper });
    const out = join(scratchDirectory(), 'mix.m4a');
    const about = {
      elementId: 'a',
      source: clip,
      start: 0,
      duration: 1,
      mediaStart: 0,
      rate: 1,
      loop: false,
      volume: 1,
    };
    const tracks = [{ ...about, volumeCurve: null, automation: null, fxChain: null, group: null }];
    const plan = { tracks, groups: [], compositionSeconds: 1, startSeconds: 0, durationSeconds: 1 };
    await mixAudio({ ffmpeg, plan, resolve: (source) => source, out, codec: 'aac' });
    const users = await readers();
    expect(users).not.toEqual([]);
    for (const user of users) expect(user).toMatch(UNPRIVILEGED);
    expect(await lstat(out)).toMatchObject({ uid: 0 });
  });

  it('stays root with a reason where that user may not read the file or start the program', async () => {
    const own = join(scratchDirectory(), 'own.mp4');
    await copyFile(clip, own);
    await chmod(own, 0o600);
    expect(decoderObstacle('/bin/sh', own)).toBe(`${own} may be read by its owner alone`);
    await expect(probeMedia(await findFfmpeg(), own)).resolves.toMatchObject({ video: { width: expect.any(Number) } });
    const program = join(scratchDirectory(), 'ffmpeg');
    await copyFile('/bin/true', program);
    expect(decoderObstacle(program, clip)).toContain('is closed to the unprivileged user');
  });
});

it.skipIf(isRoot)('a decoder of anybody else runs as that user', () => {
  expect(decoderObstacle('/bin/sh', clip)).toBeNull();
});
