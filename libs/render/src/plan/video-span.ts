/** Which part of its source a plan shows of a video clip. */
import { type ChunkPlan, type EncodingPlan, frameTime, type MediaInfo, type RenderPlan } from '@framefarm/contract';

/** What of a plan decides its pictures of videos and its sound. */
export type MediaPlan = Pick<RenderPlan, 'compositionFrames' | 'videos' | 'videoFrameFormat' | 'audio'> & {
  readonly encoding: Pick<EncodingPlan, 'fps' | 'format'>;
  readonly chunks: readonly Pick<ChunkPlan, 'firstFrame' | 'frames' | 'leadIn'>[];
};

/**
 * The part of the composition that the lanes show, seconds. Pictures count from the start of their clip, so a part needs
 * those before it too; one frame more at its end keeps what rounding takes from the last.
 */
function shownSpan({ chunks, encoding: { fps }, compositionFrames }: MediaPlan): { begin: number; end: number } {
  const first = Math.min(...chunks.map((chunk) => chunk.firstFrame - chunk.leadIn));
  const end = Math.max(...chunks.map((chunk) => chunk.firstFrame + chunk.frames));
  return { begin: frameTime(first, fps), end: frameTime(Math.min(compositionFrames, end + 1), fps) };
}

/** Seconds of source that a clip (index into `plan.videos`) needs from its `mediaStart` on; null when none of it is shown. */
export function neededSeconds(plan: MediaPlan, video: number, { durationSeconds }: MediaInfo): number | null {
  const clip = plan.videos[video];
  if (clip === undefined) return null;
  const { begin, end } = shownSpan(plan);
  const shown = Math.min(clip.end, end) - Math.max(begin, clip.start);
  if (!(shown > 0)) return null;
  // A looping clip shows its source from the start offset to the end, again and again.
  const needed = clip.loop
    ? (durationSeconds ?? shown * clip.rate) - clip.mediaStart
    : (Math.min(clip.end, end) - clip.start) * clip.rate;
  return Math.max(needed, 1e-6);
}
