/** Lanes that capture the same chunks together, as if they were one (docs/decisions/lanes-share-a-chunk.md). */
import type { Stage } from '@framefarm/browser';
import { captureSideBySide } from './side-by-side.js';

/** What a chunk is captured with: one stage, or several. */
export type CapturingStage = Pick<Stage, 'captureRun' | 'takeWarnings' | 'close'>;

/**
 * Which of the lanes, from 0, stand together when `lanes` of them share as many chunks at a time as there are teams: a team's first
 * has the team's own number.
 */
export function lanesOfTeam(team: number, teams: number, lanes: number): number[] {
  return Array.from({ length: Math.ceil((lanes - team) / teams) }, (_, member) => team + member * teams);
}

/**
 * Opens lanes all at once; resolves when the first is open, the others take part from when they are.
 * @param open opens a lane, or closes it again when the signal aborts meanwhile.
 * @param frames of a stretch that one of several captures at a time.
 * @throws what the first one fails with, when all are closed.
 */
export async function openTeam(
  lanes: readonly number[],
  open: (lane: number, until: AbortSignal) => Promise<Stage>,
  frames: number,
): Promise<CapturingStage> {
  const closing = new AbortController();
  const opened: Stage[] = [];
  const opening = lanes.map(async (lane) => {
    const stage = await open(lane, closing.signal);
    opened.push(stage);
    return stage;
  });
  // Who captures with them hears of it.
  for (const stage of opening) stage.catch(() => {});
  const close = async (): Promise<void> => {
    closing.abort(new DOMException('the lanes were closed', 'AbortError'));
    await Promise.allSettled(opening);
    await Promise.all(opened.map((stage) => stage.close()));
  };
  try {
    const first = await opening[0];
    if (first !== undefined && lanes.length === 1) return first;
  } catch (error) {
    await close();
    throw error;
  }
  return {
    captureRun: (firstFrame, count) => captureSideBySide(opening, firstFrame, count, frames),
    takeWarnings: async () => (await Promise.all(opened.map((stage) => stage.takeWarnings()))).flat(),
    close,
  };
}
