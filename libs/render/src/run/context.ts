/** What every phase of a render is given. */
import type { Job } from '../api.js';
import type { Place } from '../place/place.js';
import { findStageTools, type StageTools } from '../place/stage-tools.js';
import type { SurfaceKnowledge } from '../surface/knowledge.js';
import type { Cancellation } from './cancellation.js';
import { Progress } from './progress.js';
import { Report } from './report.js';
import { Stopwatch } from './timings.js';

export interface RenderContext {
  readonly request: Job;
  /** Aborts everything the render started; its signal goes with every call. */
  readonly abort: AbortController;
  readonly signal: AbortSignal;
  /** As of the cancellation. */
  readonly pauseClock: Cancellation['pauseClock'];
  /** Temporary directory of this render. */
  readonly scratchDir: string;
  readonly place: Place;
  /** As `findStageTools`, looked for once. */
  readonly stageTools: () => Promise<StageTools>;
  readonly knowledge: SurfaceKnowledge;
  readonly report: Report;
  readonly progress: Progress;
  readonly stopwatch: Stopwatch;
}

export function openContext(
  request: Job,
  { abort, signal, pauseClock }: Cancellation,
  scratchDir: string,
  place: Place,
  knowledge: SurfaceKnowledge,
): RenderContext {
  const report = new Report(request.onEvent);
  let looking: Promise<StageTools> | undefined;
  return {
    request,
    abort,
    signal,
    pauseClock,
    scratchDir,
    place,
    stageTools: () => {
      looking ??= findStageTools(place, request.options.browserPath);
      return looking;
    },
    knowledge,
    report,
    progress: new Progress(report.emit),
    stopwatch: new Stopwatch(),
  };
}
