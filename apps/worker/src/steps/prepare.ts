/** Compiles, checks and plans a render; the lane stays ready for its first chunks. */
import { STORE_KEYS, type Step } from '@framefarm/farm';
import { fetched } from '../cache/fetched.js';
import { occupantOf, type StepFacts, type StepRun } from './step-run.js';
import { throughOutage } from './through-outage.js';
import { valueWithoutPlaces } from './without-places.js';

export async function prepare(run: StepRun<Extract<Step, { readonly kind: 'prepare' }>>): Promise<StepFacts> {
  const { station, record, fence, signal, options, deadlineMs, listener } = run;
  const { inputs, lanes, store, farm } = station;
  const occupant = occupantOf(run);
  const project = await fetched(inputs.composition(record.owner, record.compositionId), signal);
  try {
    const wanted = { kind: 'browser', occupant, renderId: record.id } as const;
    const step = await lanes.use(wanted, signal, (lane) =>
      lane.perform<'prepare'>(
        {
          kind: 'prepare',
          projectDir: project.path,
          options,
          occupant,
          deadlineMs,
          refuted: record.refuted,
          dependent: record.dependent,
        },
        listener,
        signal,
      ),
    );
    const key = STORE_KEYS.prepared(record.id, record.epoch, fence);
    const text = JSON.stringify(step);
    const warnings = valueWithoutPlaces(step.warnings, station.directory);
    await Promise.all([
      store.put(key, text, { contentType: 'application/json', signal }),
      inputs.keepText(key, text),
      ...(warnings.length === 0
        ? []
        : [throughOutage(() => farm.renders.warn(record.id, record.epoch, warnings), deadlineMs, signal)]),
    ]);
    return { preparedKey: key, frames: step.plan.frames, chunks: step.plan.chunks.length, timings: step.timings };
  } finally {
    project.release();
  }
}
