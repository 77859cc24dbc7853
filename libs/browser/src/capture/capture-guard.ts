/** Waits of who takes frames of a page: each ends by itself, and says what it was for. */
import type { Liveness } from '../stage/liveness.js';

export interface CaptureGuard {
  readonly liveness: Liveness;
  /** Milliseconds without progress until a frame has stalled. */
  readonly frameMs: number;
  readonly label: string;
}

/** As `Liveness.guard`. @throws FramefarmError `CAPTURE_STALLED`, and what the stage was lost by. */
export function guardCapture<T>(
  { liveness, frameMs, label }: CaptureGuard,
  work: () => Promise<T>,
  waitingFor: string,
): Promise<T> {
  return liveness.guard(work, {
    ms: frameMs,
    code: 'CAPTURE_STALLED',
    waitingFor: `${waitingFor} (${label}, capture)`,
  });
}
