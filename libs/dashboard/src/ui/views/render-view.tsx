/** One render: how far it is, who does what, what came of it. */
import { type Chunk, hasEnded, type Render, type Whole } from '../api/objects.js';
import { useEvents } from '../hooks/use-events.js';
import { useFresh } from '../hooks/use-fresh.js';
import { ChunkMap } from '../parts/chunk-map.js';
import { FailurePanel } from '../parts/failure-panel.js';
import { LogsPanel } from '../parts/logs-panel.js';
import { RenderActions } from '../parts/render-actions.js';
import { RenderProgress } from '../parts/render-progress.js';
import { StatusMark } from '../parts/status-mark.js';
import { Timings } from '../parts/timings.js';
import { VideoPanel } from '../parts/video-panel.js';
import { Warnings } from '../parts/warnings.js';

/** Events say at once that something changed; of changes within half a second the stream leaves out the later ones (http-api 3.4). */
const POLL_MS = 2_000;

export function RenderView({ id }: { readonly id: string }) {
  const render = useFresh<Render>(`/renders/${id}`, POLL_MS);
  const chunks = useFresh<Whole<Chunk>>(`/renders/${id}/chunks`, POLL_MS);
  const refresh = (): void => {
    render.refresh();
    chunks.refresh();
  };
  const { value } = render;
  const followed = value !== null && !hasEnded(value.status);
  useEvents(followed ? `/renders/${id}/events` : null, refresh);
  if (value === null) return <p class="empty">{render.error?.message ?? 'Loading…'}</p>;
  const rows = chunks.value?.items ?? [];
  return (
    <>
      <div class="heading">
        <h2>
          <span class="dim">Render</span> <code>{id}</code> <StatusMark status={value.status} />
        </h2>
        <RenderActions render={value} onDone={refresh} />
      </div>
      {render.error !== null && <p class="connection">{render.error.message}</p>}
      <RenderProgress render={value} />
      {value.error !== null && <FailurePanel error={value.error} />}
      <Warnings warnings={value.warnings} />
      <VideoPanel render={value} />
      {rows.length > 0 && <ChunkMap chunks={rows} />}
      <Timings perf={value.perf} />
      <LogsPanel key={`${id} ${value.status === 'failed'}`} id={id} open={value.status === 'failed'} />
    </>
  );
}
