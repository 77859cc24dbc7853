/** The client of a direct call: watched from the first moment on, as it may leave before there is a render. */
import type { ServerResponse } from 'node:http';

export class DirectClient {
  readonly #gone = new AbortController();
  readonly #left = new AbortController();
  #isCutOff = false;

  /** `isClosing`: whether the service ends its connections by itself now; who goes then has not left. */
  constructor(answer: ServerResponse, isClosing: () => boolean) {
    const close = (): void => {
      if (!answer.writableEnded) {
        this.#isCutOff = isClosing();
        if (!this.#isCutOff) this.#left.abort();
      }
      this.#gone.abort();
    };
    if (answer.destroyed) close();
    else answer.once('close', close);
  }

  /** Aborts when the connection is over: after the answer, or without one. */
  get gone(): AbortSignal {
    return this.#gone.signal;
  }

  /** Aborts when the client goes by itself before it has its answer. */
  get left(): AbortSignal {
    return this.#left.signal;
  }

  /** The service ended the connection before the answer. */
  get isCutOff(): boolean {
    return this.#isCutOff;
  }

  /** Calls `tell` once the connection is over, at once where it is already. */
  whenGone(tell: () => void): void {
    if (this.gone.aborted) tell();
    else this.gone.addEventListener('abort', tell, { once: true });
  }
}
