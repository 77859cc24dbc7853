import { Readable } from 'node:stream';
import { FramefarmError } from '@framefarm/contract';
import { RunningDigest } from './digest.js';
import { damaged, unavailable } from './failures.js';
import type { ObjectStore, ReadObject } from './store.js';

/**
 * The body of a whole object that was read, for who uses the bytes as they come: what is not what was stored, or breaks off, is an
 * error of the stream at its end. Whoever takes it reads it to its end or destroys it.
 * @throws FramefarmError `STORE_UNAVAILABLE`, by the stream, with the reason `damaged` or `unreachable`.
 */
export function verifiedBody({ object, body }: ReadObject, { location }: Pick<ObjectStore, 'location'>): Readable {
  async function* pieces(): AsyncGenerator<Uint8Array> {
    const running = new RunningDigest();
    try {
      for await (const piece of body) {
        running.add(piece as Uint8Array);
        yield piece as Uint8Array;
      }
    } catch (thrown) {
      if (thrown instanceof FramefarmError) throw thrown;
      const said = thrown instanceof Error ? thrown.message : String(thrown);
      throw unavailable('unreachable', `${location}: reading ${object.key} broke off (${said})`, undefined, thrown);
    }
    if (running.end().sha256 !== object.sha256) throw damaged(object.key, location);
  }
  return Readable.from(pieces(), { objectMode: false });
}
