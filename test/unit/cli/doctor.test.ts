import { chmod, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import type { CheckResult, DoctorOptions } from '../../../oclif/src/doctor/check.js';
import { checkContainerRuntime } from '../../../oclif/src/doctor/container-check.js';
import { checkFfmpeg, checkNode, shortVersion } from '../../../oclif/src/doctor/required-checks.js';
import {
  allRequiredPassed,
  checkLines,
  doctorDocument,
  summaryLine,
} from '../../../oclif/src/formatters/reports/doctor-report.js';
import { scratchDirectory } from '../../support/projects/project.js';

const passed: CheckResult = { name: 'Node.js', ok: true, required: true, detail: 'v22.17.0' };
const lacking: CheckResult = {
  name: 'Container runtime',
  ok: false,
  required: false,
  detail: 'not found',
  hint: 'Needed only for --docker: install Docker or Podman and start it.',
};
const failed: CheckResult = { name: 'FFmpeg', ok: false, required: true, detail: 'none', hint: 'Install ffmpeg.' };

function options(env: NodeJS.ProcessEnv, changes: Partial<DoctorOptions> = {}): DoctorOptions {
  return { browserPath: null, ffmpegPath: null, scratchDir: '/nowhere', env, cwd: '/', ...changes };
}

/** A directory with a program of the given name that runs `script`. */
async function program(name: string, script: string): Promise<string> {
  const directory = scratchDirectory();
  await writeFile(join(directory, name), `#!/bin/sh\n${script}\n`);
  await chmod(join(directory, name), 0o755);
  return directory;
}

describe('the report of doctor (cli 8)', () => {
  it('has the layout of the reference', () => {
    expect([passed, lacking].flatMap((check) => checkLines(check, false))).toEqual([
      '  ✓ Node.js            v22.17.0',
      '  ✗ Container runtime  not found',
      '      Needed only for --docker: install Docker or Podman and start it.',
    ]);
  });

  it('is good when all required checks passed', () => {
    expect([allRequiredPassed([passed, lacking]), allRequiredPassed([passed, failed])]).toEqual([true, false]);
    expect(summaryLine([passed, lacking])).toBe('All required checks passed.');
    expect(summaryLine([failed, lacking])).toBe('1 required check failed: FFmpeg.');
  });

  it('is one document for programs', () => {
    expect(doctorDocument([passed, lacking], '0.1.0')).toEqual({
      ok: true,
      platform: process.platform,
      arch: process.arch,
      checks: [passed, lacking],
      _meta: { version: '0.1.0' },
    });
  });
});

describe('checks', () => {
  it.each([
    ['22.17.0', true],
    ['24.1.0', true],
    ['22.16.9', false],
    ['20.20.2', false],
  ])('Node.js %s passes: %s', (version, ok) => {
    expect(checkNode(version).ok).toBe(ok);
  });

  it('shorten a browser version', () => {
    expect(shortVersion('HeadlessChrome/150.0.7871.100')).toBe('150.0');
  });

  const INFO = `echo '{"ServerVersion":"27.3.1","NCPU":4,"MemTotal":8000000000,"SecurityOptions":["name=seccomp"]}'`;

  it('find a runtime that answers and has the image of this version', async () => {
    const path = await program('docker', `case $1 in info) ${INFO} ;; image) echo sha256:0 ;; esac`);
    expect(await checkContainerRuntime(options({ PATH: path }))).toMatchObject({
      ok: true,
      required: false,
      detail: expect.stringMatching(/^Docker 27\.3\.1, image framefarm\/render:\d/),
    });
  });

  it('tell a runtime without the image, with how to get it', async () => {
    const path = await program('docker', `case $1 in info) ${INFO} ;; *) exit 1 ;; esac`);
    expect(await checkContainerRuntime(options({ PATH: path, FRAMEFARM_DOCKER_IMAGE: 'own:1' }))).toMatchObject({
      ok: false,
      detail: 'Docker 27.3.1, but without the image own:1',
      hint: expect.stringContaining('docker/build.sh'),
    });
  });

  it('tell a runtime that is absent from one that is silent and from one that is closed', async () => {
    const silent = await program('podman', 'echo "cannot connect" >&2; exit 125');
    expect(await checkContainerRuntime(options({ PATH: silent }))).toMatchObject({
      ok: false,
      required: false,
      detail: 'Podman is installed, but does not answer: cannot connect',
    });
    const closed = await program(
      'docker',
      'echo "permission denied while trying to connect to the socket" >&2; exit 1',
    );
    expect(await checkContainerRuntime(options({ PATH: closed }))).toMatchObject({
      detail: expect.stringContaining('this user may not use it'),
      hint: expect.stringContaining('group docker'),
    });
    expect(await checkContainerRuntime(options({ PATH: scratchDirectory() }))).toMatchObject({ detail: 'not found' });
  });

  it('tell a Docker in whose containers a user has no files, as a render would', async () => {
    const rootless = INFO.replace('name=seccomp', 'name=rootless');
    const path = await program('docker', `case $1 in info) ${rootless} ;; image) echo sha256:0 ;; esac`);
    const uid = vi.spyOn(process, 'getuid').mockReturnValue(1000);
    expect(await checkContainerRuntime(options({ PATH: path }))).toMatchObject({
      ok: false,
      detail: expect.stringContaining('rootless'),
      hint: expect.stringContaining('Use Podman'),
    });
    uid.mockRestore();
  });

  it('fail for an FFmpeg that was named and lacks encoders, with what to do', async () => {
    const directory = await program('ffmpeg', 'echo "ffmpeg version 7.1 Copyright"; echo "libavcodec 61. 19.100"');
    const { results, found } = await checkFfmpeg(options(process.env, { ffmpegPath: join(directory, 'ffmpeg') }));
    expect(found).toBeNull();
    expect(results[0]).toMatchObject({ name: 'FFmpeg', ok: false, required: true });
    expect(results[0].detail).toContain(directory);
    expect(results[0].hint).toBeTruthy();
    expect(results[1].name).toBe('FFprobe');
  });

  it('pass for the FFmpeg that renders here', async () => {
    const { results, found } = await checkFfmpeg(options(process.env));
    expect(results.map(({ name, ok }) => [name, ok])).toEqual([
      ['FFmpeg', true],
      ['FFprobe', true],
    ]);
    expect(dirname(found?.ffmpegPath ?? '')).not.toBe('.');
    expect(results[0].detail).toMatch(/\(x264, VP9, ProRes, AAC, Opus\)/);
  });

  it('say that the bundled FFmpeg alone takes long for a WebM', async () => {
    const { results } = await checkFfmpeg(options({ PATH: '' }));
    expect(results[0]).toMatchObject({ ok: true, detail: expect.stringContaining(', bundled: encodes VP9 (WebM)') });
  });
});
