/** Proving a surface with the frames that a render captures anyway (docs/decisions/surface-capture.md). */
import type { VideoFrames } from '@framefarm/contract';
import type { PreparedRender } from '../prepare/prepared-render.js';
import { madePresentable } from '../stage/lane-stage.js';
import { openStageFrom } from '../stage/stage-source.js';
import { type ProofBeside, proveBeside, SurfaceRefutedError } from './proof-beside.js';

const LABEL = 'proof';

/**
 * Begins the proof of what is unproved; null when nothing is. Must be called before the planning stage is handed over. `lanes`: how many
 * capture.
 */
export function beginProof(
  { plan, planning, source, unproved, ffmpeg, onUnfit }: PreparedRender,
  videos: Promise<readonly VideoFrames[]>,
  lanes: number,
  signal: AbortSignal,
): ProofBeside | null {
  if (unproved === null) return null;
  const { capture, compositionFrames, encoding, viewport } = plan;
  const setup = videos.then((found) => ({ frames: compositionFrames, fps: encoding.fps, videos: found }));
  // Whoever begins them hears of their failure.
  setup.catch(() => {});
  const proof = proveBeside({
    frames: unproved.frames,
    // Lanes that share a chunk pass by what others capture: how often such a page counts a frame may differ from one that takes all.
    inOrder: lanes === 1 || (unproved.remembers && plan.chunks.length === 1),
    image: capture.image,
    width: encoding.width,
    height: encoding.height,
    open: async (attempt) => {
      // A page that was lost may have lost the browser with it.
      const stage = await (attempt === 1
        ? planning.beside(LABEL)
        : openStageFrom(source, LABEL, capture, viewport, signal));
      return madePresentable(stage, source, setup);
    },
    ffmpeg,
    signal,
  });
  proof.proved.then(unproved.onProved, (error) => {
    // The proof before a capture jumps to its frames and has stand-ins for videos: it would not find what depends on the frames before,
    // nor what differs in the pictures themselves.
    const difference = error instanceof SurfaceRefutedError ? error.difference : null;
    if (difference !== null) onUnfit(difference, true);
  });
  return proof;
}
