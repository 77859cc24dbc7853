/** What a composition is made of, as one hash: the compiled document, its variables and every project file it names. */
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import type { CompiledComposition } from '@framefarm/contract';
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
    if (/^[a-z][a-z0-9+.-]*:/i.test(url)) continue;
    const path = url.replace(/^\/+/, '').replace(/[?#].*$/s, '');
    const file = await project.locate(safeDecode(path));
    if (file === null) continue;
    for await (const data of createReadStream(file)) hash.update(data as Buffer);
  }
  return hash.digest('hex');
}

function safeDecode(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}
