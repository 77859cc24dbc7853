/** Waits for a call or for time to pass, whichever is first; a call while nobody waits is not lost. */
export class Wake {
  #called = false;
  #resume: (() => void) | null = null;

  readonly call = (): void => {
    this.#called = true;
    this.#resume?.();
  };

  async wait(ms: number, signal: AbortSignal): Promise<void> {
    if (!this.#called && !signal.aborted) {
      await new Promise<void>((resolve) => {
        const done = (): void => {
          clearTimeout(timer);
          // A render may be waited for thousands of times under one signal.
          signal.removeEventListener('abort', done);
          this.#resume = null;
          resolve();
        };
        const timer = setTimeout(done, ms);
        signal.addEventListener('abort', done);
        this.#resume = done;
      });
    }
    this.#called = false;
  }
}
