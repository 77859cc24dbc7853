/** Where a farm on one machine keeps its Redis and its files (issue 4). */
import { join, resolve } from 'node:path';
import { FramefarmError } from '@framefarm/contract';
import { homeDirectory } from '@framefarm/process';

export interface DataDirectory {
  readonly path: string;
  readonly redis: string;
  readonly store: string;
}

/**
 * The directory that was named, from `cwd`, else `framefarm` below `XDG_DATA_HOME` (default `~/.local/share`).
 * @throws FramefarmError `VALIDATION_FAILED` for an empty name.
 */
export function dataDirectory(named: string | undefined, env: NodeJS.ProcessEnv, cwd: string): DataDirectory {
  if (named === '') {
    const message = '--data "": must name a directory';
    throw new FramefarmError('VALIDATION_FAILED', message, {
      issues: [{ field: '--data', code: 'invalid_value', message }],
    });
  }
  const path = named === undefined ? defaultDirectory(env) : resolve(cwd, named);
  return { path, redis: join(path, 'redis'), store: join(path, 'store') };
}

/** A relative XDG_DATA_HOME counts as absent, as its rules say. */
function defaultDirectory(env: NodeJS.ProcessEnv): string {
  const base = env.XDG_DATA_HOME?.startsWith('/') ? env.XDG_DATA_HOME : join(homeDirectory(), '.local', 'share');
  return join(base, 'framefarm');
}
