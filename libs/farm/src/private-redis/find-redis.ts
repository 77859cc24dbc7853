/** Finding a Redis server on this machine; the project names Redis as it names FFmpeg: found, or a clear word (issue 4). */
import { constants } from 'node:fs';
import { access } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { FramefarmError } from '@framefarm/contract';
import { childEnvironment, runProcess } from '@framefarm/process';

export interface RedisProgram {
  /** Absolute, or as named by FRAMEFARM_REDIS_PATH. */
  readonly path: string;
  /** Such as `7.0.15`. */
  readonly version: string;
}

/** Names of the server; Valkey speaks the same protocol and keeps the same files. */
const NAMES = ['redis-server', 'valkey-server'] as const;
/** Where packages put it although the PATH of a service may not name the place. */
const USUAL_PLACES = ['/usr/bin', '/usr/local/bin', '/usr/sbin', '/opt/homebrew/bin', '/snap/bin'] as const;
/** Oldest version that BullMQ is maintained for: major and minor. */
const FLOOR = [6, 2] as const;
/** Printing a version takes milliseconds; a cold disk may take longer, ms. */
const VERSION_DEADLINE_MS = 20_000;

/**
 * The program of `FRAMEFARM_REDIS_PATH`, else the first of PATH, else that of a usual place.
 * @throws FramefarmError `REDIS_NOT_FOUND` when there is none, or the one found does not run or is too old.
 */
export async function findRedis(env: NodeJS.ProcessEnv = process.env): Promise<RedisProgram> {
  const named = env.FRAMEFARM_REDIS_PATH;
  if (named !== undefined && named !== '') return probed(named, 'FRAMEFARM_REDIS_PATH');
  const directories = [...(env.PATH ?? '').split(delimiter), ...USUAL_PLACES].filter((one) => one !== '');
  for (const name of NAMES) {
    for (const directory of directories) {
      const path = join(directory, name);
      if (await isProgram(path)) return probed(path, 'found');
    }
  }
  throw new FramefarmError('REDIS_NOT_FOUND', 'no redis-server on PATH or in the usual places');
}

async function isProgram(path: string): Promise<boolean> {
  try {
    await access(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

async function probed(path: string, source: string): Promise<RedisProgram> {
  const fault = (what: string): FramefarmError => new FramefarmError('REDIS_NOT_FOUND', `${path} (${source}) ${what}`);
  const run = await runProcess(path, ['--version'], { env: childEnvironment(), deadlineMs: VERSION_DEADLINE_MS }).catch(
    (error: NodeJS.ErrnoException) => {
      throw fault(`cannot be started: ${error.code ?? error.message}`);
    },
  );
  const [, version, major, minor] = /\bv=((\d+)\.(\d+)[\w.-]*)/.exec(run.stdout) ?? [];
  if (version === undefined) throw fault('prints no version of a Redis server');
  if (Number(major) < FLOOR[0] || (Number(major) === FLOOR[0] && Number(minor) < FLOOR[1])) {
    throw fault(`is version ${version}; at least ${FLOOR.join('.')} is needed`);
  }
  return { path, version };
}
