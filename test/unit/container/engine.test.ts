import { chmod, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { containerFailure } from '../../../libs/container/src/engine/engine-failure.js';
import { findEngine } from '../../../libs/container/src/engine/find-engine.js';
import { containerUser } from '../../../libs/container/src/session/container-user.js';
import { scratchDirectory } from '../../support/projects/project.js';

/** A PATH with programs that run these scripts. */
async function programs(scripts: Readonly<Record<string, string>>): Promise<NodeJS.ProcessEnv> {
  const directory = scratchDirectory();
  for (const [name, script] of Object.entries(scripts)) {
    await writeFile(join(directory, name), `#!/bin/sh\n${script}\n`);
    await chmod(join(directory, name), 0o755);
  }
  return { PATH: directory };
}

const PODMAN = `echo '{"host":{"cpus":8,"memTotal":16000000000,"security":{"rootless":true}},"version":{"Version":"4.3.1"}}'`;

describe('the engine', () => {
  it('is Docker, with what its containers share', async () => {
    const info = `echo '{"ServerVersion":"27.3.1","NCPU":4,"MemTotal":8000000000,"SecurityOptions":["name=seccomp"]}'`;
    expect(await findEngine(await programs({ docker: info, podman: PODMAN }))).toEqual({
      program: 'docker',
      title: 'Docker',
      version: '27.3.1',
      cores: 4,
      memoryBytes: 8_000_000_000,
      rootless: false,
    });
  });

  it('is Podman where Docker is absent or does not answer', async () => {
    const cases: Record<string, string>[] = [{ podman: PODMAN }, { docker: 'exit 1', podman: PODMAN }];
    for (const scripts of cases) {
      expect(await findEngine(await programs(scripts))).toMatchObject({ program: 'podman', rootless: true, cores: 8 });
    }
  });

  it.each([
    ['absent', {}, 'CONTAINER_ENGINE_NOT_FOUND'],
    [
      'not running',
      { docker: 'echo "Cannot connect to the Docker daemon" >&2; exit 1' },
      'CONTAINER_ENGINE_UNAVAILABLE',
    ],
    // The client of today prints what it knows of itself and ends well, without an engine.
    [
      'only a client',
      { docker: `echo '{"ServerVersion":"","ServerErrors":["no engine"]}'` },
      'CONTAINER_ENGINE_UNAVAILABLE',
    ],
    [
      'closed',
      { docker: 'echo "dial unix docker.sock: connect: permission denied" >&2; exit 1' },
      'CONTAINER_ENGINE_DENIED',
    ],
  ])('that is %s is an error with the next step', async (_, scripts, code) => {
    await expect(findEngine(await programs(scripts))).rejects.toMatchObject({
      code,
      hint: expect.stringMatching(/\w/),
    });
  });
});

describe('a container that ended too early', () => {
  const ended = { exitCode: 125, signal: null, words: '', image: 'own:1', memoryBytes: 512 * 1024 ** 2 } as const;
  it.each([
    [{ words: 'docker: Error: No such image: own:1' }, 'CONTAINER_IMAGE_NOT_FOUND', /own:1/],
    [{ words: 'invalid mount config: bind source path does not exist: /x' }, 'CONTAINER_MOUNT_REFUSED', /\/x/],
    [{ words: 'OCI runtime create failed' }, 'CONTAINER_FAILED', /OCI runtime/],
    [
      { exitCode: 127, words: 'exec: "tini-static": executable file not found in $PATH: unknown' },
      'CONTAINER_IMAGE_MISMATCH',
      /own:1 is not a render image/,
    ],
    [{ exitCode: 137 }, 'CONTAINER_FAILED', /memory \(limit 512 MB\)/],
    [{ exitCode: 1, words: 'boom' }, 'CONTAINER_FAILED', /status 1 before the render was done: boom/],
  ])('%j is told as %s', (about, code, message) => {
    expect(containerFailure({ ...ended, ...about })).toMatchObject({ code, message: expect.stringMatching(message) });
  });
});

describe('the user in a container', () => {
  const docker = { program: 'docker', title: 'Docker', rootless: false } as const;

  it('is the caller, so that outputs are theirs', () => {
    expect(containerUser(docker, 1000, 1001)).toEqual({ inside: { uid: 1000, gid: 1001 }, giveTo: null });
  });

  it('is the one of the image for root, who is given the outputs', () => {
    expect(containerUser(docker, 0, 0)).toEqual({ inside: { uid: 10_001, gid: 10_001 }, giveTo: { uid: 0, gid: 0 } });
  });

  it('cannot be had of a rootless Docker, where only root has the caller’s files', () => {
    expect(() => containerUser({ ...docker, rootless: true }, 1000, 1000)).toThrow(
      /only root has the files of user 1000/,
    );
  });
});
