/** The events of a render, replayable by their ids (http-api 3.4). */
import type { RenderStreamEvent, StoredEvent } from '../events/render-events.js';

export interface EventLog {
  /**
   * Events after `after` (all without it), oldest first. `trimmed`: some after it are gone, or `after` lies ahead of the
   * newest; the reader needs the record as it is, and goes on after `last`.
   */
  read(
    renderId: string,
    after: string | null,
    limit: number,
  ): Promise<{
    readonly events: readonly StoredEvent<RenderStreamEvent>[];
    readonly trimmed: boolean;
    readonly last: string | null;
  }>;
  /** Calls back when the render or batch may have new events, and every two seconds; returns the call that ends it. One connection serves all watchers. */
  watch(renderId: string, onChange: () => void): () => void;
  /** As `watch`, for the line, limits and workers. */
  watchFarm(onChange: () => void): () => void;
}
