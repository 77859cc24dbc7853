/** What whoever has as many renders in the line as its key allows is told, whichever way one more would come there. */
import { FramefarmError } from '@framefarm/contract';

export const lineIsFull = (limit: number | undefined): FramefarmError =>
  new FramefarmError('RATE_LIMITED', `This key may have ${limit} renders in the line; it has them.`);
