/** Reading the frames of a png-sequence back. */
import { open, readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { counted, type EncodingPlan, FramefarmError, frameTime } from '@framefarm/contract';
import { SEQUENCE_AUDIO_NAME } from '../assemble/assemble.js';
import { pngSize } from '../encode/image-size.js';
import { sequenceFrameName } from '../encode/png-sequence.js';
import { invalid, type VerifiedOutput, type VerifyOptions } from './expected.js';

export async function verifySequence(options: VerifyOptions): Promise<VerifiedOutput> {
  const { path, encoding, frames } = options;
  const names = new Set(await readdir(path));
  let sizeBytes = 0;
  for (let index = 0; index < frames; index += 1) {
    const name = sequenceFrameName(encoding.firstFrame + index);
    if (!names.delete(name)) throw invalid(counted(frames, 'frame'), `no ${name}`);
    sizeBytes += (await checkSequenceFrame(join(path, name), encoding)).size;
  }
  const hasAudio = names.delete(SEQUENCE_AUDIO_NAME);
  if (hasAudio !== options.audio) {
    throw invalid(options.audio ? SEQUENCE_AUDIO_NAME : 'no sound', hasAudio ? SEQUENCE_AUDIO_NAME : 'none');
  }
  const surplus = [...names].filter((name) => name.startsWith('frame_'));
  if (surplus.length > 0) throw invalid(counted(frames, 'frame'), `${surplus.length} more, e.g. ${surplus[0]}`);
  if (hasAudio) sizeBytes += (await stat(join(path, SEQUENCE_AUDIO_NAME))).size;
  const { width, height } = encoding;
  return { media: null, frames, durationSeconds: frameTime(frames, encoding.fps), width, height, sizeBytes };
}

async function checkSequenceFrame(file: string, encoding: EncodingPlan): Promise<{ readonly size: number }> {
  const handle = await open(file);
  try {
    const head = Buffer.alloc(33);
    await handle.read(head, 0, head.length, 0);
    const size = pngSize(head);
    if (size?.width !== encoding.width || size.height !== encoding.height) {
      throw invalid(`${encoding.width}x${encoding.height} pixels`, size ? `${size.width}x${size.height}` : 'no PNG');
    }
    if (head[25] !== 6) {
      throw new FramefarmError('ALPHA_NOT_ENCODED', `"${file}" should be RGBA; its PNG colour type is ${head[25]}`, {
        stage: 'assemble',
      });
    }
    return { size: (await handle.stat()).size };
  } finally {
    await handle.close();
  }
}
