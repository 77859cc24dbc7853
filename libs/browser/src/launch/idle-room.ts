/** How many browsers are kept while nobody uses them, counted over all that share the room. */
export class IdleRoom {
  readonly #most: number;
  #idle = 0;

  constructor(most = Number.POSITIVE_INFINITY) {
    this.#most = most;
  }

  /** True, and one place less, when there is a place. */
  enter(): boolean {
    if (this.#idle >= this.#most) return false;
    this.#idle += 1;
    return true;
  }

  leave(): void {
    this.#idle -= 1;
  }
}
