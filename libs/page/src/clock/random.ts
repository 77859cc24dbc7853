/** Random numbers that depend on the frame time alone (reference: composition-format 7.1). */

/** A 32-bit generator (mulberry32); quick, and good enough for pictures. */
function generator(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let value = Math.imul(state ^ (state >>> 15), state | 1);
    value ^= value + Math.imul(value ^ (value >>> 7), value | 61);
    return ((value ^ (value >>> 14)) >>> 0) / 4294967296;
  };
}

/** Mixes the bits of a frame time, so that neighbouring frames draw unrelated numbers. */
function seedOf(milliseconds: number): number {
  let seed = (Math.round(milliseconds * 1000) % 4294967296) >>> 0;
  seed = Math.imul(seed ^ (seed >>> 16), 0x85ebca6b);
  seed = Math.imul(seed ^ (seed >>> 13), 0xc2b2ae35);
  return (seed ^ (seed >>> 16)) >>> 0;
}

export interface SeededRandom {
  /** Starts the sequence of a frame time anew. */
  reseed(milliseconds: number): void;
  readonly next: () => number;
  /** Draws from a sequence of its own while `act` runs, the same for the same number. */
  during<T>(sequence: number, act: () => T): T;
}

export function createRandom(): SeededRandom {
  let next = generator(seedOf(0));
  return {
    reseed(milliseconds) {
      next = generator(seedOf(milliseconds));
    },
    next: () => next(),
    during(sequence, act) {
      const before = next;
      // Before all frames.
      next = generator(seedOf(-sequence));
      try {
        return act();
      } finally {
        next = before;
      }
    },
  };
}

/** Fills an integer view, as `crypto.getRandomValues` does. */
export function fillRandom<T extends ArrayBufferView | null>(view: T, next: () => number): T {
  if (view === null) return view;
  const bytes = new Uint8Array(view.buffer, view.byteOffset, view.byteLength);
  for (let index = 0; index < bytes.length; index++) bytes[index] = Math.floor(next() * 256);
  return view;
}
