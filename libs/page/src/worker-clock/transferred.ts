/** What `postMessage` is told to transfer: a list, or options that hold one. What is neither the browser itself refuses. */
export function transferredBy(options: unknown): readonly unknown[] {
  if (typeof options !== 'object' || options === null) return [];
  const list: unknown = Symbol.iterator in options ? options : (options as StructuredSerializeOptions).transfer;
  return Array.isArray(list) || (typeof list === 'object' && list !== null && Symbol.iterator in list)
    ? [...(list as Iterable<unknown>)]
    : [];
}
