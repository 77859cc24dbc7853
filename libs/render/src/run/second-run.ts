/**
 * What a render begins with and may turn out to be wrong: a surface that is still being proved, of which a frame differs, pictures of
 * the compositor that were tapped in another order, videos that the page cannot decode to their end, and several lanes for a page that
 * remembers the frames before. It then begins again without.
 */
import { TapRefutedError } from '@framefarm/browser';
import { isUndecodableVideo, surfaceObstacleOf } from '@framefarm/contract';
import type { RenderResult } from '../api.js';
import { NeedsOneLaneError } from '../lanes/needs-one-lane.js';
import { LostOnSurfaceError } from '../surface/choose-capture.js';
import { SurfaceRefutedError } from '../surface/proof-beside.js';
import type { RenderContext } from './context.js';
import { type Run, runPhases } from './phases.js';

type Begun = Omit<Run, 'proveBeside' | 'decodeVideos' | 'beginsAgain'>;

export interface UnprovedRun extends Begun {
  /** No other render captures, or knows of the document, before `onReady` was called. */
  readonly alone: boolean;
}

/** Runs the phases, again where a surface or a tap was refuted, a video could not be decoded or one lane has to capture all. */
export async function runUntilProved({ alone, ...run }: UnprovedRun): Promise<RenderResult> {
  const inOrder = (begun: Begun) => {
    // Of lanes that were asked for, and no longer are.
    run.context.report.withdraw('raf_loop_parallel');
    return runTaps({ alone, ...begun, inOrder: true });
  };
  return orElse(run, (begun) => runTaps({ alone, ...begun }), needsOrder, 'raf_loop_sequential', inOrder);
}

async function runTaps({ alone, ...run }: UnprovedRun): Promise<RenderResult> {
  const { knowledge } = run.context;
  return orElse(
    run,
    (begun) => runTapped({ alone, ...begun }),
    isRefutedTap,
    'tap_refuted',
    (begun) => {
      knowledge.refuteTaps();
      return runTapped({ alone, ...begun });
    },
  );
}

async function runTapped({ alone, ...run }: UnprovedRun): Promise<RenderResult> {
  const { request } = run;
  // A part does not capture all that is compared.
  const beside = alone && request.options.range === null;
  // A row's videos are decoded before, however often it begins.
  const beginsAgain = request.turn === undefined;
  const prove = (decodeVideos: boolean) => (begun: Begun) => runProved(begun, beside, { decodeVideos, beginsAgain });
  if (!beginsAgain) return prove(true)(run);
  return orElse(run, prove(true), isUndecodableVideo, 'video_undecodable', prove(false));
}

function runProved(
  run: Begun,
  beside: boolean,
  videos: Pick<Run, 'decodeVideos' | 'beginsAgain'>,
): Promise<RenderResult> {
  const phases = (proveBeside: boolean) => (begun: Begun) => runPhases({ ...begun, proveBeside, ...videos });
  const drawn = (proveBeside: boolean) => (begun: Begun) =>
    orElse(begun, phases(proveBeside), isUnfit, 'surface_refuted', phases(false));
  if (!beside) return drawn(false)(run);
  return orElse(run, drawn(true), isRefuted, 'surface_refuted', drawn(false));
}

/** Runs `first`, and `second` when it fails in this way. */
async function orElse(
  run: Begun,
  first: (run: Begun) => Promise<RenderResult>,
  fails: (error: unknown) => boolean,
  notice: string,
  second: (run: Begun) => Promise<RenderResult>,
): Promise<RenderResult> {
  const { progress, report, signal } = run.context;
  const own = ownAbort(run.context);
  try {
    return await first({ ...run, context: own.context });
  } catch (error) {
    if (!fails(error) || signal.aborted) throw error;
    report.notice(notice, `${(error as Error).message}; the render begins again`);
    progress.framesLost(progress.framesRendered);
    // A row has its turn once, and does not wait for another.
    const { turn: _, ...request } = run.request;
    return await second({ ...run, request });
  } finally {
    own.release();
  }
}

const isRefuted = (error: unknown): boolean => error instanceof SurfaceRefutedError;

const isRefutedTap = (error: unknown): boolean => error instanceof TapRefutedError;

const needsOrder = (error: unknown): boolean => error instanceof NeedsOneLaneError;

/** The session has learned by then that the document has no use for a surface. */
const isUnfit = (error: unknown): boolean => surfaceObstacleOf(error) !== null || error instanceof LostOnSurfaceError;

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
