/** Files of users that have no end. */
import type { Stats } from 'node:fs';

/** A device may never end; a pipe does, and a shell gives one for `<(command)`. */
export const mayBeEndless = (found: Stats): boolean => !found.isFile() && !found.isFIFO() && !found.isDirectory();
