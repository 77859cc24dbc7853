/** The planes that a surface's worker makes of its pixels, made here of a reference picture (see `yuv.wat` of the page). */

/**
 * Limited-range BT.709 4:2:0 of opaque RGBA pixels; a chroma sample is that of the mean of its four pixels. Width and
 * height are even.
 */
export function planesOf(rgba: Uint8Array, width: number, height: number): Uint8Array {
  const area = width * height;
  const planes = new Uint8Array((area * 3) / 2);
  for (let pixel = 0; pixel < area; pixel += 1) {
    const at = pixel * 4;
    planes[pixel] = 16.5 + 0.18259 * (rgba[at] ?? 0) + 0.61423 * (rgba[at + 1] ?? 0) + 0.06201 * (rgba[at + 2] ?? 0);
  }
  const stride = width * 4;
  let chroma = area;
  for (let y = 0; y < height; y += 2) {
    for (let x = 0; x < width; x += 2) {
      const at = y * stride + x * 4;
      const mean = (channel: number): number => {
        const top = at + channel;
        return (
          ((rgba[top] ?? 0) + (rgba[top + 4] ?? 0) + (rgba[top + stride] ?? 0) + (rgba[top + stride + 4] ?? 0)) / 4
        );
      };
      const [red, green, blue] = [mean(0), mean(1), mean(2)];
      planes[chroma] = 128.5 - 0.10064 * red - 0.33857 * green + 0.43922 * blue;
      planes[chroma + area / 4] = 128.5 + 0.43922 * red - 0.39894 * green - 0.04027 * blue;
      chroma += 1;
    }
  }
  return planes;
}
