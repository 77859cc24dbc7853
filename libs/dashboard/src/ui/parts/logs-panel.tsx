/** What the engines wrote while they worked on a render, step by step. */
import type { Page, StepLog } from '../api/types.js';
import { useFresh } from '../hooks/use-fresh.js';

export function LogsPanel({ id, open }: { readonly id: string; readonly open: boolean }) {
  const { value } = useFresh<Pick<Page<StepLog>, 'items'>>(`/renders/${id}/logs`, 5_000);
  const logs = (value?.items ?? []).filter(({ lines }) => lines.length > 0);
  return (
    <details class="card" open={open}>
      <summary>
        <h2>Logs</h2>
      </summary>
      {logs.length === 0 && <p class="dim">Nothing was written.</p>}
      {logs.map(({ stepId, lines }) => (
        <section key={stepId} aria-label={`Log of ${stepId}`}>
          <h3>{stepId}</h3>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard. */}
          <pre tabIndex={0}>{lines.join('\n')}</pre>
        </section>
      ))}
    </details>
  );
}
