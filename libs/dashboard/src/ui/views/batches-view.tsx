/** The list of batches, newest first. */
import type { Batch, Page } from '../api/types.js';
import { moment } from '../figures.js';
import { useFresh } from '../hooks/use-fresh.js';
import { BatchCounts } from '../parts/batch-counts.js';
import { ScrollRegion } from '../parts/scroll-region.js';
import { StatusMark } from '../parts/status-mark.js';

export function BatchesView() {
  const { value, error } = useFresh<Page<Batch>>('/batches?limit=50', 2_000);
  return (
    <>
      <div class="heading">
        <h2>Batches</h2>
      </div>
      {error !== null && <p class="connection">{error.message}</p>}
      {value !== null && value.items.length === 0 && <p class="dim">There is no batch.</p>}
      {value !== null && value.items.length > 0 && (
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
              {value.items.map((batch) => (
                <tr key={batch.id}>
                  <th scope="row">
                    <a href={`#/batches/${batch.id}`}>
                      <code>{batch.id}</code>
                    </a>
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
      )}
    </>
  );
}
