/** What a planned page was made from, as files and digests, and what of that cannot be known. */
import type { CompiledComposition, MediaInfo, RenderOptions, RenderPlan, Warning } from '@framefarm/contract';
import { fileDigest } from '@framefarm/process';
import type { Place } from '../place/place.js';
import { projectPath } from '../plan/digest.js';
import type { Ground } from '../run/ground.js';
import type { InputFile } from './prepared-step.js';

export interface PageInputs {
  readonly ground: Pick<Ground, 'project' | 'site'>;
  readonly compiled: CompiledComposition;
  readonly media: Readonly<Record<string, MediaInfo>>;
}

/**
 * Every file that the document names and every one that its page has asked for so far, also by script. A media file counts
 * as such as long as only media elements ask for it: what they get is never shown, the runtime shows extracted pictures.
 */
export async function inputFiles({ ground, compiled, media }: PageInputs): Promise<InputFile[]> {
  const { project, site } = ground;
  const found = new Map<string, { readonly kind: InputFile['kind']; readonly file: string | null }>();
  for (const { url, kind } of compiled.assets) {
    const path = projectPath(url);
    if (path === null || path === '') continue;
    const isMedia = kind === 'video' || kind === 'audio';
    if (isMedia && found.has(path)) continue;
    found.set(path, { kind: isMedia ? kind : 'page', file: await project.locate(path) });
  }
  for (const [url, { video }] of Object.entries(media)) {
    const path = projectPath(url);
    if (path === null || found.has(path)) continue;
    found.set(path, { kind: video === null ? 'audio' : 'video', file: await project.locate(path) });
  }
  for (const [path, { file, played }] of site.origin.asked) {
    if (!played || !found.has(path)) found.set(path, { kind: 'page', file });
  }
  for (const [url, file] of site.externals.asked) found.set(url, { kind: 'page', file });
  const files: InputFile[] = [];
  for (const [path, { kind, file }] of found) {
    files.push({ path, sha256: file === null ? null : await fileDigest(file), kind });
  }
  return files.sort((a, b) => (a.path < b.path ? -1 : 1));
}

/** Warnings after which the page that was planned hung on how fast something loaded. */
const UNSETTLED: ReadonlySet<string> = new Set([
  'media_readiness_timeout',
  'sub_timeline_readiness_timeout',
  'sub_timeline_script_failure',
]);

export interface UnknownSigns {
  readonly site: Ground['site'];
  readonly plan: RenderPlan;
  readonly warnings: readonly Warning[];
  readonly options: Pick<RenderOptions, 'offline' | 'allowNetwork'>;
  readonly place: Pick<Place, 'systemFonts' | 'outside'>;
}

/** In words, by host and not by URL, which may be signed; empty when all is known. */
export function unknownInputs({ site, plan, warnings, options, place }: UnknownSigns): string[] {
  const unknown = new Set<string>();
  const remote = [...site.externals.asked].filter(([, file]) => file === null).map(([url]) => url);
  // Where nothing outside may be reached, every request is refused, wherever and whenever.
  const closed = options.offline || (!place.outside.publicHttps && options.allowNetwork.length === 0);
  for (const url of closed ? [] : [...remote, ...plan.videos.map(({ source }) => source)]) {
    if (/^https?:/i.test(url)) unknown.add(`what ${new URL(url).host} answers`);
  }
  if (place.systemFonts) unknown.add('fonts of the machine');
  if (warnings.some(({ code }) => UNSETTLED.has(code))) unknown.add('what the page did not finish loading');
  return [...unknown].sort();
}

/**
 * True when everything the page has asked for so far stands among the inputs, with bytes that count. What it asks for
 * follows from what it was made of, so a render of the same inputs that was never asked for more is the same.
 */
export function isCovered(files: readonly InputFile[], site: Ground['site']): boolean {
  const kinds = new Map(files.map(({ path, kind }) => [path, kind]));
  const read = (path: string): boolean => kinds.get(path) === 'page';
  const isProjectCovered = [...site.origin.asked].every(([path, { played }]) =>
    played ? kinds.has(path) : read(path),
  );
  return isProjectCovered && [...site.externals.asked.keys()].every(read);
}
