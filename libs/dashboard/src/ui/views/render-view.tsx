/** One render: how far it is, who does what, what came of it. */
import type { Chunk, Page, Render } from '../api/types.js';
import { TERMINAL } from '../api/types.js';
import { duration, elapsed, moment, words } from '../figures.js';
import { useEvents } from '../hooks/use-events.js';
import { useFresh } from '../hooks/use-fresh.js';
import { ChunkMap } from '../parts/chunk-map.js';
import { FailurePanel } from '../parts/failure-panel.js';
import { LogsPanel } from '../parts/logs-panel.js';
import { ProgressBar } from '../parts/progress-bar.js';
import { RenderActions } from '../parts/render-actions.js';
import { StatusMark } from '../parts/status-mark.js';
import { Timings } from '../parts/timings.js';
import { VideoPanel } from '../parts/video-panel.js';

export function RenderView({ id }: { readonly id: string }) {
  const render = useFresh<Render>(`/renders/${id}`, 5_000);
  const chunks = useFresh<Pick<Page<Chunk>, 'items'>>(`/renders/${id}/chunks`, 5_000);
  const refresh = (): void => {
    render.refresh();
    chunks.refresh();
  };
  const value = render.value;
  const ended = value !== null && TERMINAL.includes(value.status);
  useEvents(value === null || ended ? null : `/renders/${id}/events`, refresh);
  if (value === null) return <p class="dim">{render.error?.message ?? 'Loading…'}</p>;
  const rows = chunks.value?.items ?? [];
  return (
    <>
      <div class="heading">
        <h2>
          <code>{id}</code> <StatusMark status={value.status} />
        </h2>
        <RenderActions render={value} onDone={refresh} />
      </div>
      <section class="card" aria-label="Progress">
        <ProgressBar value={value.progress} label="Progress" />
        <p role="status">
          {ended ? `${words(value.status)} (${words(value.reason)})` : words(value.stage ?? value.status)}
          {value.ahead === null ? '' : `, ${value.ahead} ahead`}
          {value.totalFrames === 0 ? '' : `, ${value.framesRendered} of ${value.totalFrames} frames`}
          {value.etaSeconds === null || ended ? '' : `, about ${duration(value.etaSeconds * 1_000)} left`}
        </p>
        <Facts render={value} />
      </section>
      {value.error !== null && <FailurePanel error={value.error} />}
      {(value.warnings ?? []).length > 0 && (
        <section class="card" aria-labelledby="warnings-title">
          <h2 id="warnings-title">Warnings</h2>
          <ul>
            {(value.warnings ?? []).map(({ code, message }) => (
              <li key={`${code} ${message}`} class="wrapped">
                <code>{code}</code> {message}
              </li>
            ))}
          </ul>
        </section>
      )}
      <VideoPanel render={value} />
      {rows.length > 0 && <ChunkMap chunks={rows} />}
      {value.perf != null && <Timings stages={value.perf.stages} />}
      <LogsPanel id={id} open={value.status === 'failed'} />
    </>
  );
}

function Facts({ render }: { readonly render: Render }) {
  const facts: readonly (readonly [string, string | null])[] = [
    ['Submitted', moment(render.createdAt)],
    ['Started', render.startedAt === null ? null : moment(render.startedAt)],
    ['Took', elapsed(render.startedAt, render.finishedAt, Date.now())],
    ['Run', render.epoch > 1 ? String(render.epoch) : null],
    ['Composition', render.compositionId],
    ['Format', String(render.options.format ?? 'mp4')],
  ];
  return (
    <dl class="facts">
      {facts
        .filter(([, text]) => text !== null)
        .map(([name, text]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd class="wrapped">{text}</dd>
          </div>
        ))}
      {render.batch !== null && (
        <div>
          <dt>Batch</dt>
          <dd>
            <a href={`#/batches/${render.batch.id}`}>
              <code>{render.batch.id}</code>
            </a>
            , row {render.batch.row}
          </dd>
        </div>
      )}
    </dl>
  );
}
