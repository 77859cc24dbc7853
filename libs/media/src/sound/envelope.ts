/** A value over time at sample accuracy: exact lines between points, held outside them (composition-format 9.3). */
import type { LanePoint } from '@framefarm/contract';

export interface Envelope {
  /** Value at `seconds`; calls must not go back in time. */
  at(seconds: number): number;
}

/** The same value at all times. */
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

/** Progress (0 to 1) of a segment at its share `x`: straight, bent by `curve`, or through the via point, which wins. */
function bend(x: number, { curve, via }: LanePoint): number {
  if (via !== null) return arc(x, within(via.x), within(via.y));
  // 0 is straight; 1 stays low and rises late as the fourth power, −1 is its mirror.
  return curve === 0 ? x : x ** (4 ** curve);
}

/** A via point lies inside the segment. */
function within(share: number): number {
  return Math.min(0.999, Math.max(0.001, share));
}

/**
 * A smooth arc from (0, 0) to (1, 1) through the via point: a conic (rational Bézier of degree two) that is at the via
 * point half-way. Its control point lies beyond the via point as seen from the middle of the straight line, nearer the
 * larger the weight; the weight is the smallest that keeps it inside the segment, so that progress never turns back.
 */
function arc(x: number, viaX: number, viaY: number): number {
  if (x <= 0 || x >= 1) return x <= 0 ? 0 : 1;
  const weight = Math.max(1, leastWeight(viaX), leastWeight(viaY));
  const controlX = viaX + (viaX - 0.5) / weight;
  const controlY = viaY + (viaY - 0.5) / weight;
  // With u = t / (1 − t) both coordinates are (2·weight·control·u + u²) / (1 + 2·weight·u + u²).
  const half = weight * (controlX - x);
  const root = Math.sqrt(half * half + x * (1 - x));
  // The positive solution, in the form that does not subtract two nearly equal numbers.
  const u = half > 0 ? x / (root + half) : (root - half) / (1 - x);
  return (2 * weight * controlY * u + u * u) / (1 + 2 * weight * u + u * u);
}

/** On one axis: what brings the control point back inside 0.001 to 0.999. */
function leastWeight(via: number): number {
  const pull = Math.abs(via - 0.5);
  return pull === 0 ? 0 : pull / Math.max(1e-9, 0.499 - pull);
}
