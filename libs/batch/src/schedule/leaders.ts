/** Of rows with the same inputs, the one that makes the output for the others. */

export type Leader<R> =
  | { readonly kind: 'running'; readonly index: number }
  | { readonly kind: 'done'; readonly index: number; readonly result: R };

export class Leaders<R> {
  readonly #leaders = new Map<string, Leader<R>>();
  /** Digests that more than one row has: only their results are kept. */
  readonly #shared = new Set<string>();

  constructor(inputDigests: readonly string[]) {
    const seen = new Set<string>();
    for (const digest of inputDigests) {
      if (seen.has(digest)) this.#shared.add(digest);
      seen.add(digest);
    }
  }

  of(digest: string): Leader<R> | undefined {
    return this.#leaders.get(digest);
  }

  set(digest: string, leader: Leader<R>): void {
    if (this.#shared.has(digest)) this.#leaders.set(digest, leader);
  }

  /** Rows that waited decide anew. */
  drop(digest: string): void {
    this.#leaders.delete(digest);
  }
}
