/** What the stages and the media of a render stand on: its project, served on a site, and where its media come from. */
import { join } from 'node:path';
import { compileComposition } from '@framefarm/composition';
import type { CompiledComposition } from '@framefarm/contract';
import type { Ffmpeg } from '@framefarm/media';
import { InlineMedia } from '../media/inline-media.js';
import { MediaSources } from '../media/media-sources.js';
import { openSite, type Site } from '../place/site.js';
import { HAS_FONT_CONFIG, type StageTools } from '../place/stage-tools.js';
import type { DiskProject } from '../project/project-reader.js';
import type { StageSource } from '../stage/stage-source.js';
import type { RenderContext } from './context.js';

export interface Ground {
  readonly project: DiskProject;
  readonly ffmpeg: Ffmpeg;
  readonly site: Site;
  readonly sources: MediaSources;
}

/** Opens the site at the place of the context; it serves no page yet. `compiled`: read again where it is not at hand and needed. */
export async function openGround(
  { request, report, scratchDir, signal, place }: RenderContext,
  project: DiskProject,
  ffmpeg: Ffmpeg,
  compiled: CompiledComposition | null,
): Promise<Ground> {
  const { outside, listener } = place;
  const extras = { outside, tellLoads: true, ...(listener === undefined ? {} : { listener }) };
  const site = await openSite(request.projectDir, request.options, scratchDir, HAS_FONT_CONFIG, signal, extras);
  const { composition: entryFile, variables } = request.options;
  const read = async () => compiled ?? compileComposition({ project, entryFile, variables });
  const inline = new InlineMedia(read, join(scratchDir, 'inline'));
  return { project, ffmpeg, site, sources: new MediaSources(project, site, inline, ffmpeg, report, signal) };
}

/** How stages are opened on the ground. */
export function stageSource(context: RenderContext, { site }: Ground, tools: StageTools): StageSource {
  const { request, report, scratchDir, place } = context;
  return { ...tools, site, options: request.options, report, scratchDir, launch: place.launch };
}
