/** The last step: from segments and sound to the verified output in its place. */
import { constants } from 'node:fs';
import { copyFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { counted, FramefarmError } from '@framefarm/contract';
import type { RenderOutput } from '../api.js';
import { finishOutput } from '../output/finish-output.js';
import { openStaging, SEQUENCE_FILE } from '../output/publish.js';
import type { RenderContext } from '../run/context.js';
import { checkEnvironment } from './check-environment.js';
import type { AssembleJob } from './steps-api.js';

export async function assembleStep(context: RenderContext, job: AssembleJob): Promise<RenderOutput> {
  const { prepared, segments: paths, sound, outputPath } = job;
  const { plan } = prepared;
  const ffmpeg = await context.place.tools.ffmpeg(job.options.ffmpegPath);
  checkEnvironment(prepared, ffmpeg.builds);
  if (paths.length !== plan.chunks.length) {
    const message = `the plan has ${counted(plan.chunks.length, 'chunk')}, but the segments given are ${paths.length}`;
    throw new FramefarmError('INTERNAL_ERROR', message, { stage: 'assemble' });
  }
  const isSequence = plan.encoding.format === 'png-sequence';
  const staging = await openStaging(outputPath, isSequence ? 'directory' : 'file');
  try {
    if (isSequence) for (const directory of paths) await copyFrames(directory, staging.path);
    const segments = plan.chunks.map(({ index, firstFrame, frames }) => ({
      path: isSequence ? staging.path : (paths[index] ?? ''),
      firstFrame,
      frames,
    }));
    return await finishOutput({ ...context, plan, segments, sound, ffmpeg, staging, outputPath });
  } finally {
    await staging.discard();
  }
}

/** Shares blocks with the originals where the file system can. */
async function copyFrames(from: string, to: string): Promise<void> {
  for (const name of await readdir(from)) {
    if (SEQUENCE_FILE.test(name)) await copyFile(join(from, name), join(to, name), constants.COPYFILE_FICLONE);
  }
}
