/** A table that may be wider than the page: it scrolls by itself, also by keyboard. */
import type { ComponentChildren } from 'preact';

export function ScrollRegion({ label, children }: { readonly label: string; readonly children: ComponentChildren }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard (WCAG 2.1.1).
    <section class="scroll" tabIndex={0} aria-label={label}>
      {children}
    </section>
  );
}
