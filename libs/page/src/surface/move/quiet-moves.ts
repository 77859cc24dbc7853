/**
 * Custom elements hear nothing of the move of the page onto a surface. A browser tells one that it left the page and came back,
 * unless its class has a callback for moves: what is built on arrival would be built twice.
 */

let quiet = false;

interface Callbacks {
  connectedCallback?(): void;
  disconnectedCallback?(): void;
}

/** Runs `move`, of which custom elements are not told. */
export function moveQuietly(move: () => void): void {
  quiet = true;
  try {
    move();
  } finally {
    quiet = false;
  }
}

/** Call it before any script of the page defines an element. Moves of the page's own are told as ever. */
export function watchCustomElements(): void {
  const { prototype } = CustomElementRegistry;
  const { define } = prototype;
  prototype.define = function (this: CustomElementRegistry, name, made, options) {
    const own: unknown = made?.prototype;
    if (typeof own === 'object' && own !== null && !('connectedMoveCallback' in own)) {
      Reflect.defineProperty(own, 'connectedMoveCallback', {
        configurable: true,
        writable: true,
        value(this: Callbacks) {
          if (quiet) return;
          this.disconnectedCallback?.();
          this.connectedCallback?.();
        },
      });
    }
    Reflect.apply(define, this, [name, made, options]);
  };
}
