/** The workers of the farm and what they do now. */
import type { Page, Worker } from '../api/types.js';
import { elapsed, words } from '../figures.js';
import { useFresh } from '../hooks/use-fresh.js';

export function WorkersView() {
  const { value, error } = useFresh<Pick<Page<Worker>, 'items'>>('/workers', 2_000);
  return (
    <>
      <div class="heading">
        <h2>Workers</h2>
      </div>
      {error !== null && <p class="connection">{error.message}</p>}
      {value !== null && value.items.length === 0 && (
        <p class="dim">No worker runs: renders wait until one is started with “framefarm worker”.</p>
      )}
      <div class="cards">
        {(value?.items ?? []).map((worker) => (
          <WorkerCard key={worker.id} worker={worker} />
        ))}
      </div>
    </>
  );
}

function WorkerCard({ worker }: { readonly worker: Worker }) {
  const now = Date.now();
  const state = worker.blocked !== null ? 'blocked' : worker.draining ? 'draining' : 'ready';
  return (
    <section class="card" aria-label={`Worker ${worker.name}`}>
      <h3>
        {worker.name} <span class={`mark ${state === 'ready' ? 'good' : 'bad'}`}>{state}</span>
      </h3>
      {worker.blocked !== null && <p class="wrapped">{worker.blocked}</p>}
      <dl class="facts">
        <div>
          <dt>Host</dt>
          <dd>{worker.host}</dd>
        </div>
        <div>
          <dt>Lanes</dt>
          <dd>
            {worker.work.filter(({ kind }) => kind === 'capture' || kind === 'prepare').length} of {worker.slots} busy
          </dd>
        </div>
        <div>
          <dt>Memory</dt>
          <dd>
            {worker.rssMb} MB used, {worker.freeMemoryMb} of {worker.memoryMb} MB free
          </dd>
        </div>
        <div>
          <dt>Running for</dt>
          <dd>{elapsed(worker.startedAt, null, now)}</dd>
        </div>
        {Object.entries(worker.versions).map(([name, version]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd class="wrapped">{version}</dd>
          </div>
        ))}
      </dl>
      {worker.work.length > 0 && (
        <ul>
          {worker.work.map((item) => (
            <li key={`${item.renderId} ${item.kind} ${item.since}`}>
              {words(item.kind)} of{' '}
              <a href={`#/renders/${item.renderId}`}>
                <code>{item.renderId}</code>
              </a>
              {item.frames > 0 ? `, ${item.frames} frames` : ''}, {elapsed(item.since, null, now)}
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
