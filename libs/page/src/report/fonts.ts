/** Families in use, and those that nothing provides (reference: composition-format 10). */
import type { UsedFont } from '@framefarm/contract';
import { nativeComputedStyle } from '../natives/natives.js';
import { nameOf } from '../page.js';
import { shortText } from './short-text.js';
import { elementsWithText } from './text-elements.js';

const GENERIC = new Set([
  'serif',
  'sans-serif',
  'monospace',
  'cursive',
  'fantasy',
  'system-ui',
  'ui-serif',
  'ui-sans-serif',
  'ui-monospace',
  'ui-rounded',
  'math',
  'emoji',
  'fangsong',
  '-apple-system',
  'blinkmacsystemfont',
  'inherit',
  'initial',
  'unset',
]);
const SAMPLE = 'mmmMMMWWWlliiI10Ol@#%&';
const MAX_ELEMENTS = 10;

/** The first family of a computed `font-family`, unquoted. */
function firstFamily(list: string): string {
  const match = /^\s*(?:"([^"]*)"|'([^']*)'|([^,]*))/.exec(list);
  return shortText((match?.[1] ?? match?.[2] ?? match?.[3] ?? '').trim());
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

/** A family that some text in the page asks for first. */
export interface FamilyInUse extends UsedFont {
  /** At most {@link MAX_ELEMENTS} names of elements. */
  readonly elements: readonly string[];
}

/** Families in use in the order of their first element. `provided`: families with a font rule, in lower case. */
export function usedFonts(root: Element, provided: readonly string[]): FamilyInUse[] {
  const context = document.createElement('canvas').getContext('2d');
  if (context === null) return [];
  const declared = [...document.fonts].map((face) => face.family.replace(/^["']|["']$/g, '').toLowerCase());
  const known = new Set([...provided.map((family) => family.toLowerCase()), ...declared]);
  const origin = (key: string, family: string): UsedFont['from'] => {
    if (GENERIC.has(key)) return 'generic';
    if (known.has(key)) return 'rule';
    return systemHas(family, context) ? 'system' : 'nothing';
  };
  const found = new Map<string, { family: string; from: UsedFont['from']; elements: string[] }>();
  for (const element of elementsWithText(root)) {
    const family = firstFamily(nativeComputedStyle(element).fontFamily);
    const key = family.toLowerCase();
    if (key === '') continue;
    const entry = found.get(key) ?? { family, from: origin(key, family), elements: [] };
    found.set(key, entry);
    if (entry.elements.length < MAX_ELEMENTS) entry.elements.push(nameOf(element));
  }
  return [...found.values()];
}

export function unresolvedFonts(used: readonly FamilyInUse[]): { family: string; elements: readonly string[] }[] {
  return used.filter(({ from }) => from === 'nothing').map(({ family, elements }) => ({ family, elements }));
}
