/** Elements of EBML, which WebM is made of (RFC 8794, section 3): a name, a size, and that many bytes. */

export interface Element {
  /** With the bits that tell its length, as specifications write it. */
  readonly id: number;
  /** Of its bytes in the buffer; the end may lie beyond that. */
  readonly start: number;
  readonly end: number;
}

/** Bytes of the number that begins with this one, by its leading zeros; 9 of one that is none. */
const lengthOf = (first: number): number => Math.clz32(first) - 23;

/** Elements one after the other, as far as their names and sizes lie in the buffer. One of unknown size reaches to `end`. */
export function* elements(buffer: Buffer, start: number, end: number): Generator<Element> {
  for (let at = start; at < end; ) {
    const idBytes = lengthOf(buffer[at] ?? 0);
    const sizeAt = at + idBytes;
    const first = buffer[sizeAt];
    if (idBytes > 4 || first === undefined) return;
    const sizeBytes = lengthOf(first);
    const from = sizeAt + sizeBytes;
    if (sizeBytes > 8 || from > buffer.length) return;
    const mask = 2 ** (8 - sizeBytes) - 1;
    let size = first & mask;
    let isUnknown = size === mask;
    for (const byte of buffer.subarray(sizeAt + 1, from)) {
      size = size * 256 + byte;
      isUnknown &&= byte === 0xff;
    }
    const to = isUnknown ? end : from + size;
    yield { id: buffer.readUIntBE(at, idBytes), start: from, end: to };
    at = to;
  }
}
