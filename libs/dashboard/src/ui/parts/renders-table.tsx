/** Renders, one a row. */
import type { Render } from '../api/types.js';
import { elapsed, moment } from '../figures.js';
import { ProgressBar } from './progress-bar.js';
import { ScrollRegion } from './scroll-region.js';
import { StatusMark } from './status-mark.js';

export function RendersTable({ renders, label }: { readonly renders: readonly Render[]; readonly label: string }) {
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
            <tr key={render.id}>
              <th scope="row">
                <a href={`#/renders/${render.id}`}>
                  <code>{render.id}</code>
                </a>
                {render.batch !== null && <span class="dim"> row {render.batch.row}</span>}
                {Object.entries(render.labels).map(([key, value]) => (
                  <span key={key} class="label">
                    {key}: {value}
                  </span>
                ))}
              </th>
              <td>
                <StatusMark status={render.status} />
                {render.error !== null && <code class="dim"> {render.error.code}</code>}
                {render.ahead !== null && <span class="dim"> {render.ahead} ahead</span>}
              </td>
              <td>
                <ProgressBar value={render.progress} label={`Progress of ${render.id}`} />
              </td>
              <td class="figure">
                {render.totalFrames === 0 ? '' : `${render.framesRendered} / ${render.totalFrames}`}
              </td>
              <td class="figure">{moment(render.createdAt)}</td>
              <td class="figure">{elapsed(render.startedAt, render.finishedAt, Date.now()) ?? ''}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollRegion>
  );
}
