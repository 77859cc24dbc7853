import { FramefarmError } from '@framefarm/contract';

/**
 * An animation or transition was begun, stopped or turned while frames were shown, and several pages capture chunks of their own: each
 * takes the first frame that it shows for the one in which that was.
 */
export class TurnedOnTheWayError extends FramefarmError {
  constructor(details: Readonly<Record<string, unknown>> | undefined) {
    const element = String(details?.element ?? 'an element');
    super(
      'CAPTURE_STALLED',
      `an animation of ${element} begins or turns while frames are shown; one lane captures all`,
      {
        stage: 'capture',
      },
    );
  }
}
