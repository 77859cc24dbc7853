/** Which build encodes a chunk, as x264 writes its version into what it makes, and which one reads an output back. */
import { readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { encoderBuild, type Ffmpeg, findFfmpeg } from '@framefarm/media';
import { createScratch, ownedGroups, type Scratch } from '@framefarm/process';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { encodingPlan } from '../support/renders/encoding-plan.js';
import { builds, bundled } from './builds.js';
import { makeOutput } from './made-output.js';
import { solid } from './pictures.js';

let scratch: Scratch;
beforeEach(async () => {
  scratch = await createScratch(tmpdir(), 'framefarm-build-test-');
});
afterEach(async () => {
  await scratch.remove();
  expect(ownedGroups()).toEqual([]);
});

const system = builds.find(([, { origin }]) => origin === 'system')?.[1];
/** Where npm has a bundled build that was measured. */
const measured = process.platform === 'linux' && process.arch === 'x64';

describe.runIf(measured && system !== undefined)('beside a build of the system', () => {
  let found: Ffmpeg;
  beforeAll(async () => {
    found = await findFfmpeg({ env: { PATH: process.env.PATH } });
  });

  it('the bundled one is found too, and both are part of what a plan is made with', () => {
    const { origin, staticBuild, builds: names } = found;
    expect(origin).toBe('system');
    expect(staticBuild).toMatchObject({ ffmpegPath: bundled.ffmpegPath, ffprobePath: bundled.ffprobePath });
    expect(names).toBe(`${system?.version}, ${bundled.version}`);
  });

  it('a named build encodes everything itself', async () => {
    const named = await findFfmpeg({ explicitPath: system?.ffmpegPath, env: { PATH: process.env.PATH } });
    expect(named.staticBuild).toBeNull();
    expect(named.builds).toBe(named.version);
    expect(encoderBuild(named, encodingPlan({ format: 'mp4' })).ffmpegPath).toBe(system?.ffmpegPath);
  });

  it.each([
    ['mp4', 'standard', 'bundled'],
    ['mp4', 'high', 'bundled'],
    ['mp4', 'draft', 'system'],
    ['mov', 'draft', 'bundled'],
    ['webm', 'standard', 'system'],
    ['gif', 'standard', 'system'],
    ['png-sequence', 'standard', 'system'],
  ] as const)('%s in %s is left to the %s one', (format, quality, wanted) => {
    const { ffmpegPath } = encoderBuild(found, encodingPlan({ format, quality }));
    expect(ffmpegPath === bundled.ffmpegPath ? 'bundled' : 'system').toBe(wanted);
  });

  it('a mov of 8K from whole pictures is left to the system one; its bands are small', () => {
    const eight = encodingPlan({ format: 'mov', width: 7680, height: 4320 });
    expect(encoderBuild(found, eight).ffmpegPath).toBe(system?.ffmpegPath);
    expect(encoderBuild(found, { ...eight, height: 32 }).ffmpegPath).toBe(bundled.ffmpegPath);
  });

  it.each(['standard', 'draft'] as const)('an mp4 in %s is encoded by the one it is left to', async (quality) => {
    const encoding = encodingPlan({ quality, width: 64, height: 64 });
    const core = async (by: Ffmpeg): Promise<string | undefined> => {
      const picture = () => solid(64, 64, [200, 100, 50, 255]);
      const out = await makeOutput(scratch.path, { ffmpeg: by, encoding, input: 'rgb0', chunks: [2], picture });
      return /x264 - core \d+/.exec(await readFile(out, 'latin1'))?.[0];
    };
    const alone = { bundled: await core(bundled), system: await core({ ...found, staticBuild: null }) };
    expect(alone.bundled).not.toBe(alone.system);
    expect(await core(found)).toBe(quality === 'draft' ? alone.system : alone.bundled);
  });

  it.each(['webm', 'gif'] as const)('a finished %s is read back by the bundled one', async (format) => {
    const encoding = encodingPlan({ format, width: 64, height: 64 });
    const picture = () => solid(64, 64, [200, 100, 50, 255]);
    // The system's own could not.
    const ffmpeg = { ...found, ffprobePath: '/nowhere/ffprobe' };
    await makeOutput(scratch.path, { ffmpeg, encoding, input: 'rgba', chunks: [2], picture });
    await expect(
      makeOutput(scratch.path, {
        ffmpeg: { ...ffmpeg, staticBuild: null },
        encoding,
        input: 'rgba',
        chunks: [2],
        picture,
      }),
    ).rejects.toMatchObject({ code: 'ENCODER_NOT_FOUND' });
  });
});

it('without a build of the system the bundled one is alone', async () => {
  expect(bundled).toMatchObject({ origin: 'bundled', staticBuild: null, builds: bundled.version });
});

it('without a build of the system a mov of 8K from whole pictures is refused, and says what it needs', () => {
  const eight = encodingPlan({ format: 'mov', width: 4320, height: 7680 });
  const refused = { code: 'ENCODER_NOT_FOUND', message: expect.stringMatching(/4320x7680 pixels/) };
  expect(() => encoderBuild(bundled, eight)).toThrow(expect.objectContaining(refused));
  expect(encoderBuild(bundled, { ...eight, format: 'mp4' })).toBe(bundled);
  expect(encoderBuild(bundled, { ...eight, width: 3840, height: 7552 })).toBe(bundled);
});
