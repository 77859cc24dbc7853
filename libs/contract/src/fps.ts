/** Frame rates as exact rationals. */

export interface Fps {
  readonly num: number;
  readonly den: number;
}

const MIN_FPS = 1;
const MAX_FPS = 240;
export const DEFAULT_FPS: Fps = { num: 30, den: 1 };
/** Highest rate of a GIF (specification, Output formats). */
export const MAX_GIF_FPS = 30;

/** NTSC rates that people write as decimals, and the rational each one means. */
const NTSC: Record<string, string> = {
  '23.976': '24000/1001',
  '23.98': '24000/1001',
  '29.97': '30000/1001',
  '47.952': '48000/1001',
  '59.94': '60000/1001',
  '119.88': '120000/1001',
};

export type FpsParse = { readonly ok: true; readonly fps: Fps } | { readonly ok: false; readonly rule: string };

/** Reads `30` or `30000/1001`. Decimals are refused with the rational they mean (reference: cli 2). */
export function parseFps(text: string): FpsParse {
  const decimal = /^\d+\.\d+$/.test(text) ? NTSC[text] : undefined;
  if (decimal !== undefined) return { ok: false, rule: `is a decimal; write the exact rational ${decimal}` };
  const match = /^(\d{1,9})(?:\/(\d{1,9}))?$/.exec(text);
  const rule = `must be an integer from ${MIN_FPS} to ${MAX_FPS}, or a rational such as 30000/1001`;
  if (match === null) return { ok: false, rule };
  const num = Number(match[1]);
  const den = match[2] === undefined ? 1 : Number(match[2]);
  if (den === 0 || num < MIN_FPS * den || num > MAX_FPS * den) return { ok: false, rule };
  return { ok: true, fps: reducedFps(num, den) };
}

/** The rate `num` / `den` of whole numbers above 0, in lowest terms. */
export function reducedFps(num: number, den: number): Fps {
  const divisor = gcd(num, den);
  return { num: num / divisor, den: den / divisor };
}

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
