/** What the engines wrote while they worked on a render, step by step. */
import type { StepLog, Whole } from '../api/objects.js';
import { useFresh } from '../hooks/use-fresh.js';
import { visibleText } from '../visible-text.js';

export function LogsPanel({ id, open }: { readonly id: string; readonly open: boolean }) {
  const { value } = useFresh<Whole<StepLog>>(`/renders/${id}/logs`, 5_000);
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
          <pre tabIndex={0}>{visibleText(lines.join('\n'))}</pre>
        </section>
      ))}
    </details>
  );
}
