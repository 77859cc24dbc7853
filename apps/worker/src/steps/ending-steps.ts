/**
 * Steps that have left their lane: the last encoder and what is told of its chunk still take their time, a slot they take no more. So a worker
 * prepares the next row of a batch meanwhile, as a local batch does (docs/decisions/warm-session.md).
 */
export class EndingSteps {
  readonly #ending = new Set<Promise<void>>();
  readonly #handBack = new AbortController();

  /** `most`: how many may end beside the steps that have slots. A slow store must not let them add up. */
  constructor(private readonly most: number) {}

  /** Aborts when the worker has to stop. */
  get signal(): AbortSignal {
    return this.#handBack.signal;
  }

  /** Resolves when the step may go on without a slot. How it ends is told elsewhere. */
  async enter(ended: Promise<unknown>): Promise<void> {
    while (this.#ending.size >= this.most) await Promise.race(this.#ending);
    const ending = ended.then(
      () => {},
      () => {},
    );
    this.#ending.add(ending);
    void ending.then(() => this.#ending.delete(ending));
  }

  /** Those that are ending are handed back, like those that have slots. */
  handBack(): void {
    this.#handBack.abort();
  }
}
