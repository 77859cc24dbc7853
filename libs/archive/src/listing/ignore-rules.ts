/** What a packed project leaves out (reference: composition-format 1). */
import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import ignore, { type Ignore } from 'ignore';

const IGNORE_FILE = '.framefarmignore';

/** The ignore files of a directory and those above it, the deepest first. */
export interface IgnoreRules {
  readonly folder: string;
  readonly rules: Ignore;
  readonly above: IgnoreRules | null;
}

/** Adds the `.framefarmignore` of `folder` (a project path, '' for the project) to those above it. */
export async function ignoreRulesOf(
  root: string,
  folder: string,
  above: IgnoreRules | null,
): Promise<IgnoreRules | null> {
  const text = await textOf(join(root, folder, IGNORE_FILE));
  return text === null ? above : { folder, rules: ignore().add(text), above };
}

/** Null where there is no regular file of that name: a pipe may never have a writer, and a device no end. */
async function textOf(file: string): Promise<string | null> {
  try {
    return (await stat(file)).isFile() ? await readFile(file, 'utf8') : null;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}

/** The ignore file that names `path`, or null. As with Git, the deepest file that says anything decides. */
export function ignoredBy(rules: IgnoreRules | null, path: string, directory: boolean): string | null {
  for (let level = rules; level !== null; level = level.above) {
    const inner = level.folder === '' ? path : path.slice(level.folder.length + 1);
    const result = level.rules.test(directory ? `${inner}/` : inner);
    if (result.ignored) return level.folder === '' ? IGNORE_FILE : `${level.folder}/${IGNORE_FILE}`;
    if (result.unignored) return null;
  }
  return null;
}
