/** The encoder of the first chunk, started while its lane still gets ready: FFmpeg takes a while to load. */
import { mkdir } from 'node:fs/promises';
import type { ChunkPlan, RenderPlan } from '@framefarm/contract';
import type { Ffmpeg, SegmentEncoder } from '@framefarm/media';
import { segmentPath, startChunkEncoder } from './chunk-encoder.js';

export interface EncoderWork {
  readonly plan: RenderPlan;
  readonly ffmpeg: Ffmpeg;
  /** Directory of the segments; for png-sequence that of the finished frames. */
  readonly framesDir: string;
  readonly signal: AbortSignal;
}

export interface FirstEncoder {
  /** Gives the encoder out, once; null for other chunks, and where it has not been started. */
  take(chunk: ChunkPlan): SegmentEncoder | null;
  /** Ends it unless it was given out. Never rejects. */
  close(): Promise<void>;
}

export function openFirstEncoder(work: EncoderWork): FirstEncoder {
  const { plan, ffmpeg, framesDir, signal } = work;
  const first = plan.encoding.format === 'png-sequence' ? undefined : plan.chunks[0];
  let encoder: SegmentEncoder | null = null;
  let wanted = first !== undefined;
  const begin = async (): Promise<void> => {
    await mkdir(framesDir, { recursive: true });
    if (!wanted || first === undefined) return;
    encoder = startChunkEncoder({ plan, chunk: first, ffmpeg, out: segmentPath(plan, framesDir, first.index), signal });
  };
  // One that cannot be started is started again by its chunk, which says why.
  const begun = wanted ? begin().catch(() => {}) : Promise.resolve();
  return {
    take: ({ index }) => {
      if (index !== first?.index) return null;
      wanted = false;
      const taken = encoder;
      encoder = null;
      return taken;
    },
    close: async () => {
      wanted = false;
      await begun;
      await encoder?.abort();
      encoder = null;
    },
  };
}
