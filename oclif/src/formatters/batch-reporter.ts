/** What every presentation of a batch offers; one batch has exactly one. */
import type { BatchEvent } from '@framefarm/batch';
import type { FramefarmError } from '@framefarm/contract';

export interface BatchReporter {
  event(event: BatchEvent): void;
  /** Ends the presentation of a batch that could not start or go on; rows that failed are events. */
  fail(error: FramefarmError): void;
  /** A first signal came; clean-up has begun. */
  interrupted(signal: string): void;
}
