/** What an archive has used up of its limits, counted while it is unpacked and never taken from headers (security 6). */
import type { ArchiveLimits } from '../limits.js';
import { rejectedArchive, rejectedEntry } from '../rejected.js';

/** A tar header with a long name, and the padding of its content, in bytes: they inflate, but are no content. */
const HEADER_BYTES = 4096;
/** Bytes that inflating may be ahead of the entries that have been read. */
const READ_AHEAD = 256 * 1024;

export class Budget {
  #entries = 0;
  #bytes = 0;
  #inflated = 0;

  /** `packedBytes`: what all content is inflated from; Infinity when nothing was packed. */
  constructor(
    readonly limits: ArchiveLimits,
    readonly packedBytes: number,
  ) {}

  /** Counts an entry of any kind. */
  entry(): void {
    this.#entries += 1;
    this.announced(this.#entries);
  }

  /** Refuses an archive that says of itself that it has too many entries. */
  announced(entries: number): void {
    if (entries > this.limits.entries) {
      throw rejectedArchive(`The project has more than ${this.limits.entries} entries.`);
    }
  }

  /** Counts content; `ofEntry` are the bytes of the entry so far, with these. */
  content(name: string, bytes: number, ofEntry: number): void {
    if (ofEntry > this.limits.entryBytes) {
      throw rejectedEntry(name, `it is larger than ${size(this.limits.entryBytes)}`);
    }
    this.#bytes += bytes;
    if (this.#bytes > this.limits.totalBytes) {
      throw rejectedEntry(name, `with it the project is larger than ${size(this.limits.totalBytes)}`);
    }
    if (this.#bytes > this.limits.ratioFrom + this.limits.ratio * this.packedBytes) {
      throw rejectedEntry(name, `with it the project unpacks to more than ${this.limits.ratio} times its packed size`);
    }
  }

  /** Counts bytes of an inflated tar, headers and padding included. */
  inflated(bytes: number): void {
    this.#inflated += bytes;
    const headers = HEADER_BYTES * (this.#entries + 1);
    const { totalBytes, ratio, ratioFrom } = this.limits;
    if (this.#inflated > Math.min(totalBytes, ratioFrom + ratio * this.packedBytes) + headers + READ_AHEAD) {
      throw rejectedArchive(`The archive inflates to more than ${ratio} times its packed size.`);
    }
  }
}

function size(bytes: number): string {
  return bytes % (1024 * 1024) === 0 ? `${bytes / (1024 * 1024)} MiB` : `${bytes} bytes`;
}
