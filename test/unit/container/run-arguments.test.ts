import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type ContainerShape, runArguments } from '../../../libs/container/src/engine/run-arguments.js';
import { repository } from '../../support/machine/repository.js';

const SHAPE: ContainerShape = {
  engine: { program: 'docker', rootless: false },
  name: 'framefarm-1',
  image: 'framefarm/render:0.1.0',
  mounts: [
    { path: '/home/ann/slides', writable: false },
    { path: '/home/ann/renders/.framefarm-1', writable: true },
  ],
  user: { uid: 1000, gid: 1001 },
  network: false,
  cores: 4,
  memoryBytes: 8_000_000_000,
  seccompFile: '/lib/seccomp.json',
};

describe('the command line of a container (cli 2; security 2)', () => {
  it('is this', () => {
    expect(runArguments(SHAPE)).toMatchInlineSnapshot(`
      [
        "run",
        "--rm",
        "--interactive",
        "--pull=never",
        "--name",
        "framefarm-1",
        "--label",
        "org.framefarm.render=framefarm-1",
        "--log-driver=none",
        "--no-healthcheck",
        "--network=none",
        "--cap-drop=ALL",
        "--security-opt=no-new-privileges",
        "--security-opt=seccomp=/lib/seccomp.json",
        "--read-only",
        "--volume=/tmp",
        "--shm-size=2147483648",
        "--memory=8000000000",
        "--memory-swap=8000000000",
        "--cpus=4",
        "--pids-limit=8192",
        "--user=1000:1001",
        "--mount",
        "type=bind,source=/home/ann/slides,target=/home/ann/slides,readonly",
        "--mount",
        "type=bind,source=/home/ann/renders/.framefarm-1,target=/home/ann/renders/.framefarm-1",
        "--workdir=/tmp",
        "--entrypoint=tini-static",
        "framefarm/render:0.1.0",
        "--",
        "node",
        "/opt/framefarm/oclif/bundle/libs/container/dist/inside/session.js",
      ]
    `);
  });

  it('never gives up a wall', () => {
    for (const network of [false, true]) {
      const text = runArguments({ ...SHAPE, network }).join(' ');
      expect(text).not.toMatch(/privileged|unconfined|no-sandbox|cap-add|docker\.sock|--pid=|--network=host/);
      expect(text).toContain('--cap-drop=ALL');
      expect(text.includes('--network=none')).toBe(!network);
    }
  });

  it('keeps a path with a comma or a quote in one piece', () => {
    const args = runArguments({ ...SHAPE, mounts: [{ path: '/a,b"c', writable: true }] });
    expect(args).toContain('type=bind,"source=/a,b""c","target=/a,b""c"');
  });

  it('keeps the user of a rootless Podman', () => {
    const podman = { program: 'podman', rootless: true } as const;
    expect(runArguments({ ...SHAPE, engine: podman })).toContain('--userns=keep-id');
    expect(runArguments(SHAPE).join(' ')).not.toContain('userns');
  });
});

describe('the seccomp profile', () => {
  const profile = JSON.parse(readFileSync(join(repository, 'libs/container/seccomp.json'), 'utf8'));
  const rules = (name: string) =>
    profile.syscalls.filter(({ names }: { names: string[] }) => names.includes(name)) as {
      action: string;
      args?: { value: number; valueTwo: number; op: string }[];
    }[];

  it('refuses what it does not name', () => {
    expect(profile.defaultAction).toBe('SCMP_ACT_ERRNO');
    for (const name of ['mount', 'umount2', 'setns', 'bpf', 'keyctl', 'kexec_load', 'init_module', 'perf_event_open']) {
      expect(rules(name)).toEqual([]);
    }
  });

  it('lets Chromium make its namespaces, and no other ones', () => {
    const NEW_USER = 0x1000_0000;
    const NEW_PID = 0x2000_0000;
    const NEW_NET = 0x4000_0000;
    const flags = rules('clone').map(({ args }) => args?.[0]?.valueTwo);
    expect(flags).toEqual([0, NEW_USER, NEW_USER + NEW_PID + NEW_NET, NEW_PID]);
    expect(rules('clone').every(({ args }) => args?.[0]?.value === 0x7e02_0000)).toBe(true);
    expect(rules('unshare').map(({ args }) => args?.[0])).toMatchObject([{ value: NEW_USER, op: 'SCMP_CMP_EQ' }]);
    expect(rules('clone3')).toMatchObject([{ action: 'SCMP_ACT_ERRNO', errnoRet: 38 }]);
  });
});
