/** The mix of a render. */
import { extname } from 'node:path';
import { STORE_KEYS, type Step } from '@framefarm/farm';
import { type StepFacts, type StepRun, withPlaced } from './step-run.js';

export async function sound(run: StepRun<Extract<Step, { readonly kind: 'sound' }>>): Promise<StepFacts> {
  const { station, record, fence, signal, directory, listener } = run;
  const { store, lanes, inputs } = station;
  return withPlaced(run, async ({ work }) => {
    const wanted = { kind: 'media', occupant: work.occupant, renderId: record.id } as const;
    const mixed = await lanes.use(wanted, signal, (lane) =>
      lane.perform<'sound'>({ ...work, kind: 'sound', outDir: directory }, listener, signal),
    );
    if (mixed === null) return { soundKey: null };
    const soundKey = STORE_KEYS.sound(record.id, record.epoch, fence, extname(mixed.path));
    await store.putFile(soundKey, mixed.path, { sha256: mixed.sha256, signal });
    await inputs.keepObject(soundKey, mixed.path);
    return { soundKey };
  });
}
