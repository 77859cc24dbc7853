/** One lane process as the worker holds it: work goes in, progress and a result of each piece come out, and it can always be ended. */
import { fileURLToPath } from 'node:url';
import { FramefarmError, type Warning } from '@framefarm/contract';
import { createScratch, type OwnedChild, type Scratch, spawnOwned, TERM_GRACE_MS } from '@framefarm/process';
import type { CapturedChunk } from '@framefarm/render';
import { laneEnvironment } from './environment.js';
import type { FromLane, LaneLimits, LaneResults, LaneWork, ToLane } from './messages.js';
import { Stillness } from './stillness.js';

const PROGRAM = fileURLToPath(new URL('./main.js', import.meta.url));
/** Longest time for a lane process to be ready, ms. */
const START_MS = 30_000;

export interface LaneListener {
  onFrames?(frames: Readonly<Record<number, number>>): void;
  onChunk?(chunk: CapturedChunk, ms: number): void;
  /** The step has left: the lane may begin one of another render of the same occupant, while this one's last encoder ends. */
  onLeft?(): void;
  onLog?(lines: readonly string[]): void;
  onWarning?(warning: Warning): void;
  /** Most memory that a finished piece of work took with all its processes, bytes. */
  onPeak?(bytes: number): void;
}

interface Task {
  readonly listener: LaneListener;
  readonly stillness: Stillness;
  left: boolean;
  settle(outcome: { readonly result: unknown } | { readonly error: Error }): void;
}

/** Thrown when a lane stood still and was killed (farm-practice 4, class stuck). */
class LaneStuck extends FramefarmError {}

export class Lane {
  /** Owner and composition of the last work, for which a browser may be warm. */
  occupant: string | null = null;
  /** Render of the last work. */
  renderId: string | null = null;
  rssMb = 0;
  /** Settles when the process has ended, however that came. */
  readonly ended: Promise<void>;
  /** By id: the step that has the lane, and those that have left. */
  readonly #tasks = new Map<number, Task>();
  /** Performances that are not over. */
  readonly #performing = new Set<Promise<unknown>>();
  #lastId = 0;
  #gone = false;
  #ending = false;
  #onCool: (() => void) | null = null;

  private constructor(
    private readonly child: OwnedChild,
    private readonly scratch: Scratch,
    onReady: () => void,
  ) {
    child.child.on('message', (message: FromLane) => {
      if (message.type === 'ready') onReady();
      else this.#hear(message);
    });
    // Libraries of a lane may print; nobody reads it, but the pipes must not fill.
    child.child.stdout?.resume();
    child.child.stderr?.resume();
    this.ended = child.ended.then(
      ({ exitCode, signal }) => this.#end(signal === null ? `with status ${exitCode}` : `by ${signal}`),
      (error) => this.#end(String(error)),
    );
  }

  /** Starts a lane process. @throws FramefarmError INTERNAL_ERROR when it does not come up. */
  static async start(parentDir: string, limits: LaneLimits): Promise<Lane> {
    const scratch = await createScratch(parentDir, 'lane-', { passable: process.getuid?.() === 0 });
    const child = spawnOwned(process.execPath, [PROGRAM, JSON.stringify(limits)], {
      cwd: scratch.path,
      env: laneEnvironment(scratch.path),
      channel: true,
    });
    let lane: Lane | undefined;
    let timer: NodeJS.Timeout | undefined;
    try {
      await new Promise<void>((resolve, reject) => {
        timer = setTimeout(() => reject(new Error('it was not ready in time')), START_MS);
        lane = new Lane(child, scratch, resolve);
        void lane.ended.then(() => reject(new Error('it ended at its start')));
      });
    } catch (error) {
      await lane?.kill();
      throw new FramefarmError('INTERNAL_ERROR', `a lane process could not be started: ${String(error)}`);
    } finally {
      clearTimeout(timer);
    }
    return lane as Lane;
  }

  /** Whether it takes a step: of the same occupant where it is not quiet. */
  get usable(): boolean {
    return !this.#gone && !this.#ending && [...this.#tasks.values()].every(({ left }) => left);
  }

  /** No step works in it, not even one that has left. */
  get quiet(): boolean {
    return this.#performing.size === 0;
  }

  /** Settles when it is quiet. */
  async quieted(): Promise<void> {
    await Promise.allSettled([...this.#performing]);
  }

  get gone(): boolean {
    return this.#gone;
  }

  /** Scratch of the lane, for files of its work. */
  get directory(): string {
    return this.scratch.path;
  }

  /**
   * Does one step. After an abort the lane gets 5 s to obey, then its process groups are killed; the promise settles once
   * nothing of the step runs any more.
   * @throws FramefarmError what the step threw, `LaneStuck`, or the signal's reason.
   */
  async perform<K extends LaneWork['kind']>(
    work: Extract<LaneWork, { readonly kind: K }>,
    listener: LaneListener,
    signal: AbortSignal,
  ): Promise<LaneResults[K]> {
    const performing = this.#perform<K>(work, listener, signal);
    this.#performing.add(performing);
    return performing.finally(() => this.#performing.delete(performing));
  }

  async #perform<K extends LaneWork['kind']>(
    work: Extract<LaneWork, { readonly kind: K }>,
    listener: LaneListener,
    signal: AbortSignal,
  ): Promise<LaneResults[K]> {
    signal.throwIfAborted();
    const id = ++this.#lastId;
    let grace: NodeJS.Timeout | undefined;
    const cancel = (): void => {
      this.#send({ type: 'cancel', id });
      grace = setTimeout(() => void this.kill(), TERM_GRACE_MS);
    };
    const stillness = new Stillness(work.kind, (what) => {
      const error = new LaneStuck('CAPTURE_STALLED', `${what}; its lane was ended`, { stage: work.kind });
      this.#tasks.get(id)?.settle({ error });
      void this.kill();
    });
    try {
      const result = await new Promise<unknown>((resolve, reject) => {
        this.#tasks.set(id, {
          listener,
          stillness,
          left: false,
          settle: (outcome) => ('error' in outcome ? reject(outcome.error) : resolve(outcome.result)),
        });
        signal.addEventListener('abort', cancel, { once: true });
        this.#send({ type: 'work', id, work });
        if (this.#gone) reject(this.#lost('before its work began'));
      });
      signal.throwIfAborted();
      return result as LaneResults[K];
    } catch (error) {
      // A lane that was killed for its silence is gone before the step is over.
      if (error instanceof LaneStuck) await this.ended;
      signal.throwIfAborted();
      throw error;
    } finally {
      clearTimeout(grace);
      stillness.stop();
      signal.removeEventListener('abort', cancel);
      this.#tasks.delete(id);
    }
  }

  /** Ends what is warm for the last occupant. Settles when it is gone, at the latest after the lane was killed for it. */
  async cool(): Promise<void> {
    if (this.#gone || this.occupant === null) return;
    this.occupant = null;
    this.renderId = null;
    await new Promise<void>((resolve) => {
      const timer = setTimeout(() => void this.kill(), TERM_GRACE_MS);
      this.#onCool = () => {
        clearTimeout(timer);
        this.#onCool = null;
        resolve();
      };
      this.#send({ type: 'cool' });
    });
  }

  /** Asks the process to end, which it does when its work has been cancelled; kills its group after 5 s. */
  async close(): Promise<void> {
    await this.child.end();
    await this.ended;
  }

  /** Kills the process with its group; its guardian kills what it had started. */
  async kill(): Promise<void> {
    await this.child.end(0);
    await this.ended;
  }

  #send(message: ToLane): void {
    // A lane that is about to end has closed its channel; its end is heard of by itself.
    if (this.child.child.connected) this.child.child.send(message, () => {});
  }

  #hear(message: FromLane): void {
    if (message.type === 'alive') {
      this.rssMb = message.rssMb;
      for (const { stillness } of this.#tasks.values()) stillness.alive();
      return;
    }
    if (message.type === 'cool') {
      this.#onCool?.();
      return;
    }
    if (message.type === 'ending') {
      this.#ending = true;
      return;
    }
    const task = message.type === 'ready' ? undefined : this.#tasks.get(message.id);
    if (message.type === 'ready' || task === undefined) return;
    switch (message.type) {
      case 'frames':
        task.stillness.frame(message.more);
        task.listener.onFrames?.(message.frames);
        break;
      case 'chunk':
        task.listener.onChunk?.(message.chunk, message.ms);
        break;
      case 'left':
        task.left = true;
        task.listener.onLeft?.();
        break;
      case 'log':
        task.listener.onLog?.(message.lines);
        break;
      case 'warning':
        task.listener.onWarning?.(message.warning);
        break;
      case 'done':
        if (message.peakBytes !== null) task.listener.onPeak?.(message.peakBytes);
        task.settle({ result: message.result });
        break;
      case 'failed': {
        const { code, message: text, hint, stage, details, circumstances } = message.failure;
        const error = new FramefarmError(code, text, { hint, details, ...(stage === null ? {} : { stage }) });
        error.circumstances = circumstances;
        task.settle({ error });
      }
    }
  }

  async #end(how: string): Promise<void> {
    this.#gone = true;
    this.#onCool?.();
    for (const task of this.#tasks.values()) task.settle({ error: this.#lost(how) });
    await this.scratch.remove();
  }

  #lost(how: string): FramefarmError {
    return new FramefarmError('BROWSER_CRASHED', `the lane process ended ${how}`);
  }
}
