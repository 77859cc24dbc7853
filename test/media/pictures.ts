/** Test pictures with known pixels, and reading pixels back out of files. */
import { createRequire } from 'node:module';
import type { Ffmpeg } from '@framefarm/media';
import { runProcess } from '@framefarm/process';
import { PNG } from 'pngjs';

const jpeg = createRequire(import.meta.url)('jpeg-js') as {
  encode(image: { data: Buffer; width: number; height: number }, quality: number): { data: Buffer };
};

export type Colour = readonly [r: number, g: number, b: number, a: number];

/** Vertical bars of 32 pixels, one per colour, repeated over the width. */
export function bars(width: number, height: number, colours: readonly Colour[]): Buffer {
  const pixels = Buffer.alloc(width * height * 4);
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      pixels.set(colours[(x >> 5) % colours.length] ?? [0, 0, 0, 0], (y * width + x) * 4);
    }
  }
  return pixels;
}

export function solid(width: number, height: number, colour: Colour): Buffer {
  return bars(width, height, [colour]);
}

export function toJpeg(pixels: Buffer, width: number, height: number): Buffer {
  return Buffer.from(jpeg.encode({ data: pixels, width, height }, 98).data);
}

export function toPng(pixels: Buffer, width: number, height: number, colorType: 2 | 6 = 6): Buffer {
  const png = new PNG({ width, height });
  pixels.copy(png.data);
  return PNG.sync.write(png, { colorType, inputHasAlpha: true });
}

/** Every frame of a file as RGBA, decoded by `ffmpeg` with the alpha-aware decoder where one is needed. */
export async function decode(ffmpeg: Ffmpeg, file: string, width: number, height: number): Promise<Buffer[]> {
  const decoder = file.endsWith('.webm') ? ['-c:v', 'libvpx-vp9'] : [];
  const filter = 'scale=in_color_matrix=bt709:in_range=limited:flags=accurate_rnd+full_chroma_int,format=rgba';
  const vf = file.endsWith('.gif') ? 'format=rgba' : filter;
  const sync = ffmpeg.versionNumber.libavcodec[0] >= 60 ? '-fps_mode' : '-vsync';
  const result = await runProcess(
    ffmpeg.ffmpegPath,
    ['-nostdin', '-v', 'error', ...decoder, '-i', file, '-vf', vf, sync, 'passthrough', '-f', 'rawvideo', 'pipe:1'],
    { binary: true, deadlineMs: 60_000 },
  );
  if (result.exitCode !== 0) throw new Error(result.stderr);
  const size = width * height * 4;
  const frames: Buffer[] = [];
  for (let at = 0; at + size <= result.stdoutBytes.length; at += size) {
    frames.push(result.stdoutBytes.subarray(at, at + size));
  }
  return frames;
}

export function pixel(frame: Buffer | undefined, width: number, x: number, y: number): number[] {
  const at = (y * width + x) * 4;
  return [...(frame?.subarray(at, at + 4) ?? [])];
}
