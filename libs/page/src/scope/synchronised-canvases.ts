/** Canvases that ask to be shown as soon as they are drawn on: a frame would hold what had come by then, differently each time. */

/** Shows them with the frames, as browsers do that know no other way. Call it before any script of the page. */
export function synchroniseCanvases(): void {
  const descriptor = Object.getOwnPropertyDescriptor(HTMLCanvasElement.prototype, 'getContext');
  if (descriptor === undefined) return;
  const value = new Proxy(descriptor.value as (...args: unknown[]) => unknown, {
    apply(getContext, canvas, [kind, asked, ...rest]: unknown[]) {
      const hasten = typeof asked === 'object' && asked !== null && 'desynchronized' in asked;
      return Reflect.apply(getContext, canvas, [kind, hasten ? { ...asked, desynchronized: false } : asked, ...rest]);
    },
  });
  Object.defineProperty(HTMLCanvasElement.prototype, 'getContext', { ...descriptor, value });
}
