/** Families in use, and those that nothing provides (reference: composition-format 10). */
import { FAMILY_KEYWORDS, type UsedFont } from '@framefarm/contract';
import { ownElement } from '../document/own-elements.js';
import { shortText } from './short-text.js';

const SAMPLE = 'mmmMMMWWWlliiI10Ol@#%&';
const MAX_ELEMENTS = 10;

/** The first family of a computed `font-family`, unquoted. */
function firstFamily(list: string): string {
  const match = /^\s*(?:"([^"]*)"|'([^']*)'|([^,]*))/.exec(list);
  return shortText((match?.[1] ?? match?.[2] ?? match?.[3] ?? '').trim());
}

const unquoted = (family: string): string =>
  family
    .trim()
    .replace(/^["']|["']$/g, '')
    .toLowerCase();

/** Families, in lower case, whose font rules all came to nothing: a file that is missing, a `local()` that is not installed. */
export function failedFamilies(): ReadonlySet<string> {
  const faces = [...document.fonts];
  const standing = new Set(faces.filter(({ status }) => status !== 'error').map(({ family }) => unquoted(family)));
  return new Set(faces.map(({ family }) => unquoted(family)).filter((family) => !standing.has(family)));
}

/** A computed `font-family` without those of `families`. */
export function familiesWithout(list: string, families: ReadonlySet<string>): string {
  const kept = (list.match(/"[^"]*"|'[^']*'|[^,"']+/g) ?? []).filter(
    (family) => family.trim() !== '' && !families.has(unquoted(family)),
  );
  return kept.length === 0 ? 'sans-serif' : kept.join(',');
}

/**
 * True when text in the family is wider or narrower than in each of the fallbacks: one that is as wide stands in for it. A few
 * names are answered so by our fontconfig, as the browser asks for `cursive` and `fantasy` by them.
 */
function systemHas(family: string, context: CanvasRenderingContext2D): boolean {
  return ['monospace', 'serif', 'sans-serif'].every((fallback) => {
    context.font = `72px ${fallback}`;
    const plain = context.measureText(SAMPLE).width;
    context.font = `72px "${family.replace(/["\\]/g, '\\$&')}", ${fallback}`;
    return Math.abs(context.measureText(SAMPLE).width - plain) > 0.01;
  });
}

/** Text that is shown, or was drawn. */
export interface FontUser {
  readonly name: string;
  /** A computed `font-family`. */
  readonly families: string;
}

/** A family that some text in the page asks for first. */
export interface FamilyInUse extends UsedFont {
  /** At most {@link MAX_ELEMENTS} names of elements. */
  readonly elements: readonly string[];
}

/** Families in use in this document, in the order of their first user. `provided`: families with a font rule, in lower case. */
export function usedFonts(users: readonly FontUser[], provided: readonly string[]): FamilyInUse[] {
  const context = (ownElement('canvas') as HTMLCanvasElement).getContext('2d');
  if (context === null) return [];
  const declared = [...document.fonts].map(({ family }) => unquoted(family));
  const failed = failedFamilies();
  const known = new Set(
    [...provided.map((family) => family.toLowerCase()), ...declared].filter((family) => !failed.has(family)),
  );
  const origin = (key: string, family: string): UsedFont['from'] => {
    if (FAMILY_KEYWORDS.has(key)) return 'generic';
    if (known.has(key)) return 'rule';
    return systemHas(family, context) ? 'system' : 'nothing';
  };
  const found = new Map<string, { family: string; from: UsedFont['from']; elements: string[] }>();
  for (const { name, families } of users) {
    const family = firstFamily(families);
    const key = family.toLowerCase();
    if (key === '') continue;
    const entry = found.get(key) ?? { family, from: origin(key, family), elements: [] };
    found.set(key, entry);
    if (entry.elements.length < MAX_ELEMENTS) entry.elements.push(name);
  }
  return [...found.values()];
}

/** Those of all documents: what one provides is not there for another. */
export function joinedFonts(used: readonly FamilyInUse[]): FamilyInUse[] {
  const joined = new Map<string, FamilyInUse>();
  for (const one of used) {
    const key = `${one.from} ${one.family.toLowerCase()}`;
    const elements = [...(joined.get(key)?.elements ?? []), ...one.elements].slice(0, MAX_ELEMENTS);
    joined.set(key, { ...one, elements });
  }
  return [...joined.values()];
}

export function unresolvedFonts(used: readonly FamilyInUse[]): { family: string; elements: readonly string[] }[] {
  return used.filter(({ from }) => from === 'nothing').map(({ family, elements }) => ({ family, elements }));
}
