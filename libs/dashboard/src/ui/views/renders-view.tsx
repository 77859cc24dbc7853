/** The list of renders, newest first. */
import { useState } from 'preact/hooks';
import type { Page, RenderStatus, RenderSummary } from '../api/objects.js';
import { useFresh } from '../hooks/use-fresh.js';
import { usePages } from '../hooks/use-pages.js';
import { Pager } from '../parts/pager.js';
import { RendersTable } from '../parts/renders-table.js';

interface Choice {
  readonly text: string;
  readonly statuses: readonly RenderStatus[];
  readonly empty: string;
}

const CHOICES: readonly Choice[] = [
  { text: 'All', statuses: [], empty: 'There is no render yet. Submit one with “framefarm render --farm”.' },
  { text: 'Waiting', statuses: ['queued'], empty: 'No render waits.' },
  {
    text: 'Running',
    statuses: ['preparing', 'rendering', 'assembling', 'failing', 'cancelling'],
    empty: 'No render runs.',
  },
  { text: 'Completed', statuses: ['completed'], empty: 'No completed render is kept.' },
  { text: 'Failed', statuses: ['failed'], empty: 'No failed render is kept.' },
  { text: 'Cancelled', statuses: ['cancelled'], empty: 'No cancelled render is kept.' },
];

export function RendersView() {
  const [choice, setChoice] = useState(0);
  const place = usePages(50);
  const { statuses = [], empty = '' } = CHOICES[choice] ?? {};
  const only = statuses.length === 0 ? '' : `&status=${statuses.join(',')}`;
  const { value, error } = useFresh<Page<RenderSummary>>(`/renders?${place.query}${only}`, 2_000);
  const choose = (index: number): void => {
    setChoice(index);
    place.restart();
  };
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
      {value !== null && value.items.length === 0 && <p class="empty">{empty}</p>}
      {value !== null && value.items.length > 0 && <RendersTable renders={value.items} label="Renders" />}
      <Pager place={place} next={value?.nextCursor ?? null} />
    </>
  );
}
