/** One chunk through one lane: frames go from the stage straight into the chunk's encoder. */

import type { Stage } from '@framefarm/browser';
import type { ChunkPlan, RenderPlan } from '@framefarm/contract';
import { type Ffmpeg, startSegmentEncoder } from '@framefarm/media';
import { openFrameBuffer } from './frame-buffer.js';

export interface ChunkTask {
  readonly plan: RenderPlan;
  readonly chunk: ChunkPlan;
  readonly stage: Stage;
  readonly ffmpeg: Ffmpeg;
  /** Segment file, or for png-sequence the directory of all frames. */
  readonly out: string;
  readonly signal: AbortSignal;
  /** Called once per frame handed to the encoder. */
  readonly onFrame: () => void;
}

/**
 * Captures and encodes a chunk. Resolves when its last frame is captured; `segment` settles when the encoder is
 * done. On any failure the unfinished segment is removed.
 */
export async function captureChunk(task: ChunkTask): Promise<{ readonly segment: Promise<void> }> {
  const { plan, chunk, stage, signal } = task;
  const encoder = startSegmentEncoder({
    ffmpeg: task.ffmpeg,
    encoding: plan.encoding,
    input: plan.capture.image,
    out: task.out,
    firstFrame: chunk.firstFrame,
    frames: chunk.frames,
    signal,
  });
  const buffer = openFrameBuffer((image) => encoder.write(image));
  try {
    for await (const { image, release } of stage.captureRun(chunk.firstFrame, chunk.frames)) {
      signal.throwIfAborted();
      await buffer.push(Buffer.from(image.buffer, image.byteOffset, image.byteLength), release);
      task.onFrame();
    }
  } catch (error) {
    await encoder.abort();
    throw error;
  }
  const finish = async (): Promise<void> => {
    await buffer.drained();
    await encoder.finish();
  };
  const segment = finish().catch(async (error) => {
    await encoder.abort();
    throw error;
  });
  return { segment };
}
