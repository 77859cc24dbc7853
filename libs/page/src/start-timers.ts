/** What a document puts off, by timers and tasks, under the frame clock: the same for the page and for the documents inside it. */
import { type FrameTasks, installFrameTasks } from './clock/frame-tasks.js';
import { type FrameTimers, type FrameTimersParts, installFrameTimers } from './clock/frame-timers.js';
import { LONGEST_WAIT_MS } from './clock/timer-turns.js';
import { nativeNow } from './natives/natives.js';
import type { WarningLog } from './report/warnings.js';
import { type Activity, watchActivity } from './settle/activity.js';
import { tellTimerChanges } from './sources/own-clocks/timer-changes.js';

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
  // Timers without turns have no time of their own.
  const isPast = (lastAt: number | null): boolean => lastAt !== null && nativeNow() - lastAt > LONGEST_WAIT_MS;
  // It sees the timers of the frame clock, and tasks go by these.
  const activity = watchActivity((lastAt) => timers.isHeld() || (!parts.inOrder && isPast(lastAt)), {
    onScript: tellScript,
    onLoaded: timers.renew,
  });
  return { timers, activity, tasks: installFrameTasks(parts.now) };
}
