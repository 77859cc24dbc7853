/** What a captured picture is, between the page and the encoder. */

/**
 * `rgb0` and `rgba`: raw pixels, four bytes each; the last is without meaning in `rgb0`, straight alpha in `rgba`.
 * `yuv420p`: planes of limited-range BT.709, as an mp4 holds them. `yuva420p`: such planes of the straight colours and a
 * plane of alpha, as the two streams of a WebM hold them.
 */
export type CaptureImage = 'jpeg' | 'png' | RawImage;
export type RawImage = 'rgb0' | 'rgba' | 'yuv420p' | 'yuva420p';

/** Bytes of a pixel; planes of colours are a quarter of the size. */
const PIXEL_BYTES = { rgb0: 4, rgba: 4, yuv420p: 1.5, yuva420p: 2.5 } as const;

/** Bytes of a raw picture. */
export function rawImageBytes(image: RawImage, width: number, height: number): number {
  return PIXEL_BYTES[image] * width * height;
}

/** Whether a picture is pixels as they are, not a coded file. */
export function isRaw(image: CaptureImage): image is RawImage {
  return image !== 'jpeg' && image !== 'png';
}

/** Whether a picture of this kind says where nothing is. */
export function holdsAlpha(image: CaptureImage): boolean {
  return image === 'png' || image === 'rgba' || image === 'yuva420p';
}
