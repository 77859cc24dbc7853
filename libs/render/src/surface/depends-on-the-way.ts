import { FramefarmError } from '@framefarm/contract';

/** What the page shows depends on the frames before, which nothing in it tells, and several lanes have jumped to where their chunks begin. */
export class DependsOnTheWayError extends FramefarmError {
  constructor(frame: number) {
    super('CAPTURE_STALLED', `frame ${frame} depends on those before; one lane captures all`, { stage: 'capture' });
  }
}
