/** One batch and the renders of its rows. */
import { useState } from 'preact/hooks';
import { ApiError, send } from '../api/client.js';
import type { Batch, Page, RenderSummary } from '../api/objects.js';
import { moment } from '../figures.js';
import { useFresh } from '../hooks/use-fresh.js';
import { usePages } from '../hooks/use-pages.js';
import { BatchCounts } from '../parts/batch-counts.js';
import { Labels } from '../parts/labels.js';
import { Pager } from '../parts/pager.js';
import { ProgressBar } from '../parts/progress-bar.js';
import { RendersTable } from '../parts/renders-table.js';
import { StatusMark } from '../parts/status-mark.js';

export function BatchView({ id }: { readonly id: string }) {
  const place = usePages(50);
  const batch = useFresh<Batch>(`/batches/${id}`, 2_000);
  const renders = useFresh<Page<RenderSummary>>(`/renders?batch=${id}&${place.query}`, 2_000);
  const [problem, setProblem] = useState('');
  const { value } = batch;
  if (value === null) return <p class="empty">{batch.error?.message ?? 'Loading…'}</p>;
  const cancel = async (): Promise<void> => {
    setProblem('');
    try {
      await send(`/batches/${id}/cancel`);
    } catch (error) {
      setProblem(error instanceof ApiError ? error.message : 'the batch cannot be cancelled');
    }
    batch.refresh();
    renders.refresh();
  };
  const { counts } = value;
  const done = counts.completed + counts.failed + counts.skipped + counts.cancelled;
  const rows = renders.value?.items ?? [];
  return (
    <>
      <div class="heading">
        <h2>
          <span class="dim">Batch</span> <code>{id}</code> <StatusMark status={value.status} />
        </h2>
        {value.status === 'running' && (
          <div class="actions">
            <button type="button" onClick={() => void cancel()}>
              Cancel the batch
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
        <p class="dim">
          Submitted {moment(value.createdAt)}
          {value.finishedAt === null ? '' : `, ended ${moment(value.finishedAt)}`}, {value.concurrency} at once
          {value.failFast ? ', stops after the first failure' : ''} <Labels labels={value.labels} />
        </p>
      </section>
      {rows.length > 0 && <RendersTable renders={rows} label="Renders of the batch, newest first" />}
      <Pager place={place} next={renders.value?.nextCursor ?? null} />
    </>
  );
}
