/** The list of renders, newest first. */
import { useState } from 'preact/hooks';
import type { Page, Render, Status } from '../api/types.js';
import { useFresh } from '../hooks/use-fresh.js';
import { RendersTable } from '../parts/renders-table.js';

const CHOICES: readonly { readonly text: string; readonly statuses: readonly Status[] }[] = [
  { text: 'All', statuses: [] },
  { text: 'Waiting', statuses: ['queued'] },
  { text: 'Running', statuses: ['preparing', 'rendering', 'assembling', 'failing', 'cancelling'] },
  { text: 'Completed', statuses: ['completed'] },
  { text: 'Failed', statuses: ['failed'] },
  { text: 'Cancelled', statuses: ['cancelled'] },
];

export function RendersView() {
  const [choice, setChoice] = useState(0);
  const [cursors, setCursors] = useState<readonly string[]>([]);
  const query = new URLSearchParams({ limit: '50' });
  const statuses = CHOICES[choice]?.statuses ?? [];
  if (statuses.length > 0) query.set('status', statuses.join(','));
  const cursor = cursors.at(-1);
  if (cursor !== undefined) query.set('cursor', cursor);
  const { value, error } = useFresh<Page<Render>>(`/renders?${query}`, 2_000);
  const choose = (index: number): void => {
    setChoice(index);
    setCursors([]);
  };
  const next = value?.nextCursor ?? null;
  return (
    <>
      <div class="heading">
        <h2>Renders</h2>
        <fieldset class="choices">
          <legend class="visually-hidden">Show</legend>
          {CHOICES.map(({ text }, index) => (
            <label key={text}>
              <input type="radio" name="show" checked={index === choice} onChange={() => choose(index)} />
              {text}
            </label>
          ))}
        </fieldset>
      </div>
      {error !== null && <p class="connection">{error.message}</p>}
      {value !== null && value.items.length === 0 && <p class="dim">No render is in this list.</p>}
      {value !== null && value.items.length > 0 && <RendersTable renders={value.items} label="Renders" />}
      <div class="actions">
        {cursors.length > 0 && (
          <button type="button" onClick={() => setCursors(cursors.slice(0, -1))}>
            Newer
          </button>
        )}
        {next !== null && (
          <button type="button" onClick={() => setCursors([...cursors, next])}>
            Older
          </button>
        )}
      </div>
    </>
  );
}
