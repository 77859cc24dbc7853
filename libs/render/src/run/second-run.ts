/**
 * A render begins on a surface that is still being proved, and begins again when a frame of it differs: it is then proved before
 * anything is captured.
 */
import type { RenderResult } from '../api.js';
import { SurfaceRefutedError } from '../surface/proof-beside.js';
import type { RenderContext } from './context.js';
import { type Run, runPhases } from './phases.js';

/** Runs the phases, a second time where a surface was refuted. */
export async function runUntilProved(run: Omit<Run, 'proveBeside'>): Promise<RenderResult> {
  const { request, context } = run;
  const { place, progress, report, signal } = context;
  // Rows of a batch share what is learned of their document, and a part does not capture all that is compared.
  const beside = !place.shared && request.turn === undefined && !request.dryRun && request.options.range === null;
  if (!beside) return runPhases({ ...run, proveBeside: false });
  const first = ownAbort(context);
  try {
    return await runPhases({ ...run, context: first.context, proveBeside: true });
  } catch (error) {
    if (!(error instanceof SurfaceRefutedError) || signal.aborted) throw error;
    report.notice('surface_refuted', `${error.message}; the render begins again`);
    progress.framesLost(progress.framesRendered);
    return await runPhases({ ...run, onReady: () => {}, proveBeside: false });
  } finally {
    first.release();
  }
}

/** The context with an abort of its own, which ends with the outer one and leaves that alone. */
function ownAbort(context: RenderContext): { readonly context: RenderContext; release(): void } {
  const abort = new AbortController();
  const follow = (): void => abort.abort(context.signal.reason);
  if (context.signal.aborted) follow();
  context.signal.addEventListener('abort', follow, { once: true });
  return {
    context: { ...context, abort, signal: abort.signal },
    release: () => context.signal.removeEventListener('abort', follow),
  };
}
