/** A value over time at sample accuracy: exact lines between points, held outside them (composition-format 9.3). */
import type { LanePoint } from './automation.js';

export interface Envelope {
  /** Value at `seconds`; calls must not go back in time. */
  at(seconds: number): number;
}

export function constant(value: number): Envelope {
  return { at: () => value };
}

/** Points sorted by `t`; of several at one time the last one counts from there on. */
export function envelope(points: readonly LanePoint[], clamp: (value: number) => number = (value) => value): Envelope {
  const sorted = points.map((point) => ({ ...point, v: clamp(point.v) }));
  let index = 0;
  return {
    at: (seconds) => {
      while (index < sorted.length && (sorted[index]?.t ?? 0) <= seconds) index += 1;
      const from = sorted[index - 1];
      const to = sorted[index];
      if (from === undefined) return to?.v ?? 0;
      if (to === undefined) return from.v;
      const x = (seconds - from.t) / (to.t - from.t);
      return from.v + (to.v - from.v) * bend(x, from);
    },
  };
}

/** A straight segment, or one bent by a power law: through the via point, or by `curve` (0 straight, ±1 a power of 8). */
function bend(x: number, { curve, via }: LanePoint): number {
  if (via !== null && via.x > 0 && via.x < 1 && via.y > 0 && via.y < 1) return x ** (Math.log(via.y) / Math.log(via.x));
  return curve === 0 ? x : x ** (8 ** curve);
}
