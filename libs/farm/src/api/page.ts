/** A part of a list (http-api 3.3). */

export interface Page<R> {
  readonly items: readonly R[];
  /** Id of the last item of this page when there may be more, else null. */
  readonly next: string | null;
}
