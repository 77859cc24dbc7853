/** The HTML files of a project (composition-format 1). */
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { LEFT_OUT_DIRECTORIES } from '@framefarm/contract';

const MAX_DEPTH = 6;
const MAX_FILES = 500;

/** `/`-separated paths relative to `directory`, at most 500, no deeper than 6 directories. Links are not followed. */
export async function htmlFiles(directory: string): Promise<string[]> {
  const found: string[] = [];
  const visit = async (path: string, depth: number): Promise<void> => {
    const entries = await readdir(join(directory, path), { withFileTypes: true });
    for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
      if (found.length >= MAX_FILES) return;
      const inner = path === '' ? entry.name : `${path}/${entry.name}`;
      if (entry.isFile() && /\.html?$/i.test(entry.name)) found.push(inner);
      else if (entry.isDirectory() && depth < MAX_DEPTH && !LEFT_OUT_DIRECTORIES.has(entry.name))
        await visit(inner, depth + 1);
    }
  };
  await visit('', 0);
  return found;
}
