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
      let timer: NodeJS.Timeout | undefined;
      await new Promise<void>((resolve) => {
        this.#resume = resolve;
        timer = setTimeout(resolve, ms);
        signal.addEventListener('abort', () => resolve(), { once: true });
      });
      clearTimeout(timer);
      this.#resume = null;
    }
    this.#called = false;
  }
}
