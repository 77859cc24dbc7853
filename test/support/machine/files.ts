/** Files that processes leave as notes for a test. */
import { existsSync } from 'node:fs';
import { until } from './processes.js';

/** Resolves when the file is there, or rejects with `what` has not happened until then. */
export async function exists(file: string, what: string): Promise<void> {
  await until(
    () => existsSync(file),
    () => `${what}, ${file} does not exist`,
  );
}
