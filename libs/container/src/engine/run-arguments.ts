/** The complete command line of a container that renders, as data. Nothing else adds to it. */
import type { Engine } from './engine.js';

export interface Mount {
  /** Absolute; the container knows the directory by the same path, so that messages and records name what the user knows. */
  readonly path: string;
  readonly writable: boolean;
}

export interface ContainerShape {
  readonly engine: Pick<Engine, 'program' | 'rootless'>;
  /** Unique; by it the container is removed. */
  readonly name: string;
  readonly image: string;
  readonly mounts: readonly Mount[];
  /** Null: the user of the image. */
  readonly user: { readonly uid: number; readonly gid: number } | null;
  /** False: no network but loopback. */
  readonly network: boolean;
  readonly cores: number;
  readonly memoryBytes: number;
  /** The profile that lets Chromium make its sandbox. */
  readonly seccompFile: string;
}

/** Shared memory of a container (cli 2), bytes. */
const SHARED_MEMORY_BYTES = 2 * 1024 ** 3;
/** Processes and threads: a browser for each of 24 lanes takes less than half of it. */
const MOST_PROCESSES = 8192;

/** The program in the image that serves renders over its standard streams, below a small init. */
const PROGRAM = ['--', 'node', '/opt/framefarm/oclif/bundle/libs/container/dist/inside/session.js'] as const;

/** The label by which containers of renders are found. */
export const RENDER_LABEL = 'org.framefarm.render';

/** Arguments after the program of the engine. */
export function runArguments(shape: ContainerShape): string[] {
  const { engine, name, image, mounts, user, network, cores, memoryBytes, seccompFile } = shape;
  return [
    'run',
    '--rm',
    '--interactive',
    '--pull=never',
    '--name',
    name,
    '--label',
    `${RENDER_LABEL}=${name}`,
    '--log-driver=none',
    '--no-healthcheck',
    ...(network ? [] : ['--network=none']),
    '--cap-drop=ALL',
    '--security-opt=no-new-privileges',
    `--security-opt=seccomp=${seccompFile}`,
    '--read-only',
    // Work in progress lies on the engine's disk and goes with the container.
    '--volume=/tmp',
    `--shm-size=${SHARED_MEMORY_BYTES}`,
    `--memory=${memoryBytes}`,
    `--memory-swap=${memoryBytes}`,
    `--cpus=${cores}`,
    `--pids-limit=${MOST_PROCESSES}`,
    ...(user === null ? [] : [`--user=${user.uid}:${user.gid}`]),
    // A rootless Podman keeps the user's own id; without it the files would belong to a stand-in.
    ...(engine.program === 'podman' && engine.rootless ? ['--userns=keep-id'] : []),
    ...mounts.flatMap((mount) => ['--mount', mountText(mount)]),
    '--workdir=/tmp',
    '--entrypoint=tini-static',
    image,
    ...PROGRAM,
  ];
}

/** Fields as in CSV, which is what engines read here: a path may hold commas and quotes. */
function mountText({ path, writable }: Mount): string {
  const fields = ['type=bind', `source=${path}`, `target=${path}`, ...(writable ? [] : ['readonly'])];
  return fields.map((field) => (/[",]/.test(field) ? `"${field.replaceAll('"', '""')}"` : field)).join(',');
}
