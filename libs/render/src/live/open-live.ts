/** A composition that is served to a browser of the user, with all that a render would give its own browsers. */
import { mkdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { CompiledComposition, RenderOptions } from '@framefarm/contract';
import { type ExternalResolver, openOriginListener } from '@framefarm/origin';
import { createScratch } from '@framefarm/process';
import { InlineMedia } from '../media/inline-media.js';
import { MediaSources } from '../media/media-sources.js';
import { openSite, type Site } from '../place/site.js';
import { TOOLS_HERE } from '../place/tools.js';
import { outputFps } from '../plan/encoding.js';
import { compileProject } from '../project/compile-project.js';
import { openProject } from '../project/project-reader.js';
import { Report } from '../run/report.js';
import { pageConfig } from '../stage/page-config.js';
import type { LiveComposition, LiveRequest, LiveRevision } from './live-api.js';
import { createRevision } from './revision.js';

/**
 * Opens the origin of a composition; nothing is read until `publish`.
 * @throws FramefarmError `ENCODER_NOT_FOUND`, and what a broken framefarm.config.json throws.
 */
export async function openLive(request: LiveRequest): Promise<LiveComposition> {
  const { projectDir, signal, options } = request;
  const ffmpeg = await TOOLS_HERE.ffmpeg(options.ffmpegPath);
  const listener = await openOriginListener(request.host);
  const scratch = await createScratch(tmpdir(), 'framefarm-preview-').catch(async (error) => {
    await listener.close();
    throw error;
  });
  let site: Site | null = null;
  const held: (() => Promise<void>)[] = [];
  const externals = (): ExternalResolver => (site as Site).externals;
  try {
    // The user's browser knows nothing of fontconfig: every bundled family comes as a web font.
    const extras = { ...request.site(externals), listener };
    site = await openSite(projectDir, options, scratch.path, false, signal, extras);
  } catch (error) {
    await listener.close();
    await scratch.remove();
    throw error;
  }
  const opened = site;
  let published = 0;

  const publish = async (variables: RenderOptions['variables']): Promise<LiveRevision> => {
    const report = new Report(undefined);
    const asked: RenderOptions = { ...options, variables };
    const project = await openProject(projectDir, options.outsideLinks);
    const compiled: CompiledComposition = await compileProject({ options: asked, report }, project);
    const { fps } = outputFps({ ...asked, format: 'mp4' }, compiled.fps);
    opened.origin.forgetMissing();
    const inline = new InlineMedia(async () => compiled, join(scratch.path, 'inline'));
    const sources = new MediaSources(project, opened, inline, ffmpeg, report, signal);
    const media = await sources.probeAssets(compiled.assets);
    await opened.publishPage(compiled, pageConfig('preview', compiled, fps, media, false));
    published += 1;
    const scratchDir = join(scratch.path, `revision-${published}`);
    await mkdir(scratchDir);
    // The one before may still be shown; nobody asks for those before that.
    await rm(join(scratch.path, `revision-${published - 2}`), { recursive: true, force: true });
    const parts = {
      projectDir,
      options: asked,
      site: opened,
      ffmpeg,
      sources,
      media,
      report,
      scratchDir,
      signal,
      held,
    };
    return createRevision({ ...parts, project, compiled, fps, number: published });
  };

  return {
    port: opened.origin.port,
    publish,
    close: async () => {
      await opened.close();
      await listener.close();
      // Files that cannot be removed now go when the process ends.
      await Promise.allSettled([...held.splice(0).map((release) => release()), scratch.remove()]);
    },
  };
}
