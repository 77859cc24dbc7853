/** The workers of the farm and what they do now. */
import type { FarmWorker, Whole } from '../api/objects.js';
import { useFresh } from '../hooks/use-fresh.js';
import { WorkerCard } from '../parts/worker-card.js';

export function WorkersView() {
  const { value, error } = useFresh<Whole<FarmWorker>>('/workers', 2_000);
  return (
    <>
      <div class="heading">
        <h2>Workers</h2>
      </div>
      {error !== null && <p class="connection">{error.message}</p>}
      {value !== null && value.items.length === 0 && (
        <p class="empty">No worker runs: renders wait until one is started with “framefarm worker”.</p>
      )}
      <div class="cards">
        {(value?.items ?? []).map((worker) => (
          <WorkerCard key={worker.id} worker={worker} />
        ))}
      </div>
    </>
  );
}
