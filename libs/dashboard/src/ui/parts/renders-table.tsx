/** Renders, one a row. */
import { hasEnded, type RenderSummary } from '../api/objects.js';
import { elapsed, moment } from '../figures.js';
import { useNow } from '../hooks/use-now.js';
import { Labels } from './labels.js';
import { ProgressBar } from './progress-bar.js';
import { ScrollRegion } from './scroll-region.js';
import { StatusMark } from './status-mark.js';

export function RendersTable({
  renders,
  label,
}: {
  readonly renders: readonly RenderSummary[];
  readonly label: string;
}) {
  const now = useNow(renders.some(({ status }) => !hasEnded(status)));
  return (
    <ScrollRegion label={label}>
      <table class="list">
        <thead>
          <tr>
            <th scope="col">Render</th>
            <th scope="col">State</th>
            <th scope="col">Progress</th>
            <th scope="col">Frames</th>
            <th scope="col">Submitted</th>
            <th scope="col">Took</th>
          </tr>
        </thead>
        <tbody>
          {renders.map((render) => (
            <RenderRow key={render.id} render={render} now={now} />
          ))}
        </tbody>
      </table>
    </ScrollRegion>
  );
}

function RenderRow({ render, now }: { readonly render: RenderSummary; readonly now: number }) {
  return (
    <tr>
      <th scope="row">
        <a href={`#/renders/${render.id}`}>
          <code>{render.id}</code>
        </a>
        {render.batch !== null && <span class="dim"> row {render.batch.row + 1}</span>}{' '}
        <Labels labels={render.labels} />
      </th>
      <td class="state">
        <StatusMark status={render.status} />{' '}
        {render.error !== null && <code class="dim below">{render.error.code}</code>}
        {render.ahead !== null && (
          <span class="dim beside">{render.ahead === 0 ? 'next' : `${render.ahead} ahead`}</span>
        )}
      </td>
      <td>
        {render.status !== 'queued' && <ProgressBar value={render.progress} label={`Progress of ${render.id}`} />}
      </td>
      <td class="figure">{render.totalFrames === 0 ? '' : `${render.framesRendered} / ${render.totalFrames}`}</td>
      <td class="figure">{moment(render.createdAt)}</td>
      <td class="figure">{elapsed(render.startedAt, render.finishedAt, now) ?? ''}</td>
    </tr>
  );
}
