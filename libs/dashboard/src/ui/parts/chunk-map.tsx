/** Which worker did which chunk: one cell a chunk, as wide as its frames, and the same facts as a table. */
import type { Chunk } from '../api/types.js';
import { duration } from '../figures.js';
import { ScrollRegion } from './scroll-region.js';

/** Colours that are told apart; more workers begin again. */
const COLOURS = 8;

export function ChunkMap({ chunks }: { readonly chunks: readonly Chunk[] }) {
  const workers = [...new Set(chunks.map(({ worker }) => worker).filter((name) => name !== null))].sort();
  const colour = (worker: string | null): string => (worker === null ? '' : `w${workers.indexOf(worker) % COLOURS}`);
  return (
    <section class="card" aria-labelledby="chunks-title">
      <h2 id="chunks-title">Chunks</h2>
      <div class="chunk-map" aria-hidden="true">
        {chunks.map((chunk) => (
          <span
            key={chunk.index}
            class={`cell ${chunk.state} ${colour(chunk.worker)}`}
            // A share of the row by frames would need a style attribute, which the policy refuses; cells are equal.
            title={`${chunk.index}: ${chunk.state}`}
          />
        ))}
      </div>
      {workers.length > 0 && (
        <ul class="legend">
          {workers.map((worker) => (
            <li key={worker}>
              <span class={`cell committed ${colour(worker)}`} aria-hidden="true" />
              {worker}
            </li>
          ))}
        </ul>
      )}
      <details>
        <summary>All {chunks.length} chunks</summary>
        <ScrollRegion label="Chunks as a table">
          <table>
            <thead>
              <tr>
                <th scope="col">Chunk</th>
                <th scope="col">Frames</th>
                <th scope="col">State</th>
                <th scope="col">Worker</th>
                <th scope="col">Attempts</th>
                <th scope="col">Time</th>
              </tr>
            </thead>
            <tbody>
              {chunks.map((chunk) => (
                <tr key={chunk.index}>
                  <th scope="row">{chunk.index}</th>
                  <td>
                    {chunk.firstFrame}–{chunk.firstFrame + chunk.frames - 1}
                  </td>
                  <td>{chunk.reused ? 'reused' : chunk.state}</td>
                  <td>{chunk.worker ?? ''}</td>
                  <td>{chunk.attempts}</td>
                  <td>{chunk.ms === null ? '' : duration(chunk.ms)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </ScrollRegion>
      </details>
    </section>
  );
}
