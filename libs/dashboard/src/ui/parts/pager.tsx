/** Steps through a long list. Both buttons stay where they are, so that the focus is not lost. */
import type { PagePlace } from '../hooks/use-pages.js';

export function Pager({ place, next }: { readonly place: PagePlace; readonly next: string | null }) {
  if (place.isFirst && next === null) return null;
  return (
    <div class="actions">
      <button type="button" aria-disabled={place.isFirst} onClick={() => place.isFirst || place.newer()}>
        Newer
      </button>
      <button type="button" aria-disabled={next === null} onClick={() => next !== null && place.older(next)}>
        Older
      </button>
    </div>
  );
}
