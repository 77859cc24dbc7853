/** Pictures of one video clip, made once per content and owner. */
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { STORE_KEYS, type Step } from '@framefarm/farm';
import { picturesKey, type VideoPictures } from '@framefarm/render';
import type { ObjectStore } from '@framefarm/storage';
import { packDirectory } from './directory-tar.js';
import { type StepFacts, type StepRun, withPlaced } from './step-run.js';
import { throughOutage } from './through-outage.js';

/** Longest time to extract a clip, and from there to the commit of the step, ms; retention leaves the pictures alone that long. */
const HELD_MS = 3_600_000;
const UNTIL_COMMITTED_MS = 60_000;

/** Pictures as a committed step tells of them. */
export type StoredPictures = VideoPictures & { readonly storeKey: string };

export async function extract(run: StepRun<Extract<Step, { readonly kind: 'extract' }>>): Promise<StepFacts> {
  const { station, record, step, fence, signal, directory, listener } = run;
  const { store, lanes, inputs } = station;
  const { video } = step;
  return withPlaced(run, async ({ prepared, work }) => {
    const content = picturesKey(prepared.step, video);
    const ownKey = STORE_KEYS.ownPictures(record.id, record.epoch, video, fence);
    const shared = content === null ? null : STORE_KEYS.pictures(record.owner, content);
    const isHeld = shared !== null && (await holdPictures(run, shared, HELD_MS));
    const storeKey = isHeld && shared !== null ? shared : ownKey;
    const factsKey = `${storeKey}.json`;
    const elementId = prepared.step.plan.videos[video]?.elementId ?? '';
    const known = !isHeld ? null : await knownPictures(store, storeKey, factsKey);
    if (known !== null) {
      await holdPictures(run, storeKey, UNTIL_COMMITTED_MS);
      return { pictures: { ...known, video, elementId, storeKey }, reused: true };
    }

    const outDir = join(directory, 'pictures');
    const wanted = { kind: 'media', occupant: work.occupant, renderId: record.id } as const;
    const pictures = await lanes.use(wanted, signal, (lane) =>
      lane.perform<'extract'>({ ...work, kind: 'extract', video, outDir }, listener, signal),
    );
    if (pictures === null) return { pictures: null };
    await store.putStream(storeKey, packDirectory(outDir), { contentType: 'application/x-tar', signal });
    // Last, because whoever finds the facts takes the pictures for complete.
    await store.put(factsKey, JSON.stringify(pictures), { contentType: 'application/json', signal });
    await inputs.keepDirectory(storeKey, outDir);
    if (isHeld) await holdPictures(run, storeKey, UNTIL_COMMITTED_MS);
    return { pictures: { ...pictures, storeKey } };
  });
}

/** One for each claim, so that it can say anew for how long it holds. */
export function holderOf({ record, step, fence }: Pick<StepRun, 'record' | 'step' | 'fence'>): string {
  return `${record.id}/${record.epoch}/${step.id}/${fence}`;
}

/** Pictures and their facts stay until the step is committed; false when retention removes one of them this moment. */
async function holdPictures(run: StepRun, key: string, ms: number): Promise<boolean> {
  const { station, deadlineMs, signal } = run;
  const hold = () => station.farm.retention.hold([key, `${key}.json`], holderOf(run), ms);
  const held = await throughOutage(hold, deadlineMs, signal);
  return held.every(Boolean);
}

async function knownPictures(store: ObjectStore, storeKey: string, factsKey: string): Promise<VideoPictures | null> {
  const [facts, pictures] = await Promise.all([store.read(factsKey), store.head(storeKey)]);
  if (facts === null) return null;
  const read = JSON.parse(await text(facts.body)) as VideoPictures;
  return pictures === null ? null : read;
}
