/** Pictures of source videos and the mix, each for itself: they need FFmpeg and no browser. */
import { rename } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { createScratch } from '@framefarm/process';
import { extractClip, mixSound, type PrepareMediaContext } from '../media/prepare-media.js';
import { measureOutput } from '../output/publish.js';
import { openProject } from '../project/project-reader.js';
import type { RenderContext } from '../run/context.js';
import { openGround } from '../run/ground.js';
import { checkEnvironment } from './check-environment.js';
import type { ExtractJob, MixedSound, PreparedJob, SoundJob, VideoPictures } from './steps-api.js';

export async function extractStep(context: RenderContext, job: ExtractJob): Promise<VideoPictures | null> {
  const { video, outDir } = job;
  return withMedia(context, job, dirname(outDir), async (media) => {
    const frames = await extractClip(media, video);
    if (frames === null) return null;
    const { count, extension, bytes, dir } = frames;
    await rename(dir, outDir);
    const elementId = job.prepared.plan.videos[video]?.elementId ?? '';
    return { video, elementId, extension, count, bytes };
  });
}

export async function soundStep(context: RenderContext, job: SoundJob): Promise<MixedSound | null> {
  return withMedia(context, job, job.outDir, async (media) => {
    const mixed = await mixSound(media);
    if (mixed === null) return null;
    const path = join(job.outDir, basename(mixed));
    await rename(mixed, path);
    return { path, ...(await measureOutput(path)) };
  });
}

/**
 * Files are made in a directory beside their place, which is gone afterwards, so that they appear whole. What the plan knows nothing of
 * was missing when it was made, and told of then.
 */
async function withMedia<T>(
  context: RenderContext,
  { prepared, options, projectDir }: PreparedJob,
  parent: string,
  work: (media: PrepareMediaContext) => Promise<T>,
): Promise<T> {
  const { place, report, signal } = context;
  const ffmpeg = await place.tools.ffmpeg(options.ffmpegPath);
  checkEnvironment(prepared, ffmpeg.builds);
  const ground = await openGround(context, await openProject(projectDir, options.outsideLinks), ffmpeg, null);
  const scratch = await createScratch(parent, '.framefarm-');
  for (const { source, elementId } of prepared.plan.audio?.tracks ?? []) {
    if (prepared.media[source] === undefined) ground.sources.assumeTold(source, elementId);
  }
  try {
    const made = await work({
      ...ground,
      plan: prepared.plan,
      // The farm keeps pictures by their content itself.
      options: { ...options, framesCacheDir: 'off' },
      sharedFramesDir: null,
      beginsAgain: false,
      report,
      scratchDir: scratch.path,
      signal,
    });
    report.checkGates(options);
    return made;
  } finally {
    await ground.site.close();
    await scratch.remove();
  }
}
