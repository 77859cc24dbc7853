/**
 * A render from its request to its result. Its browser is started first; the phases, with all that reads compositions and makes
 * videos, are loaded while that starts.
 */
import type { RenderRequest, RenderResult } from './api.js';
import { withEarlyBrowser } from './place/early-browser.js';
import { OWN_PLACE, type Place } from './place/place.js';
import { renderPurpose } from './plan/purpose.js';
import { withContext } from './run/lifetime.js';
import type { UnprovedRun } from './run/second-run.js';
import { SurfaceKnowledge } from './surface/knowledge.js';

/**
 * Renders one composition. Whatever happens, every process it started has ended and its temporary files are gone when
 * the promise settles; an output exists only if it was verified.
 * @throws FramefarmError with a code of the catalogue, never anything else.
 */
export function renderComposition(request: RenderRequest): Promise<RenderResult> {
  return renderAt(request, OWN_PLACE, new SurfaceKnowledge());
}

/** As {@link renderComposition}, at a place that may be warm, with what earlier renders learned. */
export function renderAt(
  request: RenderRequest,
  place: Place,
  knowledge: SurfaceKnowledge,
  beginning: Pick<UnprovedRun, 'alone' | 'onReady'> = { alone: !place.shared, onReady: () => {} },
): Promise<RenderResult> {
  const purpose = renderPurpose(request.options, request.tuning);
  return withContext(request, place, knowledge, (context) =>
    withEarlyBrowser(context, purpose, async (ready) => {
      const { runUntilProved } = await import('./run/second-run.js');
      return runUntilProved({ request, context: ready, purpose, ...beginning });
    }),
  );
}
