/** Colours of flat patches through a whole chain, against what BT.709 in limited range says they are. */
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { PATCHES, patchCentre } from '../scenes/flat.ts';
import type { Size } from '../scenes/scene.ts';

const run = promisify(execFile);

export type Yuv = readonly [y: number, cb: number, cr: number];

/** Exact 8-bit levels of `#rrggbb` in BT.709, limited range (ITU-R BT.709-6, 3 and 4). */
export function limitedBt709(colour: string): Yuv {
  const [r, g, b] = [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16) / 255) as [
    number,
    number,
    number,
  ];
  const y = 0.2126 * r + 0.7152 * g + 0.0722 * b;
  return [
    Math.round(16 + 219 * y),
    Math.round(128 + (224 * (b - y)) / 1.8556),
    Math.round(128 + (224 * (r - y)) / 1.5748),
  ];
}

export interface ColourError {
  /** Largest difference of a level of any patch, 8 bits. */
  readonly worst: number;
  /** The patch that has it. */
  readonly patch: string;
}

/** The largest difference between planes of a decoded 4:2:0 frame and what its patches should be. */
export function colourError(frame: Uint8Array, { width, height }: Size): ColourError {
  const chromaWidth = width / 2;
  const cb = width * height;
  const cr = cb + chromaWidth * (height / 2);
  let found: ColourError = { worst: 0, patch: PATCHES[0] };
  for (const [index, patch] of PATCHES.entries()) {
    const { x, y } = patchCentre(index, { width, height });
    const chroma = Math.floor(y / 2) * chromaWidth + Math.floor(x / 2);
    const levels = [frame[y * width + x], frame[cb + chroma], frame[cr + chroma]];
    const worst = Math.max(...limitedBt709(patch).map((exact, plane) => Math.abs(exact - (levels[plane] ?? 0))));
    if (worst > found.worst) found = { worst, patch };
  }
  return found;
}

/** Looks at one frame of an mp4 as it is stored, before any conversion. */
export async function videoColourError(video: string, size: Size, frame: number, ffmpeg: string): Promise<ColourError> {
  const { stdout } = await run(
    ffmpeg,
    [
      ...['-hide_banner', '-loglevel', 'error', '-i', video, '-vf', `select='eq(n,${frame})'`],
      ...['-frames:v', '1', '-f', 'rawvideo', '-pix_fmt', 'yuv420p', 'pipe:1'],
    ],
    { encoding: 'buffer', maxBuffer: 64 * 1024 * 1024 },
  );
  return colourError(stdout, size);
}
