/**
 * What modules of test/support have to do at the end of each test file. Files may share a process, and with it these modules: a hook that
 * one of them registers itself would be there for the first file only. test/setup.ts is loaded anew for each.
 */
const ends: (() => void | Promise<void>)[] = [];

/** Registers what is done at the end of every test file from now on; what was registered last is done first. */
export function atFileEnd(end: () => void | Promise<void>): void {
  ends.unshift(end);
}

/** For test/setup.ts. What one of them cannot tidy up keeps none of the others from it. */
export async function endFile(): Promise<void> {
  const failures: unknown[] = [];
  for (const end of ends) {
    try {
      await end();
    } catch (error) {
      failures.push(error);
    }
  }
  if (failures.length > 0)
    throw failures.length === 1 ? failures[0] : new AggregateError(failures, 'a file left things behind');
}
