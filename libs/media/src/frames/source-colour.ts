/** Which matrix and range a source uses, with a browser's guess where the file does not say. */
import type { SourceColour } from './extract-args.js';

export interface ColourTags {
  readonly pix_fmt?: string;
  readonly color_space?: string;
  readonly color_range?: string;
  readonly width?: number;
  readonly height?: number;
}

export function sourceColour(tags: ColourTags): SourceColour {
  const pixelFormat = tags.pix_fmt ?? '';
  const rgb = /^(rgb|bgr|gbr|argb|abgr|0rgb|0bgr|pal8|x2)/.test(pixelFormat);
  const range = tags.color_range === 'pc' || pixelFormat.startsWith('yuvj') ? 'full' : 'limited';
  return { matrix: matrix(tags), range, rgb };
}

function matrix(tags: ColourTags): SourceColour['matrix'] {
  const space = tags.color_space ?? '';
  if (space === 'bt709') return 'bt709';
  if (space.startsWith('bt2020')) return 'bt2020';
  if (['smpte170m', 'bt470bg', 'fcc', 'smpte240m'].includes(space)) return 'bt601';
  // Untagged: Chromium takes BT.709 from 720 lines on.
  return (tags.height ?? 0) >= 720 || (tags.width ?? 0) >= 1280 ? 'bt709' : 'bt601';
}
