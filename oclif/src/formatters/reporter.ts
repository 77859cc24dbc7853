/** What every presentation of a render offers; one render has exactly one. */
import type { FramefarmError, RenderEvent } from '@framefarm/contract';
import type { RenderResult } from '@framefarm/render';

export interface Reporter {
  event(event: RenderEvent): void;
  /** Ends the presentation of a render that succeeded. */
  complete(result: RenderResult): void;
  /** Ends the presentation of a render that failed, at whatever point. */
  fail(error: FramefarmError): void;
  /** A first signal came; clean-up has begun. */
  interrupted(signal: string): void;
}
