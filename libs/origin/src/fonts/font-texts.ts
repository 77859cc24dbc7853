import { readFile, realpath } from 'node:fs/promises';
import type { CompiledComposition } from '@framefarm/contract';
import { findFile } from '../server/file-root.js';
import { parseRequestPath } from '../server/request-path.js';

/** Larger files are bundles of libraries or data, which name no fonts of the author. */
const TEXT_LIMIT_BYTES = 2 * 1024 * 1024;

/**
 * The texts in which a composition names its fonts, for `planFonts`: the compiled document and the project's scripts and
 * stylesheets that it refers to. A file that cannot be read is left out: its loading is reported where it happens.
 */
export async function fontTexts(
  projectDir: string,
  compiled: Pick<CompiledComposition, 'html' | 'assets'>,
): Promise<readonly string[]> {
  const root = await realpath(projectDir);
  const urls = new Set(
    compiled.assets
      .filter(
        ({ kind, url }) => (kind === 'script' || kind === 'stylesheet') && !/^(?:[a-z][a-z0-9+.-]*:|\/\/)/i.test(url),
      )
      .map(({ url }) => url.replace(/^(?:\.?\/)+/, '')),
  );
  const texts = await Promise.all(
    [...urls].map(async (url) => {
      const path = parseRequestPath(`/${url}`);
      if (!path.ok) return '';
      const found = await findFile(root, path.segments, true);
      if (!found.found || found.size > TEXT_LIMIT_BYTES) return '';
      return readFile(found.file, 'utf8').catch(() => '');
    }),
  );
  return [compiled.html, ...texts];
}
