/** Reading the manifest of an earlier run. */
import { readFile, stat } from 'node:fs/promises';
import type { Manifest, ManifestRow } from './model.js';

export type EarlierManifest =
  | { readonly kind: 'none' }
  /** Something else stands where the manifest goes; `reason` completes a sentence about it. */
  | { readonly kind: 'foreign'; readonly reason: string }
  | {
      readonly kind: 'manifest';
      readonly manifest: Pick<Manifest, 'batchPath'> & { readonly rows: readonly Partial<ManifestRow>[] };
    };

/** What stands at `path`. A file that cannot be read counts as foreign: it is not ours to replace. */
export async function readManifest(path: string): Promise<EarlierManifest> {
  let text: string;
  try {
    // What is no file, such as a pipe without a writer, may never end.
    if (!(await stat(path)).isFile()) return { kind: 'foreign', reason: 'is no regular file' };
    text = await readFile(path, 'utf8');
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'ENOTDIR') return { kind: 'none' };
    return { kind: 'foreign', reason: `cannot be read (${code})` };
  }
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    return { kind: 'foreign', reason: `is not valid JSON (${(error as Error).message})` };
  }
  const { version, batchPath, rows } = (value ?? {}) as Partial<Manifest>;
  if (version !== 1 || typeof batchPath !== 'string' || !Array.isArray(rows)) {
    return { kind: 'foreign', reason: 'is not the manifest of a batch (version 1 with batchPath and rows)' };
  }
  return {
    kind: 'manifest',
    manifest: { batchPath, rows: rows.filter((row) => typeof row === 'object' && row !== null) },
  };
}
