/** Characters that no font has: the browser shows boxes in their place, on each machine without such a font. */
import { NativeOffscreenCanvas, nativeComputedStyle } from '../natives/natives.js';
import { nameOf } from '../page.js';
import { failedFamilies, familiesWithout } from './fonts.js';
import { elementsWithText, ownTexts } from './text-elements.js';

/** One that no font will ever have; not written out, as the bundled script may be read in any encoding. */
const NOBODYS = String.fromCodePoint(0x10ffff);
/** Anything but Latin of every font, and what is seen only with its neighbours or not at all. */
const SUSPECT = /[^\0-\u{24f}\p{Default_Ignorable_Code_Point}\p{White_Space}\p{C}\p{M}]|\p{Co}/gu;
/** Pixels of a letter, and of the picture that it is compared in. */
const SIZE = 32;
/** Characters that are looked at in each font: a text of thousands lacks none or many. */
const MOST_LOOKED_AT = 400;
const MOST_NAMED = 20;

export interface MissingGlyph {
  readonly character: string;
  /** The first element that shows it. */
  readonly element: string;
}

/** In the order of the text, each once. */
export function missingGlyphs(root: Element): readonly MissingGlyph[] {
  const missing = new Map<string, MissingGlyph>();
  const lookedAt = new Map<string, Set<string>>();
  const failed = failedFamilies();
  let pen: OffscreenCanvasRenderingContext2D | null = null;
  for (const element of elementsWithText(root)) {
    const characters = new Set(ownTexts(element).flatMap((text) => text.match(SUSPECT) ?? []));
    // What has no box has not asked for its fonts yet.
    if (characters.size === 0 || element.getClientRects().length === 0) continue;
    pen ??= new NativeOffscreenCanvas(SIZE * 2, SIZE * 2).getContext('2d', { willReadFrequently: true });
    if (pen === null) return [];
    const { fontStyle, fontWeight, fontFamily } = nativeComputedStyle(element);
    // A font that failed is never there, and the next one of the list stands in for it.
    const font = `${fontStyle} ${fontWeight} ${SIZE}px ${familiesWithout(fontFamily, failed)}`;
    const known = lookedAt.get(font) ?? new Set();
    lookedAt.set(font, known);
    for (const character of characters) {
      if (known.has(character) || known.size >= MOST_LOOKED_AT) continue;
      known.add(character);
      if (missing.has(character) || !isMissing(pen, font, character)) continue;
      missing.set(character, { character, element: nameOf(element) });
      if (missing.size >= MOST_NAMED) return [...missing.values()];
    }
  }
  return [...missing.values()];
}

function isMissing(pen: OffscreenCanvasRenderingContext2D, font: string, character: string): boolean {
  // Of a font that has not come nothing can be said, and asking would make it come.
  if (!document.fonts.check(font, character + NOBODYS)) return false;
  pen.font = font;
  const [its, nobodys] = [pen.measureText(character), pen.measureText(NOBODYS)];
  if (its.width !== nobodys.width || its.actualBoundingBoxAscent !== nobodys.actualBoundingBoxAscent) return false;
  const pixels = picture(pen, character);
  return picture(pen, NOBODYS).every((value, index) => value === pixels[index]);
}

function picture(pen: OffscreenCanvasRenderingContext2D, character: string): Uint8ClampedArray {
  pen.clearRect(0, 0, SIZE * 2, SIZE * 2);
  pen.fillText(character, SIZE / 2, SIZE * 1.5);
  return pen.getImageData(0, 0, SIZE * 2, SIZE * 2).data;
}
