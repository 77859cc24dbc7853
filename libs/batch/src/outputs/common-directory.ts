/** Where several paths meet. Pure. */
import { dirname, sep } from 'node:path';

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
