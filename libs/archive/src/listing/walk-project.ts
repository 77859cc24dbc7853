/** Walks a project's directory and decides for each name whether it belongs to the archive (composition-format 1). */
import type { Dirent } from 'node:fs';
import { readdir, realpath, stat } from 'node:fs/promises';
import { join, sep } from 'node:path';
import { LEFT_OUT_DIRECTORIES } from '@framefarm/contract';
import { type IgnoreRules, ignoredBy, ignoreRulesOf } from './ignore-rules.js';
import type { LeftOut, LeftOutReason } from './left-out.js';

export interface Found {
  /** Project path as it is on disk. */
  readonly path: string;
  /** Bytes. */
  readonly size: number;
}

export interface Walk {
  readonly leftOut: readonly LeftOut[];
  /** Links that were followed out of the project: project path → real path. */
  readonly outsideLinks: ReadonlyMap<string, string>;
}

interface WalkOptions {
  readonly outsideLinks: boolean;
  readonly levels: number;
  readonly signal: AbortSignal | undefined;
  /** Told of each file, in the order of names; may throw to end the walk. */
  readonly found: (file: Found) => void;
}

/** `root` is a real path. Ignored directories are not entered. */
export async function walkProject(root: string, options: WalkOptions): Promise<Walk> {
  const leftOut: LeftOut[] = [];
  const outsideLinks = new Map<string, string>();
  const leave = (path: string, reason: LeftOutReason, detail?: string): void => {
    leftOut.push({ path, reason, ...(detail === undefined ? {} : { detail }) });
  };

  const enter = async (folder: string, real: string, above: readonly string[], rules: IgnoreRules | null) => {
    if (folder !== '' && folder.split('/').length >= options.levels) {
      return leave(folder, 'name', `files may lie ${options.levels} levels deep`);
    }
    const entries = await readdir(join(root, folder), { withFileTypes: true }).catch((error) => {
      if (folder === '' || error.code !== 'EACCES') throw error;
      return null;
    });
    if (entries === null) return leave(folder, 'unreadable');
    const own = await ignoreRulesOf(root, folder, rules);
    for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
      options.signal?.throwIfAborted();
      const path = folder === '' ? entry.name : `${folder}/${entry.name}`;
      await visit(path, entry, [...above, real], own);
    }
  };

  const visit = async (path: string, entry: Dirent, above: readonly string[], rules: IgnoreRules | null) => {
    if (entry.name.startsWith('.')) return leave(path, 'hidden');
    const target = await resolved(join(root, path));
    // A name that is no UTF-8 cannot be asked for again.
    if (target === null) return leave(path, entry.isSymbolicLink() ? 'broken-link' : 'name');
    const { real, facts } = target;
    if (facts.isDirectory() && LEFT_OUT_DIRECTORIES.has(entry.name)) return leave(path, 'directory');
    const ignoring = ignoredBy(rules, path, facts.isDirectory());
    if (ignoring !== null) return leave(path, 'ignored', ignoring);
    if (!facts.isDirectory() && !facts.isFile()) return leave(path, 'special');
    if (entry.isSymbolicLink() && !isInside(root, real)) {
      if (!options.outsideLinks) return leave(path, 'outside-link', real);
      outsideLinks.set(path, real);
    }
    if (facts.isFile()) return options.found({ path, size: facts.size });
    if (above.includes(real)) return leave(path, 'link-loop', real);
    await enter(path, real, above, rules);
  };

  await enter('', root, [], null);
  return { leftOut, outsideLinks };
}

async function resolved(path: string) {
  try {
    const real = await realpath(path);
    return { real, facts: await stat(real) };
  } catch {
    return null;
  }
}

function isInside(root: string, path: string): boolean {
  return path === root || path.startsWith(root.endsWith(sep) ? root : root + sep);
}
