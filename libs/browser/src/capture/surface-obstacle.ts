/** What ends the use of a surface in the middle of a render. */
import { FramefarmError } from '@framefarm/contract';

/** The page has come to show something that its surface cannot, which no other try on a surface would change. */
export class SurfaceObstacleError extends FramefarmError {
  /** @param obstacle what it is, in words */
  constructor(
    readonly obstacle: string,
    frame: number,
  ) {
    super('CAPTURE_STALLED', `the drawing surface does not show all of frame ${frame}: ${obstacle}`, {
      stage: 'capture',
    });
  }
}
