/** The chunks of a render, one a row. */
import type { Chunk } from '../api/objects.js';
import { chunkState, tableTitle } from '../chunk-figures.js';
import { duration } from '../figures.js';
import { ScrollRegion } from './scroll-region.js';

export function ChunkTable({ chunks }: { readonly chunks: readonly Chunk[] }) {
  return (
    <details>
      <summary>{tableTitle(chunks.length)}</summary>
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
                <td class="figure">
                  {chunk.firstFrame}–{chunk.firstFrame + chunk.frames - 1}
                </td>
                <td>{chunkState(chunk)}</td>
                <td>
                  <code>{chunk.worker ?? ''}</code>
                </td>
                <td>{chunk.attempts}</td>
                <td class="figure">{chunk.ms === null || chunk.reused ? '' : duration(chunk.ms)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollRegion>
    </details>
  );
}
