/**
 * Files of SVG of which the page takes parts that paint or mask. A recorded painting lacks gradients and patterns of another document,
 * also where `use` or a marker shows what is painted with them, masks of one, and elements that its filters show (`shown-elements.ts`); clips and other filters it has.
 */

const PAINTS = /<(?:linearGradient|radialGradient|pattern)\b/;
const MASKS = /<mask\b/;
const SHOWN = /<feImage\b[^>]*?href\s*=\s*["']#/;

export interface ForeignPaints {
  /** What stands in a file of which the page takes parts, or `masks` itself with one. */
  note(text: string, masks: boolean): void;
  /** In words, of the first that holds such a thing; null while none does. */
  obstacle(): string | null;
}

export function watchForeignPaints(): ForeignPaints {
  let found: string | null = null;
  return {
    note(text, masks) {
      if (PAINTS.test(text)) found ??= 'gradients or patterns of another file paint parts of the page';
      else if (SHOWN.test(text)) found ??= 'a filter of another file shows an element';
      else if (masks && MASKS.test(text)) found ??= 'a mask of another file masks parts of the page';
    },
    obstacle: () => found,
  };
}
