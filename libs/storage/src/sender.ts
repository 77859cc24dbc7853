import type { Readable } from 'node:stream';

/** The failure of whoever sends the bytes of a stream, told apart from the store's own. */
export class SenderFailure extends Error {
  constructor(cause: unknown) {
    super('the stream to be stored failed', { cause });
  }
}

/** @throws SenderFailure */
export async function* fromSender(stream: Readable): AsyncGenerator<Uint8Array> {
  try {
    for await (const piece of stream) yield typeof piece === 'string' ? Buffer.from(piece) : (piece as Uint8Array);
  } catch (thrown) {
    throw new SenderFailure(thrown);
  }
}
