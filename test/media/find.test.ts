import { statSync } from 'node:fs';
import { chmod, readdir, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Ffmpeg, findFfmpeg } from '@framefarm/media';
import { createScratch, ownedGroups, type Scratch } from '@framefarm/process';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { bundled } from './builds.js';

let scratch: Scratch;
beforeEach(async () => {
  scratch = await createScratch(tmpdir(), 'framefarm-find-test-');
});
afterEach(async () => {
  await scratch.remove();
  expect(ownedGroups()).toEqual([]);
});

/** It starts at once: each look asks it for its parts, one process a list. */
const real: Ffmpeg = bundled;

/** An FFmpeg that is the real one, apart from what `without` names (a pattern) in its lists. */
async function standIn(name: string, without: string): Promise<string> {
  const path = join(scratch.path, name);
  await writeFile(path, `#!/bin/sh\n"${real.ffmpegPath}" "$@" | grep -v -E '${without}'\n`);
  await chmod(path, 0o755);
  return path;
}

describe('findFfmpeg', () => {
  it('takes a complete build that is named, and says where it comes from', async () => {
    const explicitPath = await standIn('ffmpeg', 'no line has these words');
    const env = { PATH: '', FRAMEFARM_FFPROBE_PATH: real.ffprobePath };
    const found = await findFfmpeg({ explicitPath, env });
    expect(found).toMatchObject({
      ffmpegPath: explicitPath,
      origin: 'explicit',
      version: real.version,
      passedOver: [],
    });
    expect(await findFfmpeg({ env: { ...env, FRAMEFARM_FFMPEG_PATH: explicitPath } })).toMatchObject({
      origin: 'explicit',
    });
  });

  it.each(['libx264', 'libvpx-vp9', 'prores_ks'])('refuses a named build without %s, and names it', async (encoder) => {
    const explicitPath = await standIn('ffmpeg', ` ${encoder} `);
    const env = { PATH: '', FRAMEFARM_FFPROBE_PATH: real.ffprobePath };
    await expect(findFfmpeg({ explicitPath, env })).rejects.toMatchObject({
      code: 'ENCODER_NOT_FOUND',
      message: expect.stringMatching(new RegExp(`${explicitPath}.*without.*${encoder}`)),
      hint: expect.stringContaining('FRAMEFARM_FFMPEG_PATH'),
    });
  });

  it('names the variable where the environment gave the path, also when a command had read it', async () => {
    const explicitPath = '/nowhere/ffmpeg';
    const refusal = (more: object) => findFfmpeg({ explicitPath, env: { PATH: '', ...more } });
    await expect(refusal({})).rejects.toThrow('--ffmpeg-path names "/nowhere/ffmpeg"');
    const given = { FRAMEFARM_FFMPEG_PATH: explicitPath };
    await expect(refusal(given)).rejects.toThrow('FRAMEFARM_FFMPEG_PATH names "/nowhere/ffmpeg"');
  });

  it('passes over an incomplete build on the path, and says why', async () => {
    const path = await standIn('ffmpeg', ' libx264 ');
    const found = await findFfmpeg({ env: { PATH: scratch.path } });
    expect(found.origin).toBe('bundled');
    expect(found.passedOver).toEqual([expect.stringMatching(`${path}.*libx264`)]);
  });

  it('refuses what does not run, and a build without its ffprobe', async () => {
    const explicitPath = join(scratch.path, 'ffmpeg');
    await expect(findFfmpeg({ explicitPath, env: { PATH: '' } })).rejects.toMatchObject({ code: 'ENCODER_NOT_FOUND' });
    await standIn('ffmpeg', 'no line has these words');
    const env = { PATH: '', FRAMEFARM_FFPROBE_PATH: join(scratch.path, 'none') };
    await expect(findFfmpeg({ explicitPath, env })).rejects.toMatchObject({
      code: 'ENCODER_NOT_FOUND',
      message: expect.stringContaining(`FRAMEFARM_FFPROBE_PATH names "${join(scratch.path, 'none')}"`),
    });
  });

  it('refuses a build that fails to list its decoders, and remembers nothing of it', async () => {
    const explicitPath = join(scratch.path, 'ffmpeg');
    const failing = `#!/bin/sh\ncase $2 in -decoders) exit 3 ;; esac\nexec "${real.ffmpegPath}" "$@"\n`;
    await writeFile(explicitPath, failing, { mode: 0o755 });
    const cacheDir = join(scratch.path, 'remembered');
    const env = { PATH: '', FRAMEFARM_FFPROBE_PATH: real.ffprobePath };
    await expect(findFfmpeg({ explicitPath, env, cacheDir })).rejects.toMatchObject({
      code: 'ENCODER_NOT_FOUND',
      message: expect.stringContaining('its decoders could not be listed (exit status 3)'),
    });
    expect(await readdir(cacheDir).catch(() => [])).toEqual([]);
  });

  it('opens a bundled ffprobe that its owner alone may run to whoever may read it', async () => {
    const { ffprobePath } = bundled;
    if (statSync(ffprobePath).uid !== process.getuid?.()) return;
    await chmod(ffprobePath, 0o744);
    expect((await findFfmpeg({ env: { PATH: '' } })).ffprobePath).toBe(ffprobePath);
    expect(statSync(ffprobePath).mode & 0o777).toBe(0o755);
  });

  it('asks a build for its parts once when it may remember, and finds the same', async () => {
    const cacheDir = join(scratch.path, 'remembered');
    const env = { PATH: '', FRAMEFARM_FFMPEG_PATH: real.ffmpegPath, FRAMEFARM_FFPROBE_PATH: real.ffprobePath };
    const first = await findFfmpeg({ env, cacheDir });
    expect(await findFfmpeg({ env, cacheDir })).toEqual(first);
    const [kept = ''] = await readdir(cacheDir);
    const facts = await readFile(join(cacheDir, kept), 'utf8');
    // What is kept is what is used: no program is asked any more.
    await writeFile(join(cacheDir, kept), facts.replaceAll(first.version, 'remembered'));
    expect((await findFfmpeg({ env, cacheDir })).version).toBe('remembered');
    expect((await findFfmpeg({ env })).version).toBe(first.version);
  });
});
