/** A row cannot leave the directory of the template, not even through a link that lies there (cli 5). */
import { realpath } from 'node:fs/promises';
import { dirname, isAbsolute, join, relative, sep } from 'node:path';

/** True when the directory of the absolute `output` lies, links followed, in the absolute `fixed` or below it. */
export async function staysBelow(fixed: string, output: string): Promise<boolean> {
  const directory = dirname(output);
  if (directory === fixed) return true;
  const way = relative(await nearestReal(fixed), await nearestReal(directory));
  return way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way);
}

/** The path with the links of its existing part followed. */
async function nearestReal(path: string): Promise<string> {
  try {
    return await realpath(path);
  } catch {
    // Not there yet: what is above it decides where it will be.
    const above = dirname(path);
    return above === path ? path : join(await nearestReal(above), path.slice(above.length).replace(/^[/\\]/, ''));
  }
}
