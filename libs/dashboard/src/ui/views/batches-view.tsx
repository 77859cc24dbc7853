/** The list of batches, newest first. */
import type { Batch, Page } from '../api/objects.js';
import { moment } from '../figures.js';
import { useFresh } from '../hooks/use-fresh.js';
import { usePages } from '../hooks/use-pages.js';
import { BatchCounts } from '../parts/batch-counts.js';
import { Labels } from '../parts/labels.js';
import { Pager } from '../parts/pager.js';
import { ScrollRegion } from '../parts/scroll-region.js';
import { StatusMark } from '../parts/status-mark.js';

export function BatchesView() {
  const place = usePages(50);
  const { value, error } = useFresh<Page<Batch>>(`/batches?${place.query}`, 2_000);
  return (
    <>
      <div class="heading">
        <h2>Batches</h2>
      </div>
      {error !== null && <p class="connection">{error.message}</p>}
      {value !== null && value.items.length === 0 && (
        <p class="empty">There is no batch yet. Submit one with “framefarm render --farm --batch”.</p>
      )}
      {value !== null && value.items.length > 0 && <BatchesTable batches={value.items} />}
      <Pager place={place} next={value?.nextCursor ?? null} />
    </>
  );
}

function BatchesTable({ batches }: { readonly batches: readonly Batch[] }) {
  return (
    <ScrollRegion label="Batches">
      <table class="list">
        <thead>
          <tr>
            <th scope="col">Batch</th>
            <th scope="col">State</th>
            <th scope="col">Rows</th>
            <th scope="col">Submitted</th>
          </tr>
        </thead>
        <tbody>
          {batches.map((batch) => (
            <tr key={batch.id}>
              <th scope="row">
                <a href={`#/batches/${batch.id}`}>
                  <code>{batch.id}</code>
                </a>{' '}
                <Labels labels={batch.labels} />
              </th>
              <td>
                <StatusMark status={batch.status} />
              </td>
              <td>
                <BatchCounts counts={batch.counts} />
              </td>
              <td class="figure">{moment(batch.createdAt)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollRegion>
  );
}
