/** The dashboard: one of three lists, or one render or batch of them. */
import { render } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import type { Queue } from './api/objects.js';
import { capitalized } from './figures.js';
import { useFresh } from './hooks/use-fresh.js';
import { useRoute } from './hooks/use-route.js';
import { FarmBar } from './parts/farm-bar.js';
import { KeyPrompt } from './parts/key-prompt.js';
import { BatchView } from './views/batch-view.js';
import { BatchesView } from './views/batches-view.js';
import { RenderView } from './views/render-view.js';
import { RendersView } from './views/renders-view.js';
import { WorkersView } from './views/workers-view.js';

function Dashboard() {
  const route = useRoute();
  // A new key asks for everything again.
  const [key, setKey] = useState(0);
  const queue = useFresh<Queue>('/render/queue', 2_000);
  const locked = queue.error?.status === 401 || queue.error?.status === 403;
  const changed = (): void => {
    setKey(key + 1);
    queue.refresh();
  };
  const main = useRef<HTMLElement>(null);
  const where = `${route.view} ${route.id ?? ''}`;
  const before = useRef(where);
  useEffect(() => {
    document.title = `${route.id ?? capitalized(route.view)} · framefarm`;
    // What was focused is gone with the view before.
    if (before.current !== where) main.current?.focus();
    before.current = where;
  }, [where]);
  return (
    <>
      <button type="button" class="skip" onClick={() => main.current?.focus()}>
        Skip to the content
      </button>
      <FarmBar view={route.view} queue={queue.value} error={locked ? null : queue.error} onKey={changed} />
      <main id="main" ref={main} tabIndex={-1} key={key}>
        {locked ? (
          <KeyPrompt error={queue.error?.message ?? ''} onKey={changed} />
        ) : route.view === 'workers' ? (
          <WorkersView />
        ) : route.view === 'batches' ? (
          route.id === null ? (
            <BatchesView />
          ) : (
            <BatchView key={route.id} id={route.id} />
          )
        ) : route.id === null ? (
          <RendersView />
        ) : (
          <RenderView key={route.id} id={route.id} />
        )}
      </main>
    </>
  );
}

const page = document.getElementById('page');
if (page !== null) {
  page.replaceChildren();
  render(<Dashboard />, page);
}
