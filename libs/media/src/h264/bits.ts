/** Reading and writing single bits, and the variable-length numbers of H.264 (ITU-T H.264, 7.2 and 9.1). */

export class BitReader {
  readonly #bytes: Uint8Array;
  /** Bits read so far. */
  position: number;

  constructor(bytes: Uint8Array, position = 0) {
    this.#bytes = bytes;
    this.position = position;
  }

  /** One bit; 0 beyond the end. */
  bit(): number {
    const at = this.position++;
    return ((this.#bytes[at >> 3] ?? 0) >> (7 - (at & 7))) & 1;
  }

  /** An unsigned number of `count` bits, at most 32. */
  bits(count: number): number {
    let value = 0;
    for (let index = 0; index < count; index += 1) value = value * 2 + this.bit();
    return value;
  }

  /** `ue(v)`. @throws {RangeError} when the bits are no such number. */
  unsigned(): number {
    let zeros = 0;
    while (this.bit() === 0) {
      zeros += 1;
      if (zeros > 31) throw new RangeError('the bits are no number of variable length');
    }
    return 2 ** zeros - 1 + this.bits(zeros);
  }

  /** `se(v)`. */
  signed(): number {
    const code = this.unsigned();
    return code % 2 === 1 ? (code + 1) / 2 : 0 - code / 2;
  }
}

export class BitWriter {
  readonly #bytes: number[] = [];
  /** Bits of the last byte that are in use, 0 to 7. */
  #used = 0;

  bit(value: number): void {
    if (this.#used === 0) this.#bytes.push(0);
    const last = this.#bytes.length - 1;
    this.#bytes[last] = (this.#bytes[last] ?? 0) | ((value & 1) << (7 - this.#used));
    this.#used = (this.#used + 1) & 7;
  }

  bits(value: number, count: number): void {
    for (let index = count - 1; index >= 0; index -= 1) this.bit(Math.floor(value / 2 ** index) % 2);
  }

  /** `ue(v)`. */
  unsigned(value: number): void {
    const length = Math.floor(Math.log2(value + 1));
    this.bits(0, length);
    this.bits(value + 1, length + 1);
  }

  /** `se(v)`. */
  signed(value: number): void {
    this.unsigned(value > 0 ? 2 * value - 1 : -2 * value);
  }

  /** Fills the last byte with this bit. */
  align(fill: 0 | 1): void {
    while (this.#used !== 0) this.bit(fill);
  }

  /** Whole bytes; the last one is filled with zeros. */
  bytes(): Uint8Array<ArrayBuffer> {
    return Uint8Array.from(this.#bytes);
  }
}
