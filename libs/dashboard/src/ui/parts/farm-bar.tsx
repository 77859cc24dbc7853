/** The bar on top: where one is, and the farm's numbers. */
import { type ApiError, storedKey, storeKey } from '../api/client.js';
import type { Queue } from '../api/objects.js';
import { capitalized } from '../figures.js';
import type { Route } from '../hooks/use-route.js';

const VIEWS: readonly Route['view'][] = ['renders', 'batches', 'workers'];

interface FarmBarProps {
  readonly view: Route['view'];
  readonly queue: Queue | null;
  readonly error: ApiError | null;
  readonly onKey: () => void;
}

export function FarmBar({ view, queue, error, onKey }: FarmBarProps) {
  const forget = (): void => {
    storeKey('');
    onKey();
  };
  return (
    <header class="bar">
      <h1>framefarm</h1>
      <nav aria-label="Views">
        {VIEWS.map((name) => (
          <a key={name} href={`#/${name}`} aria-current={view === name ? 'page' : undefined}>
            {capitalized(name)}
          </a>
        ))}
      </nav>
      <p class="numbers" aria-live="off">
        {queue !== null && (
          <>
            <span>
              <strong>{queue.activeRenders}</strong> of {queue.maxConcurrentRenders} rendering
            </span>
            <span>
              <strong>{queue.queuedRenders}</strong> waiting
            </span>
          </>
        )}
      </p>
      <p class="connection" role="status">
        {error === null ? '' : error.message}
      </p>
      {storedKey() !== '' && (
        <button type="button" class="quiet" onClick={forget}>
          Forget the key
        </button>
      )}
    </header>
  );
}
