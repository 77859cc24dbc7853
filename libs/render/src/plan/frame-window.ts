/** Which frames of a composition a render makes: all of them, or the part that was asked for. */
import { type Fps, FramefarmError, formatFps, frameAtOrAfter, frameTime, type RenderRange } from '@framefarm/contract';
import { framesWords, lengthWords, shortSeconds } from './length-words.js';

export interface FrameWindow {
  /** Counted over the whole composition, from 0. */
  readonly firstFrame: number;
  /** ≥ 1. */
  readonly frames: number;
}

/**
 * The frames of `range` in a composition of `compositionFrames` frames. A time stands for the first frame at or after
 * it; the end of a range of times is exclusive, that of a range of frames inclusive (issue 3).
 * @throws FramefarmError `VALIDATION_FAILED` when the range leaves the composition or holds no frame: nothing is
 * clamped, since a shorter part than asked for would be a surprise.
 */
export function frameWindow(range: RenderRange | null, compositionFrames: number, fps: Fps): FrameWindow {
  if (range === null) return { firstFrame: 0, frames: compositionFrames };
  const last = compositionFrames - 1;
  const end = frameTime(compositionFrames, fps);
  const length = lengthWords(compositionFrames, fps);
  if (range.by === 'frames') {
    const { firstFrame, lastFrame } = range;
    if (lastFrame <= last) return { firstFrame, frames: lastFrame - firstFrame + 1 };
    const given = firstFrame === lastFrame ? `${firstFrame}` : `${firstFrame}-${lastFrame}`;
    throw refused(
      '--frames',
      `--frames ${given} leaves the composition, which has ${length}`,
      framesWords(compositionFrames),
    );
  }
  const hint = `times from 0 to ${shortSeconds(end)}`;
  const firstFrame = Math.max(0, frameAtOrAfter(range.from ?? 0, fps));
  const next = range.to === null ? compositionFrames : frameAtOrAfter(range.to, fps);
  if (firstFrame > last && (range.from ?? 0) >= end)
    throw refused('--from', `--from ${range.from} s lies behind the composition, which has ${length}`, hint);
  if (next > compositionFrames) {
    throw refused('--to', `--to ${range.to} s lies behind the composition, which has ${length}`, hint);
  }
  if (next <= firstFrame) {
    const span = `from ${range.from ?? 0} s up to ${range.to ?? shortSeconds(end)} s`;
    // A time within the last frame has none after it.
    const [near, named] =
      firstFrame > last ? [last, `the last one, frame ${last},`] : [firstFrame, `frame ${firstFrame}`];
    throw refused(
      firstFrame > last ? '--from' : '--to',
      `no frame begins ${span}; at ${formatFps(fps)} fps ${named} begins at ${shortSeconds(frameTime(near, fps))} s`,
      hint,
    );
  }
  return { firstFrame, frames: next - firstFrame };
}

function refused(field: string, message: string, fitting: string): FramefarmError {
  return new FramefarmError('VALIDATION_FAILED', message, {
    issues: [{ field, code: 'out_of_range', message }],
    hint: `The composition has ${fitting}.`,
  });
}
