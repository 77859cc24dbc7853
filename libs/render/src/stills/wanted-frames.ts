/** Which frames stills are wanted of, and how a lane walks over them. */
import {
  type ChunkPlan,
  type Fps,
  FramefarmError,
  frameAtOrAfter,
  frameTime,
  type PageReport,
} from '@framefarm/contract';
import { leadInOf, sequentialChunk } from '../plan/chunks.js';
import { framesWords, lengthWords } from '../plan/length-words.js';

/** A place in a composition, as asked for. */
export type StillPlace =
  /** Frame number from 0. */
  | { readonly frame: number }
  /** The first frame at or after this time is meant. */
  | { readonly seconds: number };

/**
 * The frames of `places`, ascending, each once.
 * @throws FramefarmError `VALIDATION_FAILED` naming all places that lie behind the composition.
 */
export function wantedFrames(places: readonly StillPlace[], compositionFrames: number, fps: Fps): number[] {
  // Down: the time named must be that of the frame, not of the one after it.
  const last = Math.floor(frameTime(compositionFrames - 1, fps) * 1e6) / 1e6;
  const issues = places
    .filter((place) => frameOf(place, fps) >= compositionFrames)
    .map((place) => {
      const what = 'frame' in place ? `frame ${place.frame}` : `${place.seconds} s`;
      const message = `${what} lies behind the composition, which has ${lengthWords(compositionFrames, fps)}`;
      return { field: 'frame' in place ? '--frame' : '--at', code: 'out_of_range', message };
    });
  if (issues.length > 0) {
    throw new FramefarmError('VALIDATION_FAILED', issues.map(({ message }) => message).join('\n'), {
      issues,
      hint: `The composition has ${framesWords(compositionFrames)}, and times up to ${last}, where the last frame begins.`,
    });
  }
  return [...new Set(places.map((place) => frameOf(place, fps)))].sort((a, b) => a - b);
}

function frameOf(place: StillPlace, fps: Fps): number {
  return 'frame' in place ? place.frame : Math.max(0, frameAtOrAfter(place.seconds, fps));
}

/**
 * Chunks that show every frame of `frames` (ascending, at least one): runs of neighbours, in order for one lane, which
 * only goes forward. A page whose pictures depend on earlier frames is shown all of them up to the last, and one of which something may keep
 * what it did in them goes through those before each run.
 */
export function stillChunks(
  frames: readonly number[],
  sequential: boolean,
  page: Pick<PageReport, 'keeps'>,
): ChunkPlan[] {
  const [first = 0] = frames;
  const last = frames.at(-1) ?? first;
  if (sequential) return [sequentialChunk(last - first + 1, first)];
  const chunks: ChunkPlan[] = [];
  for (const frame of frames) {
    const run = chunks.at(-1);
    if (run !== undefined && run.firstFrame + run.frames === frame) {
      chunks[chunks.length - 1] = { ...run, frames: run.frames + 1 };
    } else {
      chunks.push({ index: chunks.length, firstFrame: frame, frames: 1, leadIn: leadInOf(frame, page, false) });
    }
  }
  return chunks;
}
