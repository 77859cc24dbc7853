/** Every wait on a page ends: with its result, a named deadline, the browser's death, or an abort. */
import { type ErrorCode, FramefarmError } from '@framefarm/contract';
import { startTimeLimit } from '@framefarm/process';

export interface Phase {
  readonly ms: number;
  readonly code: ErrorCode;
  /** Completes "no result after N s while waiting for …". */
  readonly waitingFor: string;
}

/** Calls that were pending fail a moment before the browser tells why: that the page left, or ended. Milliseconds that it has for it. */
const LOSS_TOLD_MS = 1_000;

/** Fails all waits of a stage at once when its browser or page is lost. The first failure counts. */
export class Liveness {
  readonly #rejects = new Set<(error: unknown) => void>();
  #failure: { readonly error: unknown } | undefined;
  #late = false;
  readonly #onFailure: (error: unknown) => void;

  constructor(onFailure: (error: unknown) => void = () => {}) {
    this.#onFailure = onFailure;
  }

  get failure(): unknown {
    return this.#failure?.error;
  }

  /** Whether a deadline passed: what did not answer may hang, and its browser with it. */
  get late(): boolean {
    return this.#late;
  }

  fail(error: unknown): void {
    if (this.#failure !== undefined) return;
    this.#failure = { error };
    for (const reject of this.#rejects) reject(error);
    this.#rejects.clear();
    this.#onFailure(error);
  }

  /**
   * Settles as `work` does, unless the deadline passes or the stage fails before. Other errors than ours get the
   * code of the phase.
   */
  async guard<T>(work: () => Promise<T>, phase: Phase): Promise<T> {
    if (this.#failure !== undefined) throw this.#failure.error;
    let endLimit: (() => void) | undefined;
    let abandon: ((error: unknown) => void) | undefined;
    const lost = new Promise<never>((_, reject) => {
      abandon = reject;
      this.#rejects.add(reject);
      endLimit = startTimeLimit(phase.ms, () => {
        this.#late = true;
        const seconds = Math.round(phase.ms / 100) / 10;
        reject(
          new FramefarmError(phase.code, `no result after ${seconds} s while waiting for ${phase.waitingFor}`, {
            stage: 'capture',
          }),
        );
      });
    });
    const running = work();
    running.catch(() => {});
    try {
      return await Promise.race([running, lost]);
    } catch (error) {
      // When the browser dies, its pending calls fail with words of the protocol; the loss itself says more.
      if (!(error instanceof FramefarmError)) await soon(lost);
      if (this.failure !== undefined) throw this.failure;
      if (error instanceof FramefarmError) throw error;
      const words = (error instanceof Error ? error.message : String(error)).slice(0, 2_000);
      throw new FramefarmError(phase.code, `${phase.waitingFor} failed: ${words}`, { stage: 'capture', cause: error });
    } finally {
      endLimit?.();
      if (abandon) this.#rejects.delete(abandon);
    }
  }
}

/** Ends with `lost`, or when nothing was told in time. */
async function soon(lost: Promise<never>): Promise<void> {
  let endLimit = (): void => {};
  const silence = new Promise<void>((resolve) => {
    endLimit = startTimeLimit(LOSS_TOLD_MS, resolve);
  });
  await Promise.race([lost, silence]).catch(() => {});
  endLimit();
}
