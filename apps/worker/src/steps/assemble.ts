/** Joins the chunks, verifies the output and puts it into the store with its manifest. */
import { basename, join } from 'node:path';
import { FORMATS, formatFps, type OutputFormat } from '@framefarm/contract';
import { type RenderArtefact, STORE_KEYS, type Step } from '@framefarm/farm';
import { FRAMEFARM_VERSION, type RenderOutput } from '@framefarm/render';
import type { Held } from '../cache/content-cache.js';
import { fetched } from '../cache/fetched.js';
import { zipSequence } from './sequence-zip.js';
import { type StepFacts, type StepRun, withPlaced } from './step-run.js';

type AssembleRun = StepRun<Extract<Step, { readonly kind: 'assemble' }>>;

/** Segments that are fetched at once. */
const FETCHED_AT_ONCE = 8;

export async function assemble(run: AssembleRun): Promise<StepFacts> {
  const { station, record, signal, directory, listener } = run;
  return withPlaced(run, async ({ prepared, work }) => {
    const { format } = prepared.step.plan.encoding;
    const held: Held[] = [];
    try {
      const [segments, sound] = await Promise.all([fetchSegments(run, format, held), fetchSound(run, held)]);
      // Not called as it was asked for: that name, with an extension or `.zip` behind it, may be longer than a file's may be.
      const outputPath = join(directory, `output${FORMATS[format].extension}`);
      const wanted = { kind: 'media', occupant: work.occupant, renderId: record.id } as const;
      const output = await station.lanes.use(wanted, signal, (lane) =>
        lane.perform<'assemble'>({ ...work, kind: 'assemble', segments, sound, outputPath }, listener, signal),
      );
      return { artefact: await store(run, output, format) };
    } catch (error) {
      await discardOutput(run);
      throw error;
    } finally {
      for (const one of held) one.release();
    }
  });
}

/** Removes what this claim put into the store: an output that nobody committed is nobody's. */
export async function discardOutput({ station, record, fence }: StepRun): Promise<void> {
  const facts = { renderId: record.id, epoch: record.epoch, fence };
  await station.store
    .removeAll(STORE_KEYS.outputsOfClaim(record.id, record.epoch, fence))
    .catch((error) => station.log.warn({ ...facts, err: String(error) }, 'an unused output stays until retention'));
}

/**
 * Removes what earlier claims of a committed step had stored when their workers were killed before they could commit it. A
 * claim whose worker is only slow discards its own as soon as its commit is refused.
 */
export async function discardEarlierOutputs({ station, record, fence }: StepRun): Promise<void> {
  const { id: renderId, epoch } = record;
  if (fence === 1 && epoch === 1) return;
  const own = STORE_KEYS.outputsOfClaim(renderId, epoch, fence);
  try {
    for await (const { key } of station.store.list(STORE_KEYS.outputs(renderId))) {
      if (!key.startsWith(own)) await station.store.remove(key);
    }
  } catch (error) {
    station.log.warn({ renderId, epoch, fence, err: String(error) }, 'outputs of earlier claims stay until retention');
  }
}

/** Last part of the name that was asked for, else the request's, with the extension of what is stored. */
function fileNameOf({ record }: AssembleRun, format: OutputFormat): string {
  const extension = format === 'png-sequence' ? '.zip' : FORMATS[format].extension;
  const name = basename(record.outputName ?? record.requestId);
  return name.toLowerCase().endsWith(extension) ? name : `${name}${extension}`;
}

async function fetchSegments(
  { station, record, signal }: AssembleRun,
  format: OutputFormat,
  held: Held[],
): Promise<string[]> {
  const rows = await station.farm.chunks.list(record.id);
  const paths: string[] = [];
  const left = rows.map(({ index, storeKey }) => ({ index, storeKey })).reverse();
  const fetchNext = async (): Promise<void> => {
    for (let next = left.pop(); next !== undefined; next = left.pop()) {
      if (next.storeKey === null) throw new Error(`chunk ${next.index} is not committed`);
      const { inputs } = station;
      const getting = format === 'png-sequence' ? inputs.directory(next.storeKey) : inputs.object(next.storeKey);
      const segment = await fetched(getting, signal);
      held.push(segment);
      paths[next.index] = segment.path;
    }
  };
  await Promise.all(Array.from({ length: FETCHED_AT_ONCE }, fetchNext));
  return paths;
}

async function fetchSound({ station, record, signal }: AssembleRun, held: Held[]): Promise<string | null> {
  const rows = await station.farm.steps.list(record.id, record.epoch);
  const key = rows.find(({ id }) => id === 'sound')?.result?.soundKey;
  if (typeof key !== 'string') return null;
  const sound = await fetched(station.inputs.object(key), signal);
  held.push(sound);
  return sound.path;
}

async function store(run: AssembleRun, output: RenderOutput, format: OutputFormat): Promise<RenderArtefact> {
  const { station, record, fence, signal } = run;
  const isSequence = format === 'png-sequence';
  const zip = `${output.path}.zip`;
  const files = isSequence ? await zipSequence(output.path, zip) : [];
  const file = isSequence ? zip : output.path;
  const fileName = fileNameOf(run, format);
  const storeKey = STORE_KEYS.output(record.id, record.epoch, fence, fileName);
  const { contentType } = FORMATS[format];
  const { size, sha256 } = await station.store.putFile(storeKey, file, {
    contentType,
    signal,
    ...(isSequence ? {} : { sha256: output.sha256 }),
  });
  const { width, height, durationSeconds, frames } = output;
  const artefact: RenderArtefact = {
    storeKey,
    fileName,
    contentType,
    size,
    sha256,
    durationSeconds,
    width,
    height,
    fps: formatFps(output.fps),
    frames,
    expiresAt: new Date((await station.farm.time()) + record.retentionSeconds * 1000).toISOString(),
    files,
  };
  const manifest = { renderId: record.id, epoch: record.epoch, framefarm: FRAMEFARM_VERSION, ...artefact };
  await station.store.put(STORE_KEYS.manifest(storeKey), `${JSON.stringify(manifest, null, 2)}\n`, {
    contentType: 'application/json',
    signal,
  });
  return artefact;
}
