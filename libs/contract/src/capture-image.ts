/** What a captured picture is, between the page and the encoder. */

/**
 * `rgb0` and `rgba`: raw pixels, four bytes each; the last is without meaning in `rgb0`, straight alpha in `rgba`.
 * `yuv420p`: planes of limited-range BT.709, as an mp4 holds them.
 */
export type CaptureImage = 'jpeg' | 'png' | RawImage;
export type RawImage = 'rgb0' | 'rgba' | 'yuv420p';

/** Bytes of a raw picture. */
export function rawImageBytes(image: RawImage, width: number, height: number): number {
  return image === 'yuv420p' ? (width * height * 3) / 2 : width * height * 4;
}
