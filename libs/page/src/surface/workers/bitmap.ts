/** Pixels as a picture file that costs nothing to write: a Windows bitmap without compression, of 32 bits a pixel. */

const HEADER_BYTES = 54;

/** A file for pixels in the order BGRX from the top left; the pixels go to `pixels`. */
export function bitmapFile(
  width: number,
  height: number,
): { readonly file: ArrayBuffer; readonly pixels: Uint8Array<ArrayBuffer> } {
  const bytes = HEADER_BYTES + width * height * 4;
  const file = new ArrayBuffer(bytes);
  const header = new DataView(file);
  header.setUint16(0, 0x4d42, true);
  header.setUint32(2, bytes, true);
  header.setUint32(10, HEADER_BYTES, true);
  header.setUint32(14, 40, true);
  header.setInt32(18, width, true);
  // Negative: rows from the top.
  header.setInt32(22, -height, true);
  header.setUint16(26, 1, true);
  header.setUint16(28, 32, true);
  return { file, pixels: new Uint8Array(file, HEADER_BYTES) };
}
