/** Frame rates as exact rationals. */

export interface Fps {
  readonly num: number;
  readonly den: number;
}

const MIN_FPS = 1;
const MAX_FPS = 240;
/** Largest number on either side of a rational, of nine digits. */
const MAX_PART = 999_999_999;
export const DEFAULT_FPS: Fps = { num: 30, den: 1 };
/** Highest rate of a GIF (specification, Output formats). */
export const MAX_GIF_FPS = 30;

/** Rates that NTSC slows down by 1000/1001; people write these as decimals of two digits and more. */
const NTSC_RATES: readonly number[] = [12, 15, 24, 30, 48, 60, 72, 96, 120, 144, 240];
/** How far a decimal may be from the rate that it means: 23.97, 23.976 and 23.98 are one. */
const DECIMAL_SLACK = 0.01;

export type FpsParse = { readonly ok: true; readonly fps: Fps } | { readonly ok: false; readonly rule: string };

/** Reads `30` or `30000/1001`. Decimals are refused with the rational they mean (reference: cli 2). */
export function parseFps(text: string): FpsParse {
  const decimal = decimalRate(text);
  if (decimal !== null) {
    const words = decimal.den === 1 ? 'write' : 'write the exact rational';
    return { ok: false, rule: `is a decimal; ${words} ${formatFps(decimal)}` };
  }
  const match = /^(\d{1,9})(?:\/(\d{1,9}))?$/.exec(text);
  const rule = `must be an integer from ${MIN_FPS} to ${MAX_FPS}, or a rational such as 30000/1001`;
  if (match === null) return { ok: false, rule };
  const num = Number(match[1]);
  const den = match[2] === undefined ? 1 : Number(match[2]);
  if (den === 0 || num < MIN_FPS * den || num > MAX_FPS * den) return { ok: false, rule };
  return { ok: true, fps: reducedFps(num, den) };
}

/** The rate that a decimal means; null for another text, and for a rate that cannot be had. */
function decimalRate(text: string): Fps | null {
  const [, whole, digits] = /^(\d{1,3})\.(\d{1,20})$/.exec(text) ?? [];
  if (whole === undefined || digits === undefined) return null;
  const value = Number(text);
  if (value < MIN_FPS || value > MAX_FPS) return null;
  const slowed = NTSC_RATES.find((rate) => Math.abs(value - rate / 1.001) < DECIMAL_SLACK);
  if (slowed !== undefined) return reducedFps(slowed * 1000, 1001);
  // More digits than these are not counted exactly, and stand for no rational of nine digits.
  if (digits.length > 12) return null;
  const exact = reducedFps(Number(whole + digits), 10 ** digits.length);
  return exact.num <= MAX_PART && exact.den <= MAX_PART ? exact : null;
}

/** The rate `num` / `den` of whole numbers above 0, in lowest terms. */
export function reducedFps(num: number, den: number): Fps {
  const divisor = gcd(num, den);
  return { num: num / divisor, den: den / divisor };
}

/** As options and messages write it: `30`, or `30000/1001` where it is no whole number. */
export function formatFps(fps: Fps): string {
  return fps.den === 1 ? String(fps.num) : `${fps.num}/${fps.den}`;
}

/** Frames per second as a number; for arithmetic that may round, never for frame times. */
export function fpsValue(fps: Fps): number {
  return fps.num / fps.den;
}

/** Whether there are more than `limit` frames a second. */
export function fpsExceeds(fps: Fps, limit: number): boolean {
  return fps.num > limit * fps.den;
}

function gcd(a: number, b: number): number {
  return b === 0 ? a : gcd(b, a % b);
}
