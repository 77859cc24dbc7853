/** What a document puts off, by timers and tasks, under the frame clock: the same for the page and for the documents inside it. */
import { type FrameTasks, installFrameTasks } from './clock/frame-tasks.js';
import { type FrameTimers, type FrameTimersParts, installFrameTimers } from './clock/frame-timers.js';
import { nativeNow } from './natives/natives.js';
import type { WarningLog } from './report/warnings.js';
import { type Activity, watchActivity } from './settle/activity.js';
import { tellTimerChanges } from './sources/own-clocks/timer-changes.js';

/** So long after a document or a script of it has come timers that do not wait for their turn are waited for, ms. */
const REAL_LIMIT_MS = 2000;

export interface StartedTimers {
  readonly timers: FrameTimers;
  readonly activity: Activity;
  readonly tasks: FrameTasks;
}

/** To be called before any script of the author. `isPageAwaited`: a frame, or the page before the first one, waits for promises of the author. */
export function startTimers(log: WarningLog, parts: FrameTimersParts, isPageAwaited: () => boolean): StartedTimers {
  const timers = installFrameTimers(parts);
  tellTimerChanges(log, {
    isShown: parts.isShown,
    isInTime: () => isPageAwaited() || timers.isRunning(),
    onMotion: timers.hold,
  });
  const tellScript = (path: string): void => {
    if (!parts.isShown()) return;
    log.warn(
      'unsupported_feature',
      `Script "${path}" begins to load while frames are shown, so that what it does comes in another frame of each render: load it before`,
      { feature: 'script that loads in a frame', source: path },
    );
  };
  // It sees the timers of the frame clock, and tasks go by these.
  const isPast = (lastAt: number | null): boolean => lastAt !== null && nativeNow() - lastAt > REAL_LIMIT_MS;
  const activity = watchActivity((lastAt) => timers.isHeld() || (!parts.inOrder && isPast(lastAt)), {
    onScript: tellScript,
    onLoaded: timers.renew,
  });
  return { timers, activity, tasks: installFrameTasks(parts.now) };
}
