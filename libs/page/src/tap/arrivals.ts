/** Which pictures show what the page shows now: those that came since. Pure. */

export interface Arrivals {
  /** The page shows `frame` from `at` on, ms. */
  shows(frame: number, at: number): void;
  /** What the page shows is composed anew from `at` on, ms. */
  marks(at: number): void;
  /** Picture `sequence` came at `at`, ms. They come in order. */
  came(sequence: number, at: number): void;
  /** The frame that was shown last; null before the first. */
  shown(): number | null;
  /** The first picture that came since, 0 while there is none. */
  first(): number;
  /** The last one, 0 while there is none. */
  last(): number;
}

export function watchArrivals(): Arrivals {
  let shown: number | null = null;
  let since = 0;
  let [first, last] = [0, 0];
  const begin = (at: number): void => {
    since = at;
    [first, last] = [0, 0];
  };
  return {
    shows(frame, at) {
      shown = frame;
      begin(at);
    },
    marks: begin,
    came(sequence, at) {
      // A picture of the frame before may be told of late.
      if (at < since) return;
      if (first === 0) first = sequence;
      last = sequence;
    },
    shown: () => shown,
    first: () => first,
    last: () => last,
  };
}
