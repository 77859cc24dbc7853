/** NAL units: what their first byte says, and the bytes that keep start codes out of them (ITU-T H.264, 7.3.1). */

export const NAL_SLICE = 1;
export const NAL_IDR_SLICE = 5;

export const nalType = (nal: Uint8Array): number => (nal[0] ?? 0) & 31;
/** False for a picture that none refers to. */
export const isReference = (nal: Uint8Array): boolean => ((nal[0] ?? 0) & 96) !== 0;

const ESCAPED = Buffer.of(0, 0, 3);
const ZEROS = Buffer.of(0, 0);

/** The same bytes, to be searched by native code: slices of key frames are long. */
const searchable = ({ buffer, byteOffset, length }: Uint8Array): Buffer => Buffer.from(buffer, byteOffset, length);

/** The unit without the threes that stand between two zeros and a byte below four. */
export function withoutEscapes(nal: Uint8Array): Uint8Array<ArrayBuffer> {
  const bytes = searchable(nal);
  const out = new Uint8Array(nal.length);
  let length = 0;
  let from = 0;
  const copy = (end: number): void => {
    out.set(nal.subarray(from, end), length);
    length += end - from;
  };
  for (let at = bytes.indexOf(ESCAPED); at !== -1; at = bytes.indexOf(ESCAPED, from)) {
    copy(at + 2);
    from = at + 3;
  }
  copy(nal.length);
  return out.subarray(0, length);
}

/** The opposite of `withoutEscapes`. */
export function withEscapes(raw: Uint8Array): Uint8Array<ArrayBuffer> {
  const bytes = searchable(raw);
  const out = new Uint8Array(raw.length + Math.ceil(raw.length / 2) + 1);
  let length = 0;
  let from = 0;
  const copy = (end: number): void => {
    out.set(raw.subarray(from, end), length);
    length += end - from;
    from = end;
  };
  for (let at = bytes.indexOf(ZEROS); at !== -1 && at + 2 < raw.length; at = bytes.indexOf(ZEROS, at)) {
    at += 2;
    if ((raw[at] as number) > 3) continue;
    copy(at);
    out[length++] = 3;
  }
  copy(raw.length);
  if (raw.at(-1) === 0) out[length++] = 3;
  return out.slice(0, length);
}

/** Units of one sample of an mp4, each behind its length in `lengthBytes` bytes (ISO/IEC 14496-15, 5.3.4.2). */
export function unitsOf(sample: Uint8Array, lengthBytes: number): Uint8Array[] {
  const units: Uint8Array[] = [];
  for (let at = 0; at < sample.length; ) {
    let length = 0;
    for (let index = 0; index < lengthBytes; index += 1) length = length * 256 + (sample[at + index] ?? 0);
    at += lengthBytes;
    if (length === 0 || at + length > sample.length) throw new RangeError('a sample is not made of whole units');
    units.push(sample.subarray(at, at + length));
    at += length;
  }
  return units;
}

/** A sample of units, with lengths of 4 bytes. */
export function sampleOf(units: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const out = new Uint8Array(units.reduce((sum, unit) => sum + 4 + unit.length, 0));
  const view = new DataView(out.buffer);
  let at = 0;
  for (const unit of units) {
    view.setUint32(at, unit.length);
    out.set(unit, at + 4);
    at += 4 + unit.length;
  }
  return out;
}
