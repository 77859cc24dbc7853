/** Variables that a test file sets for itself: the next one in the same process finds the environment as it was. */
import { atFileEnd } from './file-end.js';

/** What stood there before, by name. */
const before = new Map<string, string | undefined>();
atFileEnd(() => {
  for (const [name, value] of before) set(name, value);
  before.clear();
});

/** Sets variables of this process until the test file ends; null takes one away. */
export function untilFileEnd(variables: Readonly<Record<string, string | null>>): void {
  for (const [name, value] of Object.entries(variables)) {
    if (!before.has(name)) before.set(name, process.env[name]);
    set(name, value ?? undefined);
  }
}

function set(name: string, value: string | undefined): void {
  if (value === undefined) delete process.env[name];
  else process.env[name] = value;
}
