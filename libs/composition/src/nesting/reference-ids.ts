/**
 * Keeps apart what SVG refers to by id: `url(#fill)` and `href="#fill"` mean the first element of the document with that id, so that a
 * gradient, mask or filter of one mount would be drawn in all, and in compositions that happen to use the same id.
 */
import { AUTHORED_ID_ATTRIBUTE, AUTHORED_IDS_ATTRIBUTE } from '@framefarm/contract';
import { attribute, childrenOf, type Element, isElement, setAttribute } from '../source/dom.js';
import type { InstanceDraft } from './drafts.js';

/** What is not quoted holds no bracket (CSS syntax): were it read on, each of many that never end would be read to the end of all. */
const URL_REFERENCE = /url\(\s*(?:(["'])#([^"')\s]+)\1|#([^"'()\s]+))\s*\)/gi;
const SVG = 'http://www.w3.org/2000/svg';

/** Elements of a composition without those of compositions in it; null stands for what is in none. */
type Holdings = Map<InstanceDraft | null, Element[]>;

/**
 * Gives elements of mounted compositions an id of their own where another composition before them, or one whose scripts see the whole
 * document, has theirs and they are referred to. Selectors follow by `draft.ids`, when the styles are written.
 */
export function separateReferences(html: Element, drafts: readonly InstanceDraft[]): void {
  const holdings = holdingsOf(html, drafts);
  const taken = new Set([...holdings].filter(([draft]) => draft?.mounted !== true).flatMap(([, held]) => idsOf(held)));
  const renamed = new Set<string>();
  for (const [draft, elements] of holdings) {
    if (draft?.mounted !== true) continue;
    const referred = referencesOf(draft, elements);
    const own = idsOf(elements);
    for (const id of new Set(own))
      if (taken.has(id) && referred.has(id)) draft.ids.set(id, `${id}__${draft.runtimeId}`);
    for (const id of own) taken.add(id);
    if (draft.ids.size === 0) continue;
    for (const element of elements) separate(element, draft.ids);
    for (const { sheet } of draft.styles) {
      sheet.walkDecls((declaration) => {
        declaration.value = separatedText(declaration.value, draft.ids);
      });
    }
    for (const id of draft.ids.keys()) renamed.add(id);
  }
  if (renamed.size > 0) setAttribute(html, AUTHORED_IDS_ATTRIBUTE, [...renamed].join(' '));
}

function holdingsOf(html: Element, drafts: readonly InstanceDraft[]): Holdings {
  const byElement = new Map(drafts.map((draft) => [draft.element, draft]));
  const holdings: Holdings = new Map();
  // An explicit stack, as documents may be nested deeper than calls can.
  const open: { element: Element; owner: InstanceDraft | null }[] = [{ element: html, owner: null }];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const { element, owner } = next;
    // A host is written in the composition around it.
    const held = holdings.get(owner) ?? [];
    held.push(element);
    holdings.set(owner, held);
    const inner = byElement.get(element) ?? owner;
    for (const child of [...childrenOf(element)].reverse())
      if (isElement(child)) open.push({ element: child, owner: inner });
  }
  return holdings;
}

const idsOf = (elements: readonly Element[]): string[] =>
  elements.map((element) => attribute(element, 'id') ?? '').filter((id) => id !== '');

function referencesOf(draft: InstanceDraft, elements: readonly Element[]): Set<string> {
  const found = new Set<string>();
  const read = (text: string): void => {
    for (const [, , quoted, bare = ''] of text.matchAll(URL_REFERENCE)) found.add(quoted ?? bare);
  };
  for (const element of elements) {
    for (const { name, value } of element.attrs) {
      read(value);
      if (refersByHref(element, name, value)) found.add(value.slice(1));
    }
  }
  for (const { sheet } of draft.styles) sheet.walkDecls(({ value }) => read(value));
  return found;
}

/** A link is followed by nobody. */
const refersByHref = ({ namespaceURI, tagName }: Element, name: string, value: string): boolean =>
  namespaceURI === SVG && tagName !== 'a' && name === 'href' && value.startsWith('#');

function separate(element: Element, ids: ReadonlyMap<string, string>): void {
  for (const held of element.attrs) {
    held.value = separatedText(held.value, ids);
    if (refersByHref(element, held.name, held.value))
      held.value = `#${ids.get(held.value.slice(1)) ?? held.value.slice(1)}`;
  }
  const id = attribute(element, 'id') ?? '';
  const own = ids.get(id);
  if (own === undefined) return;
  setAttribute(element, 'id', own);
  setAttribute(element, AUTHORED_ID_ATTRIBUTE, id);
}

const separatedText = (text: string, ids: ReadonlyMap<string, string>): string =>
  text.replace(URL_REFERENCE, (whole, quote = '', quoted?: string, bare?: string) => {
    const own = ids.get(quoted ?? bare ?? '');
    return own === undefined ? whole : `url(${quote}#${own}${quote})`;
  });
