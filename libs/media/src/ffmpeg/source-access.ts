/**
 * Whom an FFmpeg that reads media of others runs as. Decoders are the largest attack surface after the browser, so those of
 * root run as the unprivileged user that its browsers run as (security 2.2, 5). That user need not be able to reach the
 * file: it is handed over open, and opened anew by its descriptor.
 */
import { closeSync, existsSync, openSync, statSync } from 'node:fs';
import { chown, lchown } from 'node:fs/promises';
import { join } from 'node:path';
import { closedToOthers, type SpawnOptions, UNPRIVILEGED_USER } from '@framefarm/process';

export interface SourceAccess {
  /** The file as FFmpeg is told of it. */
  readonly input: string;
  readonly spawn: Pick<SpawnOptions, 'runAs' | 'files'>;
  /** What FFmpeg printed, with the file by its own name. */
  readonly legible: (text: string) => string;
  /** To be called once FFmpeg was started. */
  readonly close: () => void;
}

const HANDED_OVER = '/proc/self/fd/3';
const OTHERS_READ = 0o004;

const isRoot = (): boolean => process.getuid?.() === 0;

/** Why `program` reads `file` as root, in words; null where it does not. */
export function decoderObstacle(program: string, file: string): string | null {
  if (!isRoot()) return null;
  if (!existsSync('/proc/self/fd')) return 'this system does not show open files in /proc';
  const closed = closedToOthers(program, 'run');
  if (closed !== null) return `${closed} is closed to the unprivileged user that FFmpeg would run as`;
  const mode = statSync(file, { throwIfNoEntry: false })?.mode ?? 0;
  return (mode & OTHERS_READ) === 0 ? `${file} may be read by its owner alone` : null;
}

/**
 * How `program`, an absolute path, reads a local file: below root as another user, where that one may.
 * @throws the system's error where the file cannot be opened
 */
export function openSource(program: string, file: string): SourceAccess {
  const plain: SourceAccess = { input: file, spawn: {}, legible: (text) => text, close: () => {} };
  if (!isRoot() || decoderObstacle(program, file) !== null) return plain;
  const descriptor = openSync(file, 'r');
  return {
    input: HANDED_OVER,
    spawn: { runAs: UNPRIVILEGED_USER, files: [descriptor] },
    legible: (text) => text.replaceAll(HANDED_OVER, file),
    close: () => closeSync(descriptor),
  };
}

/** Lets the FFmpeg that was given `access` write into `directory`, its working directory. */
export async function lendDirectory({ spawn: { runAs } }: SourceAccess, directory: string): Promise<void> {
  if (runAs !== undefined) await chown(directory, runAs.uid, runAs.gid);
}

/** Ends that: the directory and the named files in it belong to this process's user again. */
export async function takeBack(
  { spawn: { runAs } }: SourceAccess,
  directory: string,
  names: readonly string[],
): Promise<void> {
  if (runAs === undefined) return;
  const [uid, gid] = [process.getuid?.() ?? 0, process.getgid?.() ?? 0];
  await chown(directory, uid, gid);
  for (const name of names) await lchown(join(directory, name), uid, gid);
}
