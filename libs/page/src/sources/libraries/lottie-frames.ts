/** Which frame of itself an animation of lottie-web shows at a time, as its own clock would count them. */

/** Where an animation was when it last was told to stand or to play. */
export interface LottieState {
  /** Frame of the animation, with fractions, counted from its first one. */
  readonly raw: number;
  /** Time of the composition, seconds. */
  readonly at: number;
  readonly isPlaying: boolean;
}

export interface LottiePace {
  /** Frames of one pass. */
  readonly frames: number;
  /** Frames in a second of the composition; negative backwards. */
  readonly perSecond: number;
  /** `true` for ever, a number for so many passes after the first one. */
  readonly loop: boolean | number;
}

/** The last frame is exclusive, so the end is held a hair before it. */
const HAIR = 1e-3;

/** Passes that follow each other; infinite for ever. */
export const passesOf = ({ loop }: Pick<LottiePace, 'loop'>): number =>
  loop === true ? Number.POSITIVE_INFINITY : 1 + Math.max(0, Number(loop) || 0);

/** Frames from the first one of the first pass on. */
const reachedFrame = (
  { raw, at }: Omit<LottieState, 'isPlaying'>,
  { perSecond }: LottiePace,
  seconds: number,
): number => raw + Math.max(0, seconds - at) * perSecond;

export function lottieFrame({ raw, at, isPlaying }: LottieState, pace: LottiePace, seconds: number): number {
  if (!isPlaying) return raw;
  const { frames, loop } = pace;
  const reached = reachedFrame({ raw, at }, pace, seconds);
  if (frames <= 0) return reached;
  // Backwards the library counts no passes.
  if (reached < 0) return loop === true ? ((reached % frames) + frames) % frames : 0;
  const last = Math.max(0, frames - HAIR);
  return reached >= frames * passesOf(pace) ? last : Math.min(reached % frames, last);
}

/** How many passes are over since then: all where the animation is complete, for which the library does not wait for its last frame to end. */
export function passesOver(state: LottieState, pace: LottiePace, seconds: number): number {
  if (!state.isPlaying || pace.frames <= 0) return 0;
  const reached = reachedFrame(state, pace, seconds);
  const all = passesOf(pace);
  if (reached < 0) return pace.loop === true ? 0 : all;
  return reached >= pace.frames * all - 1 && pace.perSecond > 0 ? all : Math.floor(reached / pace.frames);
}
