/** The browser that every contestant gets: the one that comes with framefarm, unless another is named. */
import { findBrowser } from '@framefarm/browser';

export interface GivenBrowser {
  readonly path: string;
  readonly version: string;
  /** Environment in which it finds its libraries. */
  readonly env: Readonly<Record<string, string>>;
}

/** @throws FramefarmError BROWSER_NOT_FOUND. */
export async function givenBrowser(path: string | undefined): Promise<GivenBrowser> {
  const found = await findBrowser({ explicitPath: path ?? null });
  const env: Record<string, string> = found.libraryPath === undefined ? {} : { LD_LIBRARY_PATH: found.libraryPath };
  return { path: found.path, version: found.version, env };
}
