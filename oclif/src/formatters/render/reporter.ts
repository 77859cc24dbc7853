/** What every presentation of a render offers; one render has exactly one. */
import type { FramefarmError, RenderEvent } from '@framefarm/contract';
import type { RenderResult } from '@framefarm/render';
import type { FarmResult } from '../../farm/farm-result.js';
import type { FarmNews } from '../../farm/news.js';

export interface Reporter {
  event(event: RenderEvent): void;
  /** Ends the presentation of a render that succeeded. */
  complete(result: RenderResult): void;
  /** The same for a render on a farm, whose output has arrived. */
  completeFarm(result: FarmResult): void;
  /** What happens to a render on its way to and through a farm. */
  news(news: FarmNews): void;
  /** Ends the presentation of a render that failed, at whatever point. */
  fail(error: FramefarmError): void;
  /** A first signal came; clean-up has begun. */
  interrupted(signal: string): void;
}
