/** Reading places in a composition: frame ranges and times. The length is not known yet, so only the form is checked. */

export type RangeRead<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly rule: string };

export interface FrameRange {
  readonly firstFrame: number;
  /** Included. */
  readonly lastFrame: number;
}

const FRAMES_RULE = 'must be a range of frame numbers from 0, such as 30-89, or one number; the last is included';

/** Reads `30-89` or `45`. */
export function readFrameRange(raw: unknown): RangeRead<FrameRange> {
  const text = typeof raw === 'number' ? String(raw) : raw;
  const match = typeof text === 'string' ? /^(\d{1,9})(?:-(\d{1,9}))?$/.exec(text) : null;
  if (match === null) return { ok: false, rule: FRAMES_RULE };
  const firstFrame = Number(match[1]);
  const lastFrame = Number(match[2] ?? match[1]);
  if (lastFrame < firstFrame) return { ok: false, rule: `${FRAMES_RULE}; ${lastFrame} lies before ${firstFrame}` };
  return { ok: true, value: { firstFrame, lastFrame } };
}

const UNITS: Readonly<Record<string, number>> = { ms: 0.001, s: 1, m: 60, h: 3600 };
const TIME_RULE = 'must be a time from 0, such as 1.5, 90s, 1500ms, 1:30 or 00:00:03.5';

/** Times are below this, seconds: what nine digits write. */
const TIME_END = 1e9;

/**
 * Reads a time as seconds: `1.5`, `90s`, `1500ms`, `2m`, `1h`, `mm:ss` or `hh:mm:ss`, each with as many decimals as a calculation gives;
 * or a number of a program.
 */
export function readTime(raw: unknown): RangeRead<number> {
  if (typeof raw === 'number' && raw >= 0 && raw < TIME_END) return { ok: true, value: raw };
  if (typeof raw !== 'string') return { ok: false, rule: TIME_RULE };
  const plain = /^(\d{1,9}(?:\.\d{1,20})?)(ms|s|m|h)?$/.exec(raw);
  if (plain !== null) return { ok: true, value: Number(plain[1]) * (UNITS[plain[2] ?? 's'] ?? Number.NaN) };
  const clock = /^(?:(\d{1,4}):)?(\d{1,2}):(\d{1,2}(?:\.\d{1,20})?)$/.exec(raw);
  const minutes = Number(clock?.[2]);
  const seconds = Number(clock?.[3]);
  if (clock === null || minutes >= 60 || seconds >= 60) return { ok: false, rule: TIME_RULE };
  return { ok: true, value: Number(clock[1] ?? 0) * 3600 + minutes * 60 + seconds };
}
