/** What a composition is made of, as one hash: the compiled document, its variables and every project file it names. */
import { createHash } from 'node:crypto';
import type { CompiledComposition } from '@framefarm/contract';
import { hashFile } from '@framefarm/process';
import type { DiskProject } from '../project/project-reader.js';
import { canonicalJson } from './plan-id.js';

/** SHA-256 in hex. Files that cannot be read count as absent; remote URLs count by name. */
export async function compositionDigest(compiled: CompiledComposition, project: DiskProject): Promise<string> {
  const hash = createHash('sha256');
  hash.update(compiled.html);
  hash.update(canonicalJson(compiled.instances));
  const urls = [...new Set(compiled.assets.map((asset) => asset.url))].sort();
  for (const url of urls) {
    hash.update(`\0${url}\0`);
    const path = projectPath(url);
    const file = path === null ? null : await project.locate(path);
    if (file === null) continue;
    await hashFile(file, hash);
  }
  return hash.digest('hex');
}

/** Decoded path of a URL below the project's root, without a slash in front; null when it names something elsewhere. */
export function projectPath(url: string): string | null {
  if (/^[a-z][a-z0-9+.-]*:/i.test(url)) return null;
  return safeDecode(url.replace(/^\/+/, '').replace(/[?#].*$/s, ''));
}

function safeDecode(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}
