/**
 * The clock in a worker of an author: what runs in it before its own script, whichever kind of worker that is (docs/decisions/workers-have-the-clock.md).
 */
import './whole-global.js';
import { OWN_WORKER_NAME } from '@framefarm/contract';
import { installFrameTasks } from '../clock/frame-tasks.js';
import { installFrameTimers } from '../clock/frame-timers.js';
import { installWorkerClock } from '../clock/virtual-clock.js';
import { hideMachine } from '../natives/machine.js';
import { nativeSetTimeout, nativeTurn } from '../natives/time.js';
import { replaceMethod } from '../natives/wrap-natives.js';
import { followWorkers } from './followed-workers.js';
import { type FromWorker, type ToWorker, type WorkerWork, worded, wordsOf } from './messages.js';
import { watchPendingWork } from './pending-work.js';
import { wrapWorkers } from './wrap-workers.js';

/** So many turns timers that put something off to the next turn are waited for, as each may set another. */
const MOST_TURNS = 200;

type Turn = Extract<ToWorker, { readonly turn: number }>;

/** TypeScript knows the global of documents alone; what is used here workers have as well. */
function main(worker: Window & typeof globalThis): void {
  const say = worker.postMessage.bind(worker) as (message: object) => void;
  const tell = (message: FromWorker): void => say(worded(message));
  const later = queueMicrotask.bind(worker);
  const fail = (thrown: unknown): void => reportError(thrown);

  let now = 0;
  let made = 0;
  let isShown = false;
  let isAwaited = false;
  let isRunning = false;
  let asks = false;
  /** Turns that are waited for. */
  let open = 0;

  const present = (): number => {
    if (!asks) {
      asks = true;
      noteWork();
    }
    return now;
  };
  const pending = watchPendingWork();
  const frames = installWorkerClock(worker, { now: present, began: () => made }, fail);
  const timers = installFrameTimers({
    now: () => now,
    set: (milliseconds) => {
      now = milliseconds;
    },
    isShown: () => isShown,
    isAwaited: () => isAwaited,
    isLoaded: () => true,
    inOrder: false,
    fail,
  });
  // What builds a page by timers is in the page; in a worker they are what moves something.
  timers.hold();
  const children = followWorkers({
    now: () => now,
    // The page waits as long for this one, and tells of it.
    tellLate: () => {},
    changed: () => noteWork(),
  });

  const work = (): WorkerWork => {
    const below = children.work();
    const dues = [timers.nextDue(), below.due].filter((due) => due !== null);
    return {
      asks: asks || below.asks,
      frames: frames.areAsked() || below.frames,
      loop: frames.hasLoop() || below.loop,
      due: dues.length === 0 ? null : Math.min(...dues),
    };
  };
  let told = JSON.stringify(work());
  let isNoting = false;
  function noteWork(): void {
    if (isNoting) return;
    isNoting = true;
    later(() => {
      isNoting = false;
      const is = work();
      if (JSON.stringify(is) === told) return;
      told = JSON.stringify(is);
      tell({ work: is });
    });
  }

  const runFrames = (): void => {
    isRunning = true;
    frames.run(now - made);
    isRunning = false;
  };
  /** In a turn that is waited for. */
  const inTurn = (act: () => void): void => {
    open += 1;
    nativeSetTimeout(() => {
      open -= 1;
      act();
    }, 0);
  };
  replaceMethod(worker, 'requestAnimationFrame', (_, native) => {
    const handle = native() as number;
    // As in a page: before frames are shown each callback runs once. What the page waits for must not wait for its next frame.
    if (!isShown) inTurn(() => frames.runNew(now - made));
    else if (isAwaited && !isRunning) inTurn(() => frames.runOne(handle, now - made));
    noteWork();
    return handle;
  });
  for (const name of ['setTimeout', 'setInterval', 'clearTimeout', 'clearInterval']) {
    replaceMethod(worker, name, (_, native) => {
      const handle = native();
      noteWork();
      return handle;
    });
  }
  const tasks = installFrameTasks(() => now);
  hideMachine();
  let sent = false;
  const sendsByPort = (): void => {
    sent = true;
    children.sendsByPort();
  };
  wrapWorkers({ ...children, sendsByPort }, (url) => url);

  /** Resolves when nothing is under way. The page that waits for it loses patience by itself. */
  const quiet = async (): Promise<void> => {
    for (let turns = 1; ; turns += 1) {
      await nativeTurn();
      if (open > 0 || pending.count() > 0 || (!isShown && children.loading().length > 0)) continue;
      if ((!timers.areOpen() && !tasks.areOpen()) || turns >= MOST_TURNS) return;
    }
  };
  const turn = async ({ turn: asked, now: time, isFrame, isAwaited: awaited }: Turn): Promise<void> => {
    now = time;
    if (isFrame) {
      // What these set goes by the frames.
      isAwaited = false;
      timers.run(time);
      runFrames();
    }
    isAwaited = awaited;
    if (isAwaited) timers.wake();
    await Promise.all(isShown ? children.waits(awaited) : []);
    await quiet();
    if (isFrame) timers.leave();
    const is = work();
    told = JSON.stringify(is);
    tell({ done: asked, work: is, sent });
    sent = false;
  };

  worker.addEventListener('message', (event) => {
    const said = wordsOf<ToWorker>(event);
    if (said === undefined) return;
    event.stopImmediatePropagation();
    if ('turn' in said) void turn(said);
    else if ('made' in said) {
      made = said.made;
      now = said.made;
      timers.shift(made);
      if (said.isShown) begin();
    } else if ('now' in said) now = said.now;
    else if ('rest' in said) {
      isAwaited = false;
      children.rest();
    } else begin();
  });
  function begin(): void {
    if (isShown) return;
    isShown = true;
    timers.begin();
    children.begin();
    noteWork();
  }
  replaceMethod(worker, 'close', (_, native) => {
    tell({ closed: true });
    return native();
  });
}

if (self.name !== OWN_WORKER_NAME) main(self);
