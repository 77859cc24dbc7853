import { type PackageMapOptions, resolvePackageUrl } from './package-map.js';
import { resourceTags } from './resource-tags.js';

/**
 * Removes `integrity` from script and link tags whose URL is in `urls`: another version answers for them, whose bytes
 * cannot match the hash (reference: composition-format 11.2). Other tags and all other text stay as they are.
 */
export function removeIntegrity(html: string, urls: ReadonlySet<string>): string {
  let relaxed = '';
  let read = 0;
  for (const { start, end } of resourceTags(html)) {
    const tag = html.slice(start, end);
    const url = attribute(tag, /^<script/i.test(tag) ? 'src' : 'href');
    relaxed += html.slice(read, start) + (url !== null && urls.has(url) ? tag.replace(INTEGRITY, '') : tag);
    read = end;
  }
  return relaxed + html.slice(read);
}

/** URLs of script and link tags that carry an `integrity` attribute, as the tags write them. */
export function integrityUrls(html: string): readonly string[] {
  const urls = new Set<string>();
  for (const { start, end } of resourceTags(html)) {
    const tag = html.slice(start, end);
    if (attribute(tag, 'integrity') === null) continue;
    const url = attribute(tag, /^<script/i.test(tag) ? 'src' : 'href');
    if (url !== null) urls.add(url);
  }
  return [...urls];
}

/** Blanks are taken from the first of them: each would be tried as the first otherwise. */
const INTEGRITY = /(?<!\s)\s+integrity\s*=\s*(?:"[^"]*"|'[^']*'|[^\s>"']+)/i;

function attribute(tag: string, name: string): string | null {
  const match = new RegExp(`\\s${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)'|([^\\s>"']+))`, 'i').exec(tag);
  const value = match?.[1] ?? match?.[2] ?? match?.[3];
  return value === undefined ? null : value.replaceAll('&amp;', '&').trim();
}

/**
 * The document without the `integrity` attributes that a mapped package could not satisfy: its URL is answered by
 * another version or file, or pins no version at all. Tags that are answered by the very file they name keep theirs.
 */
export async function relaxIntegrity(html: string, packages: PackageMapOptions): Promise<string> {
  const inexact = new Set<string>();
  for (const url of integrityUrls(html)) {
    const absolute = url.startsWith('//') ? `https:${url}` : url;
    const answer = await resolvePackageUrl(absolute, packages);
    if (answer.kind === 'file' && !answer.exact) inexact.add(url);
  }
  return inexact.size === 0 ? html : removeIntegrity(html, inexact);
}
