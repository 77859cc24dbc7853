/** A farm in one process: the steps of a render at several places, each with a copy of the project, JSON and files between. */
import { cpSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { join } from 'node:path';
import { type RawOptions, type RenderOptions, resolveRenderOptions } from '@framefarm/contract';
import {
  type CapturedChunk,
  openRenderSession,
  type PlacedPictures,
  type PreparedStep,
  type RenderResult,
  type RenderSession,
  type StepPlace,
} from '@framefarm/render';
import { atFileEnd } from '../machine/file-end.js';
import { scratchDirectory } from '../projects/project.js';

export function renderOptions(raw: RawOptions = {}): RenderOptions {
  const resolved = resolveRenderOptions({ quality: 'draft', offline: true, ...raw });
  if (!resolved.ok) throw new Error(JSON.stringify(resolved.issues));
  return { ...resolved.options, variables: (raw.variables as Record<string, unknown> | undefined) ?? {} };
}

/** What went over the wire. */
export function sent<T>(value: T): T {
  return JSON.parse(JSON.stringify(value)) as T;
}

export function copyOf(project: string): string {
  const directory = join(scratchDirectory(), 'project');
  cpSync(project, directory, { recursive: true });
  return directory;
}

/** Pictures of every clip of the plan. */
export async function extractAll(
  place: StepPlace,
  projectDir: string,
  options: RenderOptions,
  prepared: PreparedStep,
): Promise<PlacedPictures[]> {
  const placed: PlacedPictures[] = [];
  for (const video of prepared.plan.videos.keys()) {
    const dir = join(scratchDirectory(), `video-${video}`);
    const pictures = await place.extract({ projectDir, options, prepared, video, outDir: dir });
    if (pictures !== null) placed.push({ ...sent(pictures), dir });
  }
  return placed;
}

/** Captures chunks into a directory of their own; resolves with what was handed over, in that order. */
export async function captured(
  place: StepPlace,
  job: Omit<Parameters<StepPlace['capture']>[0], 'outDir' | 'onChunk'>,
): Promise<{ readonly handed: CapturedChunk[]; readonly resumed: boolean }> {
  const outDir = await mkdtemp(join(scratchDirectory(), 'chunks-'));
  const handed: CapturedChunk[] = [];
  const { chunks, resumed } = await place.capture({
    ...job,
    outDir,
    onChunk: (chunk) => void handed.push(chunk),
  });
  if (JSON.stringify(chunks) !== JSON.stringify(handed))
    throw new Error('the outcome differs from what was handed over');
  return { handed, resumed };
}

let session: RenderSession | null = null;
atFileEnd(async () => {
  await session?.close();
  session = null;
});

/** A local render that takes its pictures as the plan does: one whose page gave no picture to compare is done again. Those of a test file share browsers. */
export async function renderLike(
  { plan }: PreparedStep,
  projectDir: string,
  options: RenderOptions,
  outputPath: string,
): Promise<RenderResult> {
  const tuning = { capturePath: plan.capture.path };
  session ??= openRenderSession();
  const result = await session.render({ projectDir, options, outputPath, tuning });
  if (result.capture.path === plan.capture.path) return result;
  return session.render({ projectDir, options, outputPath, tuning });
}
