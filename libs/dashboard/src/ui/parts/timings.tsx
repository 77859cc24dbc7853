/** Where the time of a render went, phase by phase. */
import type { Render } from '../api/objects.js';
import { duration, words } from '../figures.js';

export function Timings({ perf }: { readonly perf: Render['perf'] }) {
  const stages = Object.entries((perf?.stages ?? {}) as Readonly<Record<string, unknown>>);
  const entries = stages.filter((entry): entry is [string, number] => typeof entry[1] === 'number' && entry[1] > 0);
  const longest = Math.max(1, ...entries.map(([, ms]) => ms));
  if (entries.length === 0) return null;
  return (
    <section class="card" aria-labelledby="timings-title">
      <h2 id="timings-title">Time by phase</h2>
      <table class="timings">
        <tbody>
          {entries.map(([stage, ms]) => (
            <tr key={stage}>
              <th scope="row">{words(stage)}</th>
              <td>{duration(ms)}</td>
              <td class="meter-cell">
                <meter min={0} max={longest} value={ms} aria-label={`${words(stage)}: ${duration(ms)}`} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
