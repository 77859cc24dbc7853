/** The timeline with frames and depths. */
import { type Fps, frameAtOrAfter, type PlacedClip } from '@framefarm/contract';
import type { FrameSpan, InspectedClip } from '../api-inspect.js';

/** Frames that begin in a window: from the first at or after its start to the last before its end. */
export function frameSpan(start: number, end: number | null, compositionFrames: number, fps: Fps): FrameSpan | null {
  const firstFrame = Math.max(0, frameAtOrAfter(start, fps));
  const next = end === null ? compositionFrames : Math.min(compositionFrames, frameAtOrAfter(end, fps));
  return firstFrame < next ? { firstFrame, lastFrame: next - 1 } : null;
}

export function inspectedClips(clips: readonly PlacedClip[], compositionFrames: number, fps: Fps): InspectedClip[] {
  const depths: number[] = [];
  return clips.map((clip, index) => {
    // A parent stands before its children in document order.
    const depth = clip.parent === null ? 0 : (depths[clip.parent] ?? 0) + 1;
    depths[index] = depth;
    return { ...clip, depth, frames: frameSpan(clip.start, clip.end, compositionFrames, fps) };
  });
}
