/** One worker: whether it takes work, what it is made of, what it does. */
import type { FarmWorker } from '../api/objects.js';
import { counted } from '../chunk-figures.js';
import { elapsed, megabytes, words } from '../figures.js';
import { useNow } from '../hooks/use-now.js';
import { visibleText } from '../visible-text.js';

export function WorkerCard({ worker }: { readonly worker: FarmWorker }) {
  const now = useNow(true);
  const { name, blocked, work } = worker;
  const lanes = work.filter(({ kind }) => kind === 'capture' || kind === 'prepare').length;
  const facts: readonly (readonly [string, string])[] = [
    ['Id', worker.id],
    ['Host', worker.host],
    ['Lanes', `${lanes} of ${worker.slots} busy`],
    [
      'Memory',
      `${megabytes(worker.rssMb)} used, ${megabytes(worker.freeMemoryMb)} of ${megabytes(worker.memoryMb)} free`,
    ],
    ['Cores', String(worker.cores)],
    ['Running for', elapsed(worker.startedAt, null, now) ?? ''],
    ['Tags', worker.tags.join(', ')],
    ...Object.entries(worker.versions),
  ];
  return (
    <section class="card" aria-label={`Worker ${name}`}>
      <h3>
        {visibleText(name)} <WorkerMarks worker={worker} />
      </h3>
      {blocked !== null && <p class="wrapped connection">{visibleText(blocked)}</p>}
      <dl class="facts">
        {facts
          .filter(([, text]) => text !== '')
          .map(([term, text]) => (
            <div key={term}>
              <dt>{term}</dt>
              <dd class="wrapped">{visibleText(text)}</dd>
            </div>
          ))}
      </dl>
      {work.length === 0 ? (
        <p class="dim">Nothing to do now.</p>
      ) : (
        <ul>
          {work.map((item) => (
            <li key={`${item.renderId} ${item.stepId} ${item.since}`} class="wrapped">
              {words(item.kind)} of{' '}
              <a href={`#/renders/${item.renderId}`}>
                <code>{item.renderId}</code>
              </a>
              {item.frames > 0 ? `, ${counted(item.frames, 'frame')}` : ''}, {elapsed(item.since, null, now)}
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

function WorkerMarks({ worker }: { readonly worker: FarmWorker }) {
  const { blocked, draining, sandbox } = worker;
  return (
    <>
      {blocked === null && !draining && <span class="mark good">ready</span>}
      {blocked !== null && <span class="mark bad">blocked</span>} {draining && <span class="mark busy">draining</span>}{' '}
      {!sandbox && <span class="mark bad">no sandbox</span>}
    </>
  );
}
