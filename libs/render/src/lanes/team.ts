/** Lanes that capture the same chunks together, as if they were one (docs/decisions/lanes-share-a-chunk.md). */
import type { CapturedFrame, Stage } from '@framefarm/browser';
import { captureSideBySide } from './side-by-side.js';

/** What a chunk is captured with: one stage, or several. */
export type CapturingStage = Pick<Stage, 'takeWarnings' | 'close'> &
  Partial<Pick<Stage, 'passBy' | 'goOnAt' | 'lost' | 'outstanding'>> & {
    /** As of {@link Stage}. `leadIn`: frames before the first that all of several pass by; one has passed by them before. */
    readonly captureRun: (
      firstFrame: number,
      count: number,
      leadIn?: number,
    ) => AsyncGenerator<CapturedFrame, void, undefined>;
  };

/**
 * Which of the lanes, from 0, stand together when `lanes` of them share as many chunks at a time as there are teams: a team's first
 * has the team's own number.
 */
export function lanesOfTeam(team: number, teams: number, lanes: number): number[] {
  return Array.from({ length: Math.ceil((lanes - team) / teams) }, (_, member) => team + member * teams);
}

export interface TeamWork {
  readonly lanes: readonly number[];
  /** Opens a lane, or closes it again when the signal aborts meanwhile. */
  readonly open: (lane: number, until: AbortSignal) => Promise<Stage>;
  /** Frames of a stretch that one of several captures at a time. */
  readonly stretchFrames: number;
  /** Told of each but the first that cannot be opened; the others go on without it. */
  readonly onLeftOut: (lane: number, error: unknown) => void;
}

/**
 * Opens lanes all at once; resolves when the first is open, the others take part from when they are.
 * @throws what the first one fails with, when all are closed.
 */
export async function openTeam({ lanes, open, stretchFrames, onLeftOut }: TeamWork): Promise<CapturingStage> {
  const opened: Stage[] = [];
  const closing = new AbortController();
  const opening = lanes.map(async (lane) => {
    // Not the signal of those that are open: a browser that was told to end is of no use to others.
    const own = new AbortController();
    const stop = (): void => own.abort(closing.signal.reason);
    closing.signal.addEventListener('abort', stop, { once: true });
    const stage = await open(lane, own.signal).finally(() => closing.signal.removeEventListener('abort', stop));
    opened.push(stage);
    return stage;
  });
  const [first, ...others] = opening;
  const taking = others.map((stage, index) =>
    stage.catch((error: unknown) => {
      if (!closing.signal.aborted) onLeftOut(lanes[index + 1] as number, error);
      return null;
    }),
  );
  const close = async (): Promise<void> => {
    closing.abort(new DOMException('the lanes were closed', 'AbortError'));
    await Promise.allSettled(opening);
    await Promise.all(opened.map((stage) => stage.close()));
  };
  let one: Stage | undefined;
  try {
    one = await first;
  } catch (error) {
    await close();
    throw error;
  }
  if (one === undefined) throw new RangeError('a team has one lane at least');
  if (others.length === 0) return one;
  const pages = [Promise.resolve(one), ...taking];
  return {
    captureRun: (firstFrame, count, leadIn) => captureSideBySide(pages, firstFrame, count, stretchFrames, leadIn),
    takeWarnings: async () => {
      const told = await Promise.allSettled(opened.map((stage) => stage.takeWarnings()));
      // One that was lost after its last frame is missed by whoever wants another of it.
      return told.flatMap((warnings) => (warnings.status === 'fulfilled' ? warnings.value : []));
    },
    close,
  };
}
