/** What this worker does at the moment, for its announcements and for the host's own health. */
import type { StepPayload, WorkerInfo } from '@framefarm/farm';

export type CurrentWork = WorkerInfo['work'][number];

export class WorkBoard {
  /** By begin, not by step: a worker that was frozen may take a step anew while its first try still ends. */
  readonly #work = new Map<symbol, CurrentWork>();
  readonly #left = new Set<symbol>();
  #onEnd: () => void = () => {};
  /** Called when a step begins, leaves or ends. */
  onChange: () => void = () => {};

  /** `left`: its lane can do another step, so that it is not listed any more. */
  begin({ renderId, step }: StepPayload): { frames(count: number): void; left(): void; end(): void } {
    const key = Symbol(step.id);
    const work: CurrentWork = {
      renderId,
      stepId: step.id,
      kind: step.kind,
      since: new Date().toISOString(),
      frames: 0,
    };
    this.#work.set(key, work);
    this.onChange();
    return {
      frames: (frames) => {
        this.#work.set(key, { ...work, frames });
      },
      left: () => {
        this.#left.add(key);
        this.onChange();
      },
      end: () => {
        this.#work.delete(key);
        this.#left.delete(key);
        this.#onEnd();
        this.onChange();
      },
    };
  }

  /** Waits until nothing runs, what has left included, at most `ms`; tells whether that came. */
  async empty(ms: number): Promise<boolean> {
    const until = performance.now() + ms;
    while (this.#work.size > 0) {
      const left = until - performance.now();
      if (left <= 0) return false;
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, left);
        this.#onEnd = () => {
          clearTimeout(timer);
          resolve();
        };
      });
    }
    return true;
  }

  /** What takes a slot. */
  list(): readonly CurrentWork[] {
    return [...this.#work].flatMap(([key, work]) => (this.#left.has(key) ? [] : [work]));
  }
}
