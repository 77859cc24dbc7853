/** The encoder of one chunk of a plan, and where its segment lies. */
import { join } from 'node:path';
import type { ChunkPlan, RenderPlan } from '@framefarm/contract';
import { type Ffmpeg, type SegmentEncoder, segmentName, startSegmentEncoder } from '@framefarm/media';

/** Segment file of a chunk, or for png-sequence the directory of all frames. */
export function segmentPath(plan: RenderPlan, framesDir: string, index: number): string {
  return plan.encoding.format === 'png-sequence' ? framesDir : join(framesDir, segmentName(plan.encoding, index));
}

export interface ChunkEncoding {
  readonly plan: RenderPlan;
  readonly chunk: ChunkPlan;
  readonly ffmpeg: Ffmpeg;
  /** Segment file, or for png-sequence the directory of all frames. */
  readonly out: string;
  readonly signal: AbortSignal;
}

export function startChunkEncoder({ plan, chunk, ffmpeg, out, signal }: ChunkEncoding): SegmentEncoder {
  const { encoding, capture } = plan;
  const { firstFrame, frames } = chunk;
  return startSegmentEncoder({ ffmpeg, encoding, input: capture.image, out, firstFrame, frames, signal });
}
