/** Calls that move or size a window do nothing in one with tabs. A window that is stepped frame by frame never has another size, and would wait for it. */
import { replaceMethod } from './wrap-natives.js';

/** Call it before any script of the page. */
export function keepWindow(): void {
  for (const name of ['moveBy', 'moveTo', 'resizeBy', 'resizeTo']) replaceMethod(window, name, () => undefined);
}
