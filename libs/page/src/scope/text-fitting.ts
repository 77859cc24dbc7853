/** Text measuring without layout (reference: composition-format 7.3). */

interface FitOptions {
  baseFontSize?: number;
  minFontSize?: number;
  step?: number;
  maxWidth?: number;
  fontFamily?: string;
  fontWeight?: string | number;
}

let context: CanvasRenderingContext2D | null = null;

function widthOf(text: string, font: string): number {
  context ??= document.createElement('canvas').getContext('2d');
  if (context === null) throw new Error('A 2D canvas is needed to measure text');
  context.font = font;
  return context.measureText(text).width;
}

/** Largest size at which `text` stays on one line of `maxWidth` pixels; `fits` is false when even the smallest does not. */
export function fitTextFontSize(text: string, options: FitOptions = {}): { fontSize: number; fits: boolean } {
  const {
    baseFontSize = 78,
    minFontSize = 42,
    step = 2,
    maxWidth = 1600,
    fontFamily = 'Outfit',
    fontWeight = 900,
  } = options;
  for (let size = baseFontSize; size > minFontSize; size -= Math.max(0.1, step)) {
    if (widthOf(text, `${fontWeight} ${size}px ${fontFamily}`) <= maxWidth) return { fontSize: size, fits: true };
  }
  return { fontSize: minFontSize, fits: widthOf(text, `${fontWeight} ${minFontSize}px ${fontFamily}`) <= maxWidth };
}

interface Prepared {
  readonly text: string;
  readonly font: string;
  readonly words: readonly { readonly text: string; readonly width: number }[];
  readonly space: number;
}

interface Line {
  readonly text: string;
  readonly width: number;
}

function prepare(text: string, font: string): Prepared {
  const words = text
    .split(/\s+/)
    .filter((word) => word !== '')
    .map((word) => ({ text: word, width: widthOf(word, font) }));
  return { text, font, words, space: widthOf(' ', font) };
}

/** Breaks at spaces only; a word wider than the line stands alone. */
function lines(prepared: Prepared, maxWidth: number): Line[] {
  const found: Line[] = [];
  let current: { text: string; width: number } | null = null;
  for (const word of prepared.words) {
    if (current !== null && current.width + prepared.space + word.width <= maxWidth) {
      current = { text: `${current.text} ${word.text}`, width: current.width + prepared.space + word.width };
      continue;
    }
    if (current !== null) found.push(current);
    current = { text: word.text, width: word.width };
  }
  if (current !== null) found.push(current);
  return found;
}

function layout(prepared: Prepared, maxWidth: number, lineHeight: number) {
  const broken = lines(prepared, maxWidth);
  return {
    lineCount: broken.length,
    height: broken.length * lineHeight,
    lines: broken,
    maxLineWidth: Math.max(0, ...broken.map((line) => line.width)),
  };
}

const naturalWidth = (prepared: Prepared): number => widthOf(prepared.text, prepared.font);

/** HyperFrames has two names for some of them. */
export const pretext = {
  prepare,
  prepareWithSegments: prepare,
  layout,
  lines,
  measureLineStats(prepared: Prepared, maxWidth: number) {
    const { lineCount, maxLineWidth } = layout(prepared, maxWidth, 0);
    return { lineCount, maxLineWidth };
  },
  naturalWidth,
  measureNaturalWidth: naturalWidth,
};
