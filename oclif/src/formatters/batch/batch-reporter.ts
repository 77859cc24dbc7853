/** What every presentation of a batch offers; one batch has exactly one. */
import type { BatchEvent } from '@framefarm/batch';
import type { FramefarmError } from '@framefarm/contract';
import type { FarmNews } from '../../farm/news.js';

export interface BatchReporter {
  event(event: BatchEvent): void;
  /** What happens to the batch on its way to and through a farm. */
  news(news: FarmNews): void;
  /** Ends the presentation of a batch that could not start or go on; rows that failed are events. */
  fail(error: FramefarmError): void;
  /** A first signal came; clean-up has begun. */
  interrupted(signal: string): void;
}
