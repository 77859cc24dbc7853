/** Methods whose promises come when the browser has decoded, compiled, computed or stored something: as late as the machine needs. */

/** Names of methods, and the global that has them: itself, or its prototype. */
export type Makers = readonly (readonly [owner: string, onPrototype: boolean, names: readonly string[]])[];

const CRYPTO = [
  ...['encrypt', 'decrypt', 'sign', 'verify', 'digest', 'generateKey', 'deriveKey', 'deriveBits'],
  ...['importKey', 'exportKey', 'wrapKey', 'unwrapKey'],
];

/** Those that documents and workers have. */
export const MADE_OF_BYTES: Makers = [
  ['WebAssembly', false, ['compile', 'compileStreaming', 'instantiate', 'instantiateStreaming']],
  ['OffscreenCanvas', true, ['convertToBlob']],
  ['FontFace', true, ['load']],
  ['ImageDecoder', true, ['decode']],
  ['SubtleCrypto', true, CRYPTO],
  ['Response', true, ['arrayBuffer', 'blob', 'bytes', 'formData', 'json', 'text']],
  ['CacheStorage', true, ['delete', 'has', 'keys', 'match', 'open']],
  ['Cache', true, ['add', 'addAll', 'delete', 'keys', 'match', 'matchAll', 'put']],
  ['StorageManager', true, ['getDirectory']],
  ['FileSystemDirectoryHandle', true, ['getDirectoryHandle', 'getFileHandle', 'removeEntry']],
  ['FileSystemFileHandle', true, ['createSyncAccessHandle', 'createWritable', 'getFile']],
];

/** The promise for a script: `end` runs before what the script does with it. One that is refused and that no script looks at stays known as such. */
export function beforeOthers(promise: Promise<unknown>, end: () => void): Promise<unknown> {
  return promise.then(
    (value) => {
      end();
      return value;
    },
    (reason) => {
      end();
      throw reason;
    },
  );
}

/** Calls `act` with each of them that there is here. */
export function eachMaker(makers: Makers, act: (owner: object, method: string) => void): void {
  for (const [name, onPrototype, methods] of makers) {
    const made = (globalThis as unknown as Record<string, { prototype: object } | undefined>)[name];
    const owner = onPrototype ? made?.prototype : made;
    if (owner === undefined) continue;
    for (const method of methods) act(owner, method);
  }
}
