/** Which part of its source a plan shows of a video clip. */
import {
  type ChunkPlan,
  DRAWN_BEFORE_FRAMES,
  type EncodingPlan,
  type Fps,
  frameTime,
  type MediaInfo,
  type RenderPlan,
} from '@framefarm/contract';

/** What of a plan decides its pictures of videos and its sound. */
export type MediaPlan = Pick<RenderPlan, 'compositionFrames' | 'videos' | 'videoFrameFormat' | 'audio'> & {
  readonly encoding: Pick<EncodingPlan, 'fps' | 'format'>;
  readonly chunks: readonly Pick<ChunkPlan, 'firstFrame' | 'frames' | 'leadIn'>[];
};

/**
 * The part of the composition that the lanes show, seconds. One frame more at its end keeps what rounding takes from the
 * last.
 */
function shownSpan({ chunks, encoding: { fps }, compositionFrames }: MediaPlan): { begin: number; end: number } {
  const first = Math.min(...chunks.map((chunk) => chunk.firstFrame - chunk.leadIn));
  const end = Math.max(...chunks.map((chunk) => chunk.firstFrame + chunk.frames));
  return {
    begin: frameTime(Math.max(0, first - DRAWN_BEFORE_FRAMES), fps),
    end: frameTime(Math.min(compositionFrames, end + 1), fps),
  };
}

/** Pictures that a part has before its own: what rounding takes from the first. */
const PICTURES_BEFORE = 2;
/** Parts begin at multiples of this, seconds of output, so that parts that begin near each other share their pictures. */
const PART_STEP_SECONDS = 5;

export interface NeededPart {
  /** Number of the first picture, from 1; picture `n` stands `(n − 1) ÷ fps` after the clip's `mediaStart`. */
  readonly first: number;
  /** Seconds of source from `mediaStart` to the end of the part. */
  readonly seconds: number;
}

/** What a clip (index into `plan.videos`) needs of its source; null when none of it is shown. */
export function neededPart(plan: MediaPlan, video: number, { durationSeconds }: MediaInfo): NeededPart | null {
  const clip = plan.videos[video];
  if (clip === undefined) return null;
  const { begin, end } = shownSpan(plan);
  if (!(Math.min(clip.end, end) > Math.max(begin, clip.start))) return null;
  const played = (Math.min(clip.end, end) - clip.start) * clip.rate;
  // A looping clip shows its source from the start offset to the end, again and again; where that end is may be unknown.
  const needed = clip.loop && durationSeconds !== null ? durationSeconds - clip.mediaStart : played;
  return {
    first: clip.loop ? 1 : firstPicture(begin - clip.start, clip.rate, plan.encoding.fps),
    seconds: Math.max(needed, 1e-6),
  };
}

/** `passed`: seconds of the clip that are not shown. */
function firstPicture(passed: number, rate: number, fps: Fps): number {
  const before = Math.floor((passed * rate * fps.num) / fps.den) - PICTURES_BEFORE;
  const step = Math.round((PART_STEP_SECONDS * fps.num) / fps.den);
  return 1 + Math.max(0, Math.floor(before / step) * step);
}
