/** The grammar of `data-start` (reference: composition-format 4). Pure text; it knows no document. */

import type { StartBasis } from './model.js';

/** A start as written: a number of seconds, or the end of another element plus an offset in seconds. */
export type StartExpression =
  | { readonly kind: 'number'; readonly seconds: number }
  | { readonly kind: 'reference'; readonly target: string; readonly offset: number };

/** Digits after the point come with the point only: two runs of digits side by side would be shared out in every way. */
const NUMBER = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?$/i;
const SPACED = /^([A-Za-z0-9_.:-]+)\s+([+-])\s*((?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?)$/i;
/** Ids hold no `+`, so a plus needs no spaces; a minus does, because ids may hold it. */
const TIGHT_PLUS = /^([A-Za-z0-9_.:-]+)\s*\+\s*((?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?)$/i;

/**
 * Reads a `data-start` value. An empty, unreadable or negative number counts as 0.
 * The whole string is tried as an id first: `c-0.5` names the id `c-0.5` (composition-format 4).
 * @param isKnown tells whether an element of the same composition carries this id
 */
export function parseStart(text: string, isKnown: (id: string) => boolean): StartExpression {
  const value = text.trim();
  if (value === '') return { kind: 'number', seconds: 0 };
  if (NUMBER.test(value)) {
    const seconds = Number(value);
    return { kind: 'number', seconds: Number.isFinite(seconds) ? Math.max(0, seconds) : 0 };
  }
  if (isKnown(value)) return { kind: 'reference', target: value, offset: 0 };
  const spaced = SPACED.exec(value);
  if (spaced !== null) {
    const offset = Number(spaced[3]);
    return { kind: 'reference', target: spaced[1] ?? '', offset: spaced[2] === '-' ? -offset : offset };
  }
  const tight = TIGHT_PLUS.exec(value);
  if (tight !== null) return { kind: 'reference', target: tight[1] ?? '', offset: Number(tight[2]) };
  return { kind: 'reference', target: value, offset: 0 };
}

/** For `x-1` or `x -1`, the spelling that means "the end of x less one second"; null when none is meant. */
export function proposeSpacing(target: string): string | null {
  const match = /^(.+?)-(\d+(?:\.\d+)?)$/.exec(target);
  return match === null ? null : `${match[1]} - ${match[2]}`;
}

/** A finite number as HTML attributes hold it, or null: `data-duration`, `data-end` and their like. */
export function parseSeconds(text: string | null | undefined): number | null {
  if (text === null || text === undefined) return null;
  const value = text.trim();
  if (!NUMBER.test(value)) return null;
  const seconds = Number(value);
  return Number.isFinite(seconds) ? seconds : null;
}

/**
 * The farthest time that is told apart from others, in seconds: more than three years, where a render has at most a million frames.
 * Written times may be any finite number; what lies behind this is never shown, as what lies here.
 */
const FARTHEST_SECONDS = 1e8;

/** A time or an offset in seconds that nothing overflows by: from minus to plus three years. */
export function withinReach(seconds: number): number {
  return Math.min(FARTHEST_SECONDS, Math.max(-FARTHEST_SECONDS, seconds));
}

/** `data-playback-rate`: clamped to 0.1–10; missing or invalid counts as 1 (composition-format 6 and 9). */
export function parseRate(text: string | null | undefined): number {
  const rate = parseSeconds(text);
  if (rate === null || rate <= 0) return 1;
  return Math.min(10, Math.max(0.1, rate));
}

/** HyperFrames' own attribute for media of nested compositions whose start is not meant as it would be read. */
export const START_BASIS = 'data-hf-media-start-basis';

/** Anything but the two words says nothing. */
export function parseStartBasis(text: string | null | undefined): StartBasis | null {
  const word = text?.trim().toLowerCase();
  return word === 'local' || word === 'global' ? word : null;
}
