/** When two paths may name one file: compared without case and Unicode form (cli 5, security 4). Pure. */

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
