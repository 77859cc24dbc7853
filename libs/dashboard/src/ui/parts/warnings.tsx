/** What a render warned of. */
import type { Render } from '../api/objects.js';
import { visibleText } from '../visible-text.js';

export function Warnings({ warnings }: { readonly warnings: Render['warnings'] }) {
  if (warnings.length === 0) return null;
  return (
    <section class="card" aria-labelledby="warnings-title">
      <h2 id="warnings-title">Warnings</h2>
      <ul>
        {warnings.map(({ code, message }) => (
          <li key={`${code} ${message}`} class="wrapped">
            <code>{code}</code> {visibleText(message)}
          </li>
        ))}
      </ul>
    </section>
  );
}
