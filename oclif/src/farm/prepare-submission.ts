/** Everything between checked options and a submission: project, digest, upload, limit (cli 7). */
import { type CompiledComposition, formatFps, type Notice, type RenderOptions } from '@framefarm/contract';
import type { FarmClient } from '@framefarm/farm-client';
import type { FarmListener } from './news.js';
import { sendProject } from './send-project.js';

export interface SentProject {
  /** `cmp_…` */
  readonly compositionId: string;
  readonly source: CompiledComposition;
  readonly notices: readonly Notice[];
}

export interface ProjectToSend {
  /** Absolute. */
  readonly projectDir: string;
  readonly options: RenderOptions;
  /** Absolute paths of what this command makes. */
  readonly results: readonly string[];
}

/** Compiles, lists, packs and uploads the project, so that it can be named in a request. */
export async function sentProject(
  client: FarmClient,
  { projectDir, options, results }: ProjectToSend,
  tell: FarmListener,
  signal: AbortSignal,
): Promise<SentProject> {
  const { compileSource } = await import('@framefarm/render');
  const { farmProject } = await import('../packing/pack-project.js');
  const source = await compileSource(projectDir, options);
  const project = await farmProject(projectDir, source, options, results, signal);
  await sendProject(client, project, tell);
  return { compositionId: project.id, source, notices: project.notices };
}

/** Frames per second of the render, as given: for the first line (cli 4). */
export function shownFps(options: RenderOptions, source: CompiledComposition): string {
  const asked = options.fps ?? source.fps ?? { num: 30, den: 1 };
  const isTooFast = options.format === 'gif' && asked.num / asked.den > GIF_FPS;
  return formatFps(isTooFast ? { num: GIF_FPS, den: 1 } : asked);
}

/** Highest rate of a GIF (cli 2). */
const GIF_FPS = 30;
