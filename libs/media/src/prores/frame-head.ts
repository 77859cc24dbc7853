/** The head of a ProRes frame (SMPTE RDD 36, 5.1 and 5.1.1). */

export interface FrameHead {
  /** Bytes of the whole frame. */
  readonly bytes: number;
  readonly width: number;
  readonly height: number;
  /** Chroma as fine as luma. */
  readonly fullChroma: boolean;
  /** Number of the transfer characteristics (Rec. ITU-T H.273). */
  readonly transfer: number;
  /** 0: there is no alpha; 1 and 2: it has 8 or 16 bits. */
  readonly alpha: number;
}

/** Bytes that `frameHead` reads. */
export const FRAME_HEAD_BYTES = 26;
const FULL_CHROMA = 3;

/** @throws {RangeError} when the bytes are no such head. */
export function frameHead(data: Uint8Array): FrameHead {
  const head = Buffer.from(data.buffer, data.byteOffset, data.length);
  if (head.length < FRAME_HEAD_BYTES || head.toString('latin1', 4, 8) !== 'icpf') {
    throw new RangeError('a picture is no frame of ProRes');
  }
  return {
    bytes: head.readUInt32BE(0),
    width: head.readUInt16BE(16),
    height: head.readUInt16BE(18),
    fullChroma: head.readUInt8(20) >> 6 === FULL_CHROMA,
    transfer: head.readUInt8(23),
    alpha: head.readUInt8(25) & 15,
  };
}
