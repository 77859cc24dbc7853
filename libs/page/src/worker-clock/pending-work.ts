/** What the script of a worker has under way beside its own turns: requests, and what the browser makes of bytes elsewhere. */
import { beforeOthers, eachMaker, MADE_OF_BYTES, type Makers } from '../natives/made-of-bytes.js';
import { replaceMethod } from '../natives/wrap-natives.js';

/** Methods whose promises are waited for. */
const MAKERS: Makers = [
  ...MADE_OF_BYTES,
  ['self', false, ['fetch', 'createImageBitmap']],
  ['Blob', true, ['arrayBuffer', 'bytes', 'text']],
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
  eachMaker(MAKERS, (owner, method) =>
    replaceMethod(holderOf(owner, method), method, (_, native) => {
      const promise = native() as Promise<unknown>;
      begin();
      return beforeOthers(promise, end);
    }),
  );
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
