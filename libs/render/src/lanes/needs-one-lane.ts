import { FramefarmError } from '@framefarm/contract';

/**
 * What the page shows depends on the frames before, and several pages capture chunks of their own: each takes the first frame that it
 * shows for the one in which all before it has happened.
 */
export class NeedsOneLaneError extends FramefarmError {
  /** What depends on the frames before, in words. */
  readonly why: string;

  constructor(why: string) {
    super('CAPTURE_STALLED', `${why}; one lane captures all`, { stage: 'capture' });
    this.why = why;
  }
}
