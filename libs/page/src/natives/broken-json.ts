/**
 * The error of a body that is no JSON, made anew: of the one that the browser makes, whose place is the text of the body, Chromium
 * fires no `unhandledrejection`, and a composition whose data is broken would render as if nothing had happened.
 */
export function tellBrokenJson(): void {
  for (const { prototype } of [Response, Request]) {
    prototype.json = new Proxy(prototype.json, {
      apply: (read, body, args) =>
        (Reflect.apply(read, body, args) as Promise<unknown>).then(
          (value) => value,
          (reason: unknown) => {
            throw reason instanceof SyntaxError ? new SyntaxError(reason.message) : reason;
          },
        ),
    });
  }
}
