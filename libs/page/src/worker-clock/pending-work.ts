/** What the script of a worker has under way beside its own turns: requests, and what the browser makes of bytes elsewhere. */
import { replaceMethod } from '../natives/wrap-natives.js';

const BODY = ['arrayBuffer', 'blob', 'bytes', 'formData', 'json', 'text'];

/** Methods whose promises are waited for, by their owners. */
const MAKERS: readonly (readonly [owner: string, onPrototype: boolean, names: readonly string[]])[] = [
  ['self', false, ['fetch', 'createImageBitmap']],
  ['WebAssembly', false, ['compile', 'compileStreaming', 'instantiate', 'instantiateStreaming']],
  ['Response', true, BODY],
  ['Blob', true, BODY],
  ['OffscreenCanvas', true, ['convertToBlob']],
  ['FontFace', true, ['load']],
  ['ImageDecoder', true, ['decode']],
];

export interface PendingWork {
  /** How much is open. */
  count(): number;
}

/** The object among an object and its prototypes that has a property; itself where none has. */
function holderOf(object: object, name: string): object {
  let holder: object | null = object;
  while (holder !== null && !Object.hasOwn(holder, name)) holder = Object.getPrototypeOf(holder) as object | null;
  return holder ?? object;
}

/** Before any script of the worker. */
export function watchPendingWork(): PendingWork {
  let count = 0;
  const begin = (): void => {
    count += 1;
  };
  const end = (): void => {
    count -= 1;
  };
  for (const [name, onPrototype, methods] of MAKERS) {
    const made = (globalThis as unknown as Record<string, { prototype: object } | undefined>)[name];
    const owner = onPrototype ? made?.prototype : made;
    if (owner === undefined) continue;
    for (const method of methods) {
      replaceMethod(holderOf(owner, method), method, (_, native) => {
        const promise = native() as Promise<unknown>;
        begin();
        promise.then(end, end);
        return promise;
      });
    }
  }
  replaceMethod<XMLHttpRequest>(XMLHttpRequest.prototype, 'send', (request, native) => {
    begin();
    request.addEventListener('loadend', end, { once: true });
    try {
      return native();
    } catch (thrown) {
      request.removeEventListener('loadend', end);
      end();
      throw thrown;
    }
  });
  return { count: () => count };
}
