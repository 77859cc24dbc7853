/** URLs that elements name: rebasing those of a child, listing those of the result (reference: composition-format 6, 11.1). */
import type { AssetReference } from '@framefarm/contract';
import type { Compilation } from '../compilation.js';
import { attribute, type Element, isElement, setAttribute } from '../source/dom.js';
import { assetUrl } from '../source/paths.js';
import { mapUrls, urlsIn } from '../style/css-urls.js';
import { playedSource } from './played-source.js';

type Kind = AssetReference['kind'];

/** Attributes with one URL, by tag. */
const URL_ATTRIBUTES: Readonly<Record<string, readonly string[]>> = {
  video: ['src', 'poster'],
  audio: ['src'],
  source: ['src'],
  img: ['src'],
  image: ['href', 'xlink:href'],
  use: ['href', 'xlink:href'],
  feimage: ['href', 'xlink:href'],
  input: ['src'],
  script: ['src'],
  link: ['href'],
  iframe: ['src'],
  embed: ['src'],
  object: ['data'],
  track: ['src'],
};
const SRCSET_ATTRIBUTES = ['srcset', 'imagesrcset'];

/** Candidates of a `srcset`: `[url, descriptor]`. Read step by step, as a page may write blanks by the thousand (HTML, parse a srcset attribute). */
function readSrcset(text: string): [string, string][] {
  const found: [string, string][] = [];
  let at = 0;
  const take = (pattern: RegExp): string => {
    pattern.lastIndex = at;
    const taken = pattern.exec(text)?.[0] ?? '';
    at += taken.length;
    return taken;
  };
  for (;;) {
    take(/[\s,]+/y);
    const run = take(/\S+/y);
    if (run === '') return found;
    const url = withoutCommas(run);
    found.push([url, url === run ? take(/[^,]+/y).trim() : '']);
  }
}

/** Without the commas at its end. */
function withoutCommas(run: string): string {
  let end = run.length;
  while (run[end - 1] === ',') end -= 1;
  return run.slice(0, end);
}

const namesOf = (element: Element): readonly string[] => URL_ATTRIBUTES[element.tagName.toLowerCase()] ?? [];

/** Rewrites the URLs of one element so that they resolve against the project root. */
export async function rebaseElement(element: Element, directory: string, work: Compilation): Promise<void> {
  await rewriteElement(element, (url) => work.urls.rebase(url, directory));
}

/** Rewrites the URLs in attributes of one element. */
export async function rewriteElement(element: Element, rewrite: (url: string) => Promise<string>): Promise<void> {
  for (const name of namesOf(element)) {
    const url = attribute(element, name);
    if (url !== null) setAttribute(element, name, await rewrite(url));
  }
  for (const name of SRCSET_ATTRIBUTES) {
    const text = attribute(element, name);
    if (text === null) continue;
    const candidates: string[] = [];
    for (const [url, descriptor] of readSrcset(text)) {
      candidates.push(`${await rewrite(url)} ${descriptor}`.trim());
    }
    setAttribute(element, name, candidates.join(', '));
  }
  const style = attribute(element, 'style');
  if (style === null || !/\(/.test(style)) return;
  const table = new Map<string, string>();
  for (const url of urlsIn(style)) table.set(url, await rewrite(url));
  setAttribute(
    element,
    'style',
    mapUrls(style, (url) => table.get(url) ?? url),
  );
}

/** Lists the URLs of one element of the compiled document. `bound` replaces a `src` that `data-var-src` fills. */
export function listElement(element: Element, file: string, bound: string | null): AssetReference[] {
  const elementId = attribute(element, 'id');
  const found: AssetReference[] = [];
  const add = (kind: Kind, raw: string | null): void => {
    const url = raw === null ? null : assetUrl(raw);
    if (url !== null) found.push({ kind, url, elementId, file });
  };
  for (const name of namesOf(element))
    add(kindOf(element, name), name === 'src' && bound !== null ? bound : attribute(element, name));
  if (bound !== null && attribute(element, 'src') === null) add(kindOf(element, 'src'), bound);
  for (const name of SRCSET_ATTRIBUTES) {
    for (const [url] of readSrcset(attribute(element, name) ?? '')) add('image', url);
  }
  for (const url of urlsIn(attribute(element, 'style') ?? '')) add('image', url);
  return found;
}

function kindOf(element: Element, name: string): Kind {
  switch (element.tagName.toLowerCase()) {
    case 'video':
      return name === 'poster' ? 'image' : 'video';
    case 'audio':
      return 'audio';
    case 'img':
    case 'image':
    case 'feimage':
    case 'input':
      return 'image';
    case 'script':
      return 'script';
    case 'source':
      return sourceKind(element);
    case 'link':
      return linkKind(element);
    default:
      return 'other';
  }
}

function sourceKind(element: Element): Kind {
  const parent = element.parentNode;
  if (parent === null || !isElement(parent)) return 'other';
  const { tagName } = parent;
  if (tagName === 'video' || tagName === 'audio') return playedSource(parent) === element ? tagName : 'other';
  return tagName === 'picture' ? 'image' : 'other';
}

function linkKind(element: Element): Kind {
  const rel = (attribute(element, 'rel') ?? '').toLowerCase().split(/\s+/);
  if (rel.includes('stylesheet')) return 'stylesheet';
  if (rel.includes('modulepreload')) return 'script';
  if (!rel.includes('preload')) return 'other';
  const as = (attribute(element, 'as') ?? '').toLowerCase();
  const kinds: Readonly<Record<string, Kind>> = {
    style: 'stylesheet',
    script: 'script',
    font: 'font',
    image: 'image',
    video: 'video',
    audio: 'audio',
  };
  return kinds[as] ?? 'other';
}
