/** A second copy of a finished output, published like a render's own. */
import { constants } from 'node:fs';
import { copyFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { FramefarmError } from '@framefarm/contract';
import type { RenderOutput } from '../api.js';
import { measureOutput, openStaging, SEQUENCE_FILE } from './publish.js';

/**
 * Copies `output` to the absolute path `target`, whole or not at all, and resolves with what lies there. The copy shares
 * blocks with the original where the file system can, and is no hard link: whoever edits one does not change the other.
 * @throws FramefarmError OUTPUT_INVALID when the original is not what it was any more, OUTPUT_NOT_WRITABLE, DISK_FULL;
 * errors of the file system when the original cannot be read.
 */
export async function copyOutput<T extends Pick<RenderOutput, 'path' | 'size' | 'sha256'>>(
  output: T,
  target: string,
  kind: 'file' | 'directory',
): Promise<T> {
  const staging = await openStaging(target, kind);
  try {
    const names = kind === 'file' ? [''] : (await readdir(output.path)).filter((name) => SEQUENCE_FILE.test(name));
    for (const name of names) {
      await copyFile(join(output.path, name), join(staging.path, name), constants.COPYFILE_FICLONE);
    }
    const { size, sha256 } = await measureOutput(staging.path);
    if (size !== output.size || sha256 !== output.sha256) {
      throw new FramefarmError('OUTPUT_INVALID', `${output.path} has changed since it was rendered`, {
        stage: 'publish',
      });
    }
    await staging.publish();
    return { ...output, path: target };
  } finally {
    await staging.discard();
  }
}
