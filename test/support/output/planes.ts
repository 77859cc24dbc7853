/** The planes that a surface's worker makes of its pixels (`yuv.wat` and `yuva.wat` of the page), made here in plain words. */
import { type RawImage, rawImageBytes } from '@framefarm/contract';

export type PlanarImage = Extract<RawImage, 'yuv420p' | 'yuva420p'>;

/**
 * Limited-range BT.709 4:2:0 of RGBA pixels with straight alpha, as `image` holds them; a chroma sample is that of the mean of its
 * four pixels, each as far as it is opaque. Width and height are even.
 */
export function planesOf(rgba: Uint8Array, width: number, height: number, image: PlanarImage = 'yuv420p'): Uint8Array {
  const area = width * height;
  const planes = new Uint8Array(rawImageBytes(image, width, height));
  for (let y = 0; y < height; y += 1) lumaRow(rgba, planes, y * width, width);
  for (let y = 0; y < height; y += 2) chromaRow(rgba, planes, y, width, area);
  if (image === 'yuva420p') {
    for (let pixel = 0; pixel < area; pixel += 1) planes[(area * 3) / 2 + pixel] = rgba[pixel * 4 + 3] ?? 0;
  }
  return planes;
}

function lumaRow(rgba: Uint8Array, planes: Uint8Array, first: number, width: number): void {
  for (let pixel = first, at = first * 4; pixel < first + width; pixel += 1, at += 4) {
    planes[pixel] =
      16.5 + 0.18259 * (rgba[at] as number) + 0.61423 * (rgba[at + 1] as number) + 0.06201 * (rgba[at + 2] as number);
  }
}

function chromaRow(rgba: Uint8Array, planes: Uint8Array, y: number, width: number, area: number): void {
  const stride = width * 4;
  const end = (y + 1) * stride;
  let chroma = area + (y * width) / 4;
  for (let at = y * stride; at < end; at += 8) {
    const below = at + stride;
    const a = rgba[at + 3] as number;
    const b = rgba[at + 7] as number;
    const c = rgba[below + 3] as number;
    const d = rgba[below + 7] as number;
    // Where nothing is opaque all colours count as black, whatever divides them.
    const opacity = a + b + c + d || 1;
    const red =
      a * (rgba[at] as number) +
      b * (rgba[at + 4] as number) +
      c * (rgba[below] as number) +
      d * (rgba[below + 4] as number);
    const green =
      a * (rgba[at + 1] as number) +
      b * (rgba[at + 5] as number) +
      c * (rgba[below + 1] as number) +
      d * (rgba[below + 5] as number);
    const blue =
      a * (rgba[at + 2] as number) +
      b * (rgba[at + 6] as number) +
      c * (rgba[below + 2] as number) +
      d * (rgba[below + 6] as number);
    planes[chroma] = 128.5 + (-0.10064 * red - 0.33857 * green + 0.43922 * blue) / opacity;
    planes[chroma + area / 4] = 128.5 + (0.43922 * red - 0.39894 * green - 0.04027 * blue) / opacity;
    chroma += 1;
  }
}
