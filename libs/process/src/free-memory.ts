/** Memory outside of JavaScript's heap, freed when it is done with instead of when the collector comes by. */

/** Smaller memory may be a part of a pool that others hold, and is not worth it. */
const LEAST_BYTES = 256 * 1024;

/**
 * Frees memory that nobody looks at any more; what looked at it is empty from here on. V8 collects the whole heap for each
 * 8 MiB of new memory outside of it, so a few pictures that are left to the collector cost a collection.
 */
export function freeMemory(bytes: ArrayBufferView): void {
  if (bytes.byteLength >= LEAST_BYTES && bytes.buffer instanceof ArrayBuffer) bytes.buffer.transfer(0);
}
