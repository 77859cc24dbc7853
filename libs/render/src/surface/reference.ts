/** Pictures of a page as the browser composes it, with which its surface is compared. */
import { decodePng } from '@framefarm/media';

/** The pixels of a reference picture (PNG): red, green, blue, alpha. @throws Error saying what cannot be read. */
export async function referencePixels({ buffer, byteOffset, byteLength }: Uint8Array): Promise<Buffer> {
  // The same bytes, not copied.
  const { pixels } = await decodePng(Buffer.from(buffer, byteOffset, byteLength));
  return pixels;
}
