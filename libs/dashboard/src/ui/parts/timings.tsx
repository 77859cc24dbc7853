/** Where the time of a render went, phase by phase. */
import { duration, words } from '../figures.js';

export function Timings({ stages }: { readonly stages: Readonly<Record<string, number>> }) {
  const entries = Object.entries(stages).filter(([, ms]) => ms > 0);
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
