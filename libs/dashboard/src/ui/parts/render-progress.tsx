/** How far a render is, and what was asked for. */
import { hasEnded, type Render } from '../api/objects.js';
import { duration, elapsed, moment, words } from '../figures.js';
import { useNow } from '../hooks/use-now.js';
import { visibleText } from '../visible-text.js';
import { Labels } from './labels.js';
import { ProgressBar } from './progress-bar.js';

export function RenderProgress({ render }: { readonly render: Render }) {
  return (
    <section class="card" aria-label="Progress">
      <ProgressBar value={render.progress} label="Progress" />
      <p>{progressText(render)}</p>
      {render.waiting && <p class="wrapped connection">{visibleText(render.waiting.message)}</p>}
      <Facts render={render} />
    </section>
  );
}

function progressText(render: Render): string {
  const { status, stage, ahead, totalFrames, framesRendered, etaSeconds, progress } = render;
  const ended = hasEnded(status);
  const place = ahead === null ? '' : ahead === 0 ? 'next in line' : `${ahead} ahead in the line`;
  return [
    words(ended ? status : (stage ?? status)),
    place,
    ended || status === 'queued' ? '' : `${Math.round(progress)} %`,
    totalFrames === 0 ? '' : `${framesRendered} of ${totalFrames} frames`,
    etaSeconds === null || ended ? '' : `about ${duration(etaSeconds * 1_000)} left`,
  ]
    .filter((part) => part !== '')
    .join(', ');
}

function Facts({ render }: { readonly render: Render }) {
  const now = useNow(render.finishedAt === null);
  const { options } = render;
  const size = [options.format ?? 'mp4', options.quality, options.fps && `${options.fps} fps`].filter(Boolean);
  const facts: readonly (readonly [string, string | null])[] = [
    ['Submitted', moment(render.createdAt)],
    [
      render.startedAt === null ? 'Waiting for' : 'Waited',
      hasEnded(render.status) && render.startedAt === null ? null : elapsed(render.createdAt, render.startedAt, now),
    ],
    ['Started', render.startedAt === null ? null : moment(render.startedAt)],
    [hasEnded(render.status) ? 'Took' : 'Running for', elapsed(render.startedAt, render.finishedAt, now)],
    ['Run', render.epoch > 1 ? String(render.epoch) : null],
    ['Output', size.map(String).join(', ')],
    ['Priority', String(render.priority)],
    ['Request', render.requestId],
    ['Composition', render.compositionId],
  ];
  return (
    <dl class="facts">
      {facts
        .filter(([, text]) => text !== null)
        .map(([name, text]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd class="wrapped">{visibleText(text ?? '')}</dd>
          </div>
        ))}
      {Object.keys(render.labels).length > 0 && (
        <div>
          <dt>Labels</dt>
          <dd>
            <Labels labels={render.labels} />
          </dd>
        </div>
      )}
      {render.batch !== null && (
        <div>
          <dt>Batch</dt>
          <dd class="wrapped">
            <a href={`#/batches/${render.batch.id}`}>
              <code>{render.batch.id}</code>
            </a>
            , row {render.batch.row + 1}
          </dd>
        </div>
      )}
    </dl>
  );
}
