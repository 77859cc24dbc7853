/** What the first bytes of a picture tell: whether it may move, whatever its address is. */

/** Bytes that are enough, also where a colour profile comes first. */
export const HEAD_BYTES = 65_536;

const text = (bytes: Uint8Array, from: number, to: number): string => String.fromCharCode(...bytes.subarray(from, to));

/** A PNG names its animation by a chunk before the first of its pixels (PNG 3, 11.3.6.1). */
function isAnimatedPng(bytes: Uint8Array): boolean {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  for (let at = 8; at + 8 <= bytes.length; ) {
    const name = text(bytes, at + 4, at + 8);
    if (name === 'acTL' || name === 'IDAT') return name === 'acTL';
    at += 12 + view.getUint32(at);
  }
  return false;
}

/** The media type of a picture that may have several; null where it has one, or is none. `bytes`: the first of it, at most {@link HEAD_BYTES}. */
export function movingType(bytes: Uint8Array): string | null {
  if (text(bytes, 0, 4) === 'GIF8') return 'image/gif';
  if (text(bytes, 1, 4) === 'PNG') return isAnimatedPng(bytes) ? 'image/png' : null;
  // The second bit of the flags of the extended format.
  if (text(bytes, 0, 4) === 'RIFF' && text(bytes, 8, 16) === 'WEBPVP8X')
    return ((bytes[20] ?? 0) & 2) > 0 ? 'image/webp' : null;
  return text(bytes, 4, 12) === 'ftypavis' ? 'image/avif' : null;
}
