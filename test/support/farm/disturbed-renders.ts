/** Farm renders that are meant to be disturbed, and what an undisturbed one gives. */
import { readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type RenderRecord, TERMINAL_STATUSES } from '@framefarm/farm';
import { composition, makeProject } from '../projects/project.js';
import { startTestFarm, type TestFarm } from './workers.js';

/** For `cutIntoChunksOf`, in each file that renders the box: its two seconds make four chunks, each longer than what a lane holds back for an encoder that does not read. */
export const BOX_CHUNK_FRAMES = 15;

export const DRAFT = { fps: 30, quality: 'draft' } as const;
/** The same in the format whose chunks FFmpeg joins. */
export const DRAFT_WEBM = { ...DRAFT, format: 'webm' } as const;
const SECONDS = 2;

/** A box that moves for two seconds: 60 frames. */
export function boxProject(): Promise<string> {
  const html = composition(
    `<style>#box{position:absolute;width:40px;height:40px;background:#08f;animation:go ${SECONDS}s linear both}
    @keyframes go{to{transform:translateX(260px)}}</style><div id="box" class="clip" data-start="0" data-duration="${SECONDS}" data-track-index="1"></div>`,
    { width: 320, height: 180, duration: SECONDS },
  );
  return makeProject({ 'index.html': html });
}

/** What has to be the same whatever happened on the way. */
export interface Result {
  readonly status: string;
  readonly frames: number | undefined;
  /** SHA-256 of the chunks, in their order. */
  readonly chunks: readonly (string | null)[];
  /** SHA-256 of the output as it lies in the store now. */
  readonly output: string | undefined;
}

export async function resultOf({ farm, store }: TestFarm, record: RenderRecord): Promise<Result> {
  const chunks = await farm.chunks.list(record.id);
  const { output } = record;
  const stored = output === null ? null : await store.head(output.storeKey);
  return {
    status: record.status,
    frames: output?.frames,
    chunks: chunks.map(({ sha256 }) => sha256),
    output: stored?.sha256,
  };
}

const known = new Map<object, Promise<Result>>();

/** The result of `boxProject` with these options on a farm of its own, rendered once for all test files of a process, or of the whole suite. */
export function undisturbed(options: typeof DRAFT | typeof DRAFT_WEBM = DRAFT): Promise<Result> {
  const result = known.get(options) ?? kept(options);
  known.set(options, result);
  // One that failed is not kept: the next test tries for itself.
  result.catch(() => known.delete(options));
  return result;
}

/** What another process of the suite has rendered, where the suite has a place for that (scripts/tests/run-tests.mjs); else a render. */
async function kept(options: typeof DRAFT | typeof DRAFT_WEBM): Promise<Result> {
  const place = process.env.FRAMEFARM_TEST_SHARED;
  if (place === undefined) return render(options);
  const file = join(place, `undisturbed-${'format' in options ? options.format : 'mp4'}.json`);
  const found = await readFile(file, 'utf8').catch(() => null);
  if (found !== null) return JSON.parse(found) as Result;
  const result = await render(options);
  // Whole or not at all: others may look for it at the same time.
  const draft = `${file}.${process.pid}`;
  await writeFile(draft, JSON.stringify(result));
  await rename(draft, file);
  return result;
}

async function render(options: typeof DRAFT | typeof DRAFT_WEBM): Promise<Result> {
  const farm = await startTestFarm();
  try {
    await farm.worker('calm');
    const { id } = await farm.submit(await farm.upload(await boxProject()), options);
    const result = await resultOf(farm, await farm.ended(id));
    if (result.status !== 'completed' || result.chunks.length < 2) throw new Error(JSON.stringify(result));
    return result;
  } finally {
    await farm.end();
  }
}

/** Terminal events of a render: one, whatever happened. */
export async function finals({ farm }: TestFarm, id: string): Promise<string[]> {
  const { events } = await farm.events.read(id, null, 1_000);
  return events
    .map(({ event }) => event.type)
    .filter((type) => (TERMINAL_STATUSES as readonly string[]).includes(type));
}
