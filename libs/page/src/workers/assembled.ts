/** Modules that the bundler assembles and puts in as base64, in pages and in workers. */

// Taken before any script of the author runs.
const { Module, Instance } = WebAssembly;

const PAGE_BYTES = 65_536;

/** What such a module exports at least. */
export interface Assembled {
  readonly memory: WebAssembly.Memory;
}

/** `roomBytes`: that are added to its memory. */
export function assembled<Exports extends Assembled>(base64: string, roomBytes = 0): Exports {
  const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
  const exports = new Instance(new Module(bytes)).exports as unknown as Exports;
  addRoom(exports, roomBytes);
  return exports;
}

/** Nothing when there are no bytes to add. */
export function addRoom({ memory }: Assembled, bytes: number): void {
  if (bytes > 0) memory.grow(Math.ceil(bytes / PAGE_BYTES));
}
