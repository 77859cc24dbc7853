/**
 * Eases that HyperFrames adds to GSAP, by the names that its editor writes into tweens: `hold`, `spring(bounce)`,
 * `wiggle(times, type, amplitude)` and `custom(M0,0 C…)`. GSAP takes its default for a name that it does not know, and says nothing.
 */

export type Ease = (progress: number) => number;

/** Stays where it was, and jumps at its end. */
export const hold: Ease = (progress) => (progress >= 1 ? 1 : 0);

/** From 0 before the start to 1 after the end, and `inside` between them. */
const between =
  (inside: Ease): Ease =>
  (progress) => {
    if (progress <= 0) return 0;
    return progress >= 1 ? 1 : inside(progress);
  };

/** A damped oscillation around the end, scaled so that it comes out there. @param bounce 0, hardly beyond the end, to 1 */
export function spring(bounce: number): Ease {
  const b = Math.min(1, Math.max(0, bounce));
  const damping = 12 - 6 * b;
  const turns = 2 * Math.PI * (1 + 1.5 * b);
  const rest = (progress: number): number => 1 - Math.exp(-damping * progress) * Math.cos(turns * progress);
  return between((progress) => rest(progress) / rest(1));
}

interface Wiggle {
  /** Part of the way to which it swings. */
  readonly amplitude: number;
  /** Share of the amplitude at a progress, negative where it begins backwards. */
  readonly swing: Ease;
}

const WIGGLES: Readonly<Record<string, Wiggle>> = {
  easeOut: { amplitude: 0.16, swing: (progress) => 1 - progress },
  easeInOut: { amplitude: 0.08, swing: (progress) => Math.sin(Math.PI * progress) },
  anticipate: { amplitude: 0.12, swing: (progress) => progress - 1 },
  uniform: { amplitude: 0.14, swing: () => 1 },
};

/** An even movement that swings around its way; undefined where that is not said in full. @param times whole swings, at least 1 */
export function wiggle(times: unknown, type: unknown, amplitude?: unknown): Ease | undefined {
  const kind = typeof type === 'string' && Object.hasOwn(WIGGLES, type) ? WIGGLES[type] : undefined;
  if (kind === undefined || typeof times !== 'number' || !Number.isSafeInteger(times) || times < 1) return undefined;
  const width = amplitude === undefined ? kind.amplitude : amplitude;
  if (typeof width !== 'number' || !(width >= 0 && width <= 1)) return undefined;
  return between((progress) => progress + width * kind.swing(progress) * Math.sin(2 * Math.PI * times * progress));
}

const NUMBER = String.raw`([+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?)`;
const CURVE = new RegExp(
  String.raw`^\s*M\s*0\s*,\s*0\s+C\s*${NUMBER}\s*,\s*${NUMBER}\s+${NUMBER}\s*,\s*${NUMBER}\s+1\s*,\s*1\s*$`,
  'i',
);
/** Halvings of the interval that holds the place on the curve: far below a pixel of any tween. */
const HALVINGS = 24;

/** One cubic curve from 0,0 to 1,1 as a path; undefined for another path, or one that goes back in time. */
export function custom(path: string): Ease | undefined {
  const found = CURVE.exec(path)?.slice(1).map(Number);
  if (found === undefined) return undefined;
  const [x1 = 0, y1 = 0, x2 = 0, y2 = 0] = found;
  if (Math.min(x1, x2) < 0 || Math.max(x1, x2) > 1) return undefined;
  const bezier = (at: number, first: number, second: number): number => {
    const rest = 1 - at;
    return 3 * rest * rest * at * first + 3 * rest * at * at * second + at ** 3;
  };
  return between((progress) => {
    let low = 0;
    let high = 1;
    for (let halving = 0; halving < HALVINGS; halving++) {
      const middle = (low + high) / 2;
      if (bezier(middle, x1, x2) < progress) low = middle;
      else high = middle;
    }
    return bezier((low + high) / 2, y1, y2);
  });
}
