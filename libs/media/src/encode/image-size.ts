/** Width and height from the header of a captured image; null when it is no complete image of that kind. */

export interface ImageSize {
  readonly width: number;
  readonly height: number;
}

const PNG_SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

/** Pixels, as the header says; nothing behind it is looked at. */
export function pngSize(image: Buffer): ImageSize | null {
  if (image.length < 33 || !image.subarray(0, 8).equals(PNG_SIGNATURE)) return null;
  return { width: image.readUInt32BE(16), height: image.readUInt32BE(20) };
}

export function jpegSize(image: Buffer): ImageSize | null {
  if (image.length < 4 || image.readUInt16BE(0) !== 0xffd8) return null;
  let at = 2;
  while (at + 9 < image.length && image[at] === 0xff) {
    const marker = image[at + 1] ?? 0;
    if (marker === 0xff) {
      at += 1;
      continue;
    }
    // SOF0 to SOF15 hold the size; C4, C8 and CC in that range are other tables.
    if (marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc) {
      return { width: image.readUInt16BE(at + 7), height: image.readUInt16BE(at + 5) };
    }
    at += 2 + image.readUInt16BE(at + 2);
  }
  return null;
}
