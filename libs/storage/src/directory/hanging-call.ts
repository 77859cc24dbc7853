import { exitDespiteThreads } from '@framefarm/process';
import { within } from '../look.js';

const HINT = 'Look whether its file system hangs, such as one of the network whose server is away.';

/**
 * A call of a file system that may hang, one at a time: each that waits holds one of the few threads for all files of this process,
 * and nothing can end the wait.
 */
export class HangingCall {
  #running: Promise<unknown> | null = null;
  /** Set while the call has not come back although its time is over. */
  #hanging: { readonly error: unknown } | null = null;

  constructor(private readonly location: string) {}

  /**
   * The end of `call`; who comes while one runs gets that of this one. Where it does not come in time, this process can still exit.
   * @throws FramefarmError `STORE_UNAVAILABLE` when that has not come in time, or as `call`
   */
  async inTime<T>(call: () => Promise<T>): Promise<T> {
    return within(this.location, HINT, (late) => {
      this.#running ??= call().finally(() => {
        this.#running = null;
      });
      const running = this.#running as Promise<T>;
      late.addEventListener('abort', () => this.#hangs(running, late.reason), { once: true });
      return running;
    });
  }

  /** @throws FramefarmError `STORE_UNAVAILABLE` while the call hangs: another one would only take one more thread. */
  refuseWhileHanging(): void {
    if (this.#hanging !== null) throw this.#hanging.error;
  }

  #hangs(running: Promise<unknown>, error: unknown): void {
    if (this.#hanging !== null) return;
    this.#hanging = { error };
    const waitAgain = exitDespiteThreads();
    const back = (): void => {
      this.#hanging = null;
      waitAgain();
    };
    running.then(back, back);
  }
}
