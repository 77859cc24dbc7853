/** When two paths may name one file: compared without case and Unicode form (cli 5). Pure. */
import { dirname, sep } from 'node:path';

/**
 * The same text for paths that a file system which ignores case or Unicode form takes for one. Folded by single
 * characters: `ß` stays apart from `ss`, as on disk.
 */
export function pathIdentity(path: string): string {
  let folded = '';
  for (const char of path.normalize('NFD')) {
    const upper = char.toUpperCase();
    folded += ([...upper].length === 1 ? upper : char).toLowerCase();
  }
  return folded.normalize('NFC');
}

/** The deepest directory that holds all absolute `paths`; for one path its own directory. */
export function commonDirectory(paths: readonly string[]): string {
  const [first, ...others] = paths.map(dirname);
  if (first === undefined) throw new RangeError('there is no common directory of no paths');
  let common = first;
  for (const directory of others) {
    while (common !== directory && !directory.startsWith(common.endsWith(sep) ? common : common + sep)) {
      common = dirname(common);
    }
  }
  return common;
}
