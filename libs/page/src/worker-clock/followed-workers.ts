/**
 * Workers that authors make, with the clock of the page that made them: each is told the time of a frame, and a frame waits until those
 * that have something to do in it have done so (docs/decisions/workers-have-the-clock.md). Of documents, and of workers that make others.
 */
import { NativePromise, nativeClearTimeout, nativeNow, nativeSetTimeout, nativeTurn } from '../natives/time.js';
import { type FromWorker, type ToWorker, type WorkerWork, worded, wordsOf } from './messages.js';

const NativeErrorEvent = ErrorEvent;
const NativeMessagePort = MessagePort;
const NativeOffscreenCanvas = OffscreenCanvas;
const { postMessage } = Worker.prototype;
const addListener = EventTarget.prototype.addEventListener;

/** A frame does not wait longer for a worker, and for that one not again until it has answered, ms. A frame has 30 s in all. */
const PATIENCE_MS = 10_000;
/** The same of a page before the first frame. */
const PATIENCE_OF_START_MS = 5_000;
/** What a page and its workers send each other in one frame, to and fro. */
const MOST_ROUNDS = 200;

const IDLE: WorkerWork = { asks: false, frames: false, loop: false, due: null };

interface Followed {
  readonly worker: Worker;
  /** In words. */
  readonly name: string;
  work: WorkerWork;
  /** It was sent something since it was asked last. */
  isSent: boolean;
  /** The page has sent it a port, through which more may come. */
  hasPort: boolean;
  /** Frame time that it was told last, ms. */
  told: number;
  /** Number of the turn that is open; null while none is. */
  open: number | null;
  answered: () => void;
  /** It knows that the page waits for promises of the author. */
  isAwaited: boolean;
  /** When it was asked, by the machine's clock, ms. */
  askedAt: number;
  /** It did not answer in time. What it does is not that of the frames, which is told once it does anything. */
  isLate: boolean;
  /** Something of the page's is drawn by it, which nothing else tells. */
  hasCanvas: boolean;
}

export interface FollowedWorkers {
  /** One was made, and nothing was sent to it yet. */
  follow(worker: Worker, name: string): void;
  /** The author is about to send something to it, with what is transferred. */
  sends(worker: Worker, transferred: readonly unknown[]): void;
  /** The author sends something through a port. */
  sendsByPort(): void;
  /** It was ended by its page. */
  ends(worker: Worker): void;
  /** Those that are not ready yet, in words; to be called again and again until there are none. */
  loading(): string[];
  /** From here on frames are shown. */
  begin(): void;
  /** A frame was shown by all that is not of workers: what it waits for. */
  waits(isAwaited: boolean): Promise<void>[];
  /** The page waits for no promise of the author any more. */
  rest(): void;
  /** What goes by the frames in any of them. */
  work(): WorkerWork;
}

export interface FollowedWorkersParts {
  /** Frame time, ms. */
  now(): number;
  /** What one has done came too late for the frame that it belongs to. */
  tellLate(name: string): void;
  /** {@link FollowedWorkers.work} has changed. */
  changed?(): void;
}

export function followWorkers({ now, tellLate, changed = () => {} }: FollowedWorkersParts): FollowedWorkers {
  const all = new Map<Worker, Followed>();
  let lastTurn = 0;
  let isShown = false;

  const say = ({ worker }: Followed, message: ToWorker): void => postMessage.call(worker, worded(message));
  const tellTime = (followed: Followed): void => {
    if (followed.told === now()) return;
    followed.told = now();
    say(followed, { now: followed.told });
  };
  const answer = (followed: Followed): void => {
    const { answered } = followed;
    followed.answered = () => {};
    answered();
  };
  const end = (followed: Followed): void => {
    all.delete(followed.worker);
    answer(followed);
    changed();
  };

  const hear = (followed: Followed, said: FromWorker): void => {
    if ('closed' in said) {
      end(followed);
      return;
    }
    followed.work = said.work;
    // At the other end of the port may be another of them, which then has got it before it is asked.
    if ('done' in said && said.sent) {
      for (const other of all.values()) if (other !== followed && other.hasPort) other.isSent = true;
    }
    if ('done' in said && said.done === followed.open) {
      followed.open = null;
      followed.isLate = false;
      answer(followed);
    }
    changed();
  };

  /** Asks for an answer. Resolves when it has come, or nobody waits for it any more. */
  const turn = (followed: Followed, isFrame: boolean, isAwaited: boolean): Promise<void> => {
    followed.isSent = false;
    followed.told = now();
    followed.isAwaited = isAwaited;
    lastTurn += 1;
    followed.open = lastTurn;
    followed.askedAt = nativeNow();
    const { answered } = followed;
    return new NativePromise((resolve) => {
      // One that is asked anew before it has answered has answered both with the second.
      followed.answered = () => {
        answered();
        resolve();
      };
      say(followed, { turn: lastTurn, now: now(), isFrame, isAwaited });
    });
  };
  const turnInFrame = (followed: Followed, isFrame: boolean, isAwaited: boolean): Promise<void> => {
    const handle = nativeSetTimeout(() => {
      followed.isLate = true;
      if (followed.hasCanvas) tellLate(followed.name);
      answer(followed);
    }, PATIENCE_MS);
    return turn(followed, isFrame, isAwaited).then(() => nativeClearTimeout(handle));
  };
  const isDue = ({ work }: Followed): boolean => work.frames || (work.due !== null && work.due <= now());

  const goOn = async (first: readonly Followed[], isAwaited: boolean): Promise<void> => {
    await NativePromise.all(first.map((followed) => turnInFrame(followed, true, isAwaited)));
    for (let rounds = 0; rounds < MOST_ROUNDS; rounds += 1) {
      // What the page puts off when it hears of its workers.
      await nativeTurn();
      const more = [...all.values()].filter(({ isSent, isLate }) => isSent && !isLate);
      if (more.length === 0) return;
      await NativePromise.all(more.map((followed) => turnInFrame(followed, false, isAwaited)));
    }
  };

  return {
    follow(worker, name) {
      const followed: Followed = {
        ...{ worker, name, work: IDLE, isSent: true, hasPort: false, told: now() },
        ...{ open: null, answered: () => {}, askedAt: 0, isAwaited: false, isLate: false, hasCanvas: false },
      };
      all.set(worker, followed);
      addListener.call(worker, 'message', (event) => {
        if (followed.isLate) tellLate(name);
        const said = wordsOf<FromWorker>(event as MessageEvent);
        if (said === undefined) return;
        event.stopImmediatePropagation();
        hear(followed, said);
      });
      // Its script did not come, which no exception of it tells.
      addListener.call(worker, 'error', (event) => {
        if (!(event instanceof NativeErrorEvent)) end(followed);
      });
      say(followed, { made: now(), isShown });
    },
    sends(worker, transferred) {
      const followed = all.get(worker);
      if (followed === undefined) return;
      followed.isSent = true;
      followed.hasPort ||= transferred.some((one) => one instanceof NativeMessagePort);
      followed.hasCanvas ||= transferred.some((one) => one instanceof NativeOffscreenCanvas);
      tellTime(followed);
    },
    sendsByPort() {
      for (const followed of all.values()) {
        if (!followed.hasPort) continue;
        followed.isSent = true;
        tellTime(followed);
      }
    },
    ends(worker) {
      const followed = all.get(worker);
      if (followed !== undefined) end(followed);
    },
    loading() {
      for (const followed of all.values()) {
        if (followed.isSent && followed.open === null) void turn(followed, false, false);
      }
      const waited = [...all.values()].filter(
        ({ open, askedAt }) => open !== null && nativeNow() - askedAt < PATIENCE_OF_START_MS,
      );
      return waited.map(({ name }) => `worker ${name}`);
    },
    begin() {
      isShown = true;
      for (const followed of all.values()) {
        followed.isLate = followed.open !== null;
        if (followed.isLate && followed.hasCanvas) tellLate(followed.name);
        say(followed, { shown: true });
      }
    },
    waits(isAwaited) {
      if (all.size === 0) return [];
      const first: Followed[] = [];
      for (const followed of all.values()) {
        if (followed.isLate) continue;
        if (followed.isSent || isDue(followed)) first.push(followed);
        else if (followed.work.asks) tellTime(followed);
      }
      return first.length === 0 ? [] : [goOn(first, isAwaited)];
    },
    rest() {
      for (const followed of all.values()) {
        if (!followed.isAwaited) continue;
        followed.isAwaited = false;
        say(followed, { rest: true });
      }
    },
    work() {
      const works = [...all.values()].map(({ work }) => work);
      const dues = works.flatMap(({ due }) => due ?? []);
      return {
        asks: works.some(({ asks }) => asks),
        frames: works.some(({ frames }) => frames),
        loop: works.some(({ loop }) => loop),
        due: dues.length === 0 ? null : Math.min(...dues),
      };
    },
  };
}
