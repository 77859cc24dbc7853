/** Which worker did which chunk: one cell a chunk, and the same facts as a table. */
import type { Chunk } from '../api/objects.js';
import { chunkState, summaryOf, timesDone, WORKER_COLOURS, workersOf } from '../chunk-figures.js';
import { ChunkTable } from './chunk-table.js';

const STATES = ['reused', 'claimed', 'pending', 'failed'] as const;

export function ChunkMap({ chunks }: { readonly chunks: readonly Chunk[] }) {
  const workers = workersOf(chunks);
  const names = workers.map(({ name }) => name);
  const kindOf = (chunk: Chunk): string => {
    const at = names.indexOf(chunk.worker ?? '');
    return `cell ${chunkState(chunk)}${at < 0 ? '' : ` w${at % WORKER_COLOURS}`}`;
  };
  const states = STATES.filter((state) => chunks.some((chunk) => chunkState(chunk) === state));
  const isRetried = chunks.some((chunk) => chunk.attempts > 1);
  return (
    <section class="card" aria-labelledby="chunks-title">
      <h2 id="chunks-title">Chunks</h2>
      <p class="dim">{summaryOf(chunks)}</p>
      <div class="chunk-map" aria-hidden="true">
        {chunks.map((chunk) => (
          // A share of the row by frames would need a style attribute, which the policy refuses; cells are equal.
          <span key={chunk.index} class={kindOf(chunk)} title={titleOf(chunk)}>
            {chunk.attempts > 1 ? chunk.attempts : ''}
          </span>
        ))}
      </div>
      <ul class="legend">
        {workers.map(({ name, text }, index) => (
          <li key={name}>
            <span class={`cell committed w${index % WORKER_COLOURS}`} aria-hidden="true" />
            <span class="wrapped">
              <code>{name}</code> {text}
            </span>
          </li>
        ))}
        {states.map((state) => (
          <li key={state}>
            <span class={`cell ${state}`} aria-hidden="true" />
            {STATE_TEXTS[state]}
          </li>
        ))}
        {isRetried && (
          <li>
            <span class="cell committed" aria-hidden="true">
              2
            </span>
            captured again: times begun
          </li>
        )}
      </ul>
      <ChunkTable chunks={chunks} />
    </section>
  );
}

const STATE_TEXTS = {
  reused: 'reused from an earlier render',
  claimed: 'being captured',
  pending: 'not captured',
  failed: 'failed',
} as const;

function titleOf(chunk: Chunk): string {
  const parts = [`Chunk ${chunk.index}`, chunkState(chunk), chunk.worker ?? '', timesDone(chunk)];
  return parts.filter((part) => part !== '').join(', ');
}
