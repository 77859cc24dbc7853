/** Asking an executable for its version without opening a page. */
import { childEnvironment, runProcess } from '@framefarm/process';

/**
 * The four-part version that `<path> --version` prints, or null when it does not start or prints none within 20 s.
 * `libraryPath` is the directory of the libraries it brings along.
 */
export async function readVersion(path: string, libraryPath?: string): Promise<string | null> {
  try {
    const env = childEnvironment(libraryPath === undefined ? {} : { LD_LIBRARY_PATH: libraryPath });
    const result = await runProcess(path, ['--version'], { env, deadlineMs: 20_000 });
    return parseVersion(result.stdout);
  } catch {
    return null;
  }
}

/** The first four-part number of a text such as `Google Chrome 150.0.7871.100`, or null. */
export function parseVersion(text: string): string | null {
  return /\b(\d+\.\d+\.\d+\.\d+)\b/.exec(text)?.[1] ?? null;
}
