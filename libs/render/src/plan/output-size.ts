/** Output size: native, or a preset reached by a whole factor (cli 2, --resolution). */
import { FramefarmError } from '@framefarm/contract';

const PRESETS: Readonly<Record<string, readonly [width: number, height: number]>> = {
  landscape: [1920, 1080],
  portrait: [1080, 1920],
  square: [1080, 1080],
  'landscape-4k': [3840, 2160],
  'portrait-4k': [2160, 3840],
  'square-4k': [2160, 2160],
  hd: [1920, 1080],
  '1080p': [1920, 1080],
  '4k': [3840, 2160],
  uhd: [3840, 2160],
};

/** Largest output edge in pixels (composition-format 2). */
const MAX_EDGE = 8192;
const MIN_EDGE = 2;

/**
 * Device pixels per CSS pixel for a preset; 1 without one.
 * @throws FramefarmError `COMPOSITION_SIZE_INVALID` when the composition itself is no size (a root of the source was
 * refused before; this is for roots that a script made); `VALIDATION_FAILED` when no whole factor reaches the preset; the message names those that fit.
 */
export function scaleFor(width: number, height: number, preset: string | null): number {
  if ([width, height].some((side) => !(side >= MIN_EDGE && side <= MAX_EDGE))) {
    throw new FramefarmError(
      'COMPOSITION_SIZE_INVALID',
      `the root is ${width}x${height}; both must be from ${MIN_EDGE} to ${MAX_EDGE} pixels`,
      { stage: 'compile' },
    );
  }
  if (preset === null) return 1;
  const target = PRESETS[preset];
  const scale = target === undefined ? Number.NaN : target[0] / width;
  if (target !== undefined && Number.isInteger(scale) && scale >= 1 && height * scale === target[1]) return scale;
  const fitting = Object.entries(PRESETS).filter(
    ([, [w, h]]) => Number.isInteger(w / width) && (h * width) / w === height,
  );
  const fits = fitting.map(([name, [w, h]]) => `${name} (${w}x${h})`).join(', ');
  const message = `--resolution "${preset}" (${target?.join('x') ?? 'unknown'}) is no whole multiple of the composition's ${width}x${height}`;
  throw new FramefarmError('VALIDATION_FAILED', message, {
    issues: [{ field: '--resolution', code: 'size_unreachable', message }],
    hint: fits === '' ? 'Leave --resolution out: no preset fits this size.' : `Presets that fit: ${fits}.`,
  });
}
