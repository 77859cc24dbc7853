/** How many rows of a batch are in which state. */
import type { Batch } from '../api/objects.js';

const SHOWN = ['completed', 'failed', 'rendering', 'queued', 'skipped', 'cancelled'] as const;

export function BatchCounts({ counts }: { readonly counts: Batch['counts'] }) {
  const parts = SHOWN.filter((name) => counts[name] > 0).map((name) => `${counts[name]} ${name}`);
  return (
    <span class="figure">
      {counts.total} rows: {parts.join(', ')}
    </span>
  );
}
