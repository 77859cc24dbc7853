/** One batch and the renders of its rows. */
import { useState } from 'preact/hooks';
import { ApiError, send } from '../api/client.js';
import type { Batch, Page, Render } from '../api/types.js';
import { useFresh } from '../hooks/use-fresh.js';
import { BatchCounts } from '../parts/batch-counts.js';
import { ProgressBar } from '../parts/progress-bar.js';
import { RendersTable } from '../parts/renders-table.js';
import { StatusMark } from '../parts/status-mark.js';

export function BatchView({ id }: { readonly id: string }) {
  const batch = useFresh<Batch>(`/batches/${id}`, 2_000);
  const renders = useFresh<Page<Render>>(`/renders?batch=${id}&limit=100`, 2_000);
  const [problem, setProblem] = useState('');
  const { value } = batch;
  if (value === null) return <p class="dim">{batch.error?.message ?? 'Loading…'}</p>;
  const cancel = async (): Promise<void> => {
    setProblem('');
    try {
      await send(`/batches/${id}/cancel`);
    } catch (error) {
      setProblem(error instanceof ApiError ? error.message : 'the batch cannot be cancelled');
    }
    batch.refresh();
  };
  const { counts } = value;
  const done = counts.completed + counts.failed + counts.skipped + counts.cancelled;
  return (
    <>
      <div class="heading">
        <h2>
          <code>{id}</code> <StatusMark status={value.status} />
        </h2>
        {value.status === 'running' && (
          <div class="actions">
            <button type="button" onClick={() => void cancel()}>
              Cancel
            </button>
          </div>
        )}
      </div>
      <p role="status" class="connection">
        {problem}
      </p>
      <section class="card" aria-label="Progress">
        <ProgressBar value={counts.total === 0 ? 0 : (done / counts.total) * 100} label="Rows ended" />
        <p>
          <BatchCounts counts={counts} />
        </p>
      </section>
      {renders.value !== null && renders.value.items.length > 0 && (
        <RendersTable renders={renders.value.items} label="Renders of the batch, newest first" />
      )}
    </>
  );
}
