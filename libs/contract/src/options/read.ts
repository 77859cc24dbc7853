/** Reading raw option values: text as typed on a command line, or JSON values of a request. */
import { MAX_LANES } from '../ceilings.js';
import { parseFps } from '../fps.js';
import { readFarmAddress } from '../names/farm-url.js';
import { FORBIDDEN_KEYS } from '../names/forbidden-keys.js';
import { readOrigin } from '../names/origin.js';
import { HALF_PAIR_RULE, halfPairIn } from '../text/half-pairs.js';
import { suggestion } from '../text/nearest-name.js';
import { readFrameRange, readTime } from './read-range.js';
import type { OptionSpec } from './spec.js';

export type Read =
  | { readonly ok: true; readonly value: unknown }
  /** `hidden`: the value may hold a secret, and is not quoted. `item`: the one of a list that is at fault, as it was given. */
  | { readonly ok: false; readonly rule: string; readonly hidden?: true; readonly item?: unknown };
const accept = (value: unknown): Read => ({ ok: true, value });
const refuse = (rule: string): Read => ({ ok: false, rule });
const refuseItem = (rule: string, item: unknown): Read => ({ ok: false, rule, item });

/** Reads one raw value by its option's kind, range and values. */
export function readOption(spec: OptionSpec, raw: unknown): Read {
  switch (spec.kind) {
    case 'flag':
      return typeof raw === 'boolean' ? accept(raw) : refuse('must be true or false');
    case 'integer':
      return readInteger(raw, spec.min ?? 0, spec.max ?? Number.MAX_SAFE_INTEGER);
    case 'workers':
      if (raw === 'auto') return accept(raw);
      return readInteger(raw, spec.min ?? 1, spec.max ?? MAX_LANES, ', or auto');
    case 'enum':
      return typeof raw === 'string' && (spec.values ?? []).includes(raw)
        ? accept(raw)
        : refuse(`must be one of ${(spec.values ?? []).join(', ')}${suggestion(String(raw), spec.values ?? [])}`);
    case 'fps': {
      const parsed = parseFps(typeof raw === 'number' ? String(raw) : typeof raw === 'string' ? raw : '');
      return parsed.ok ? accept(parsed.fps) : refuse(parsed.rule);
    }
    case 'bitrate':
      return readBitrate(raw);
    case 'duration':
      return readDuration(raw);
    case 'frames':
      return readFrameRange(raw);
    case 'time':
      return readTime(raw);
    case 'json':
      return readVariables(raw);
    case 'texts':
      return readTexts(raw);
    case 'origins':
      return readOrigins(raw);
    case 'places':
      return readPlaces(raw);
    case 'labels':
      return readLabels(raw);
    case 'farm-url':
      return readFarmAddress(raw);
    case 'path':
    case 'text':
      if (typeof raw !== 'string' || raw === '' || raw.includes('\0')) return refuse('must be a non-empty text');
      return spec.pattern?.fits.test(raw) === false ? refuse(spec.pattern.rule) : accept(raw);
  }
}

function readInteger(raw: unknown, min: number, max: number, also = ''): Read {
  const value =
    typeof raw === 'number' ? raw : typeof raw === 'string' && /^-?\d{1,15}$/.test(raw) ? Number(raw) : Number.NaN;
  return Number.isInteger(value) && value >= min && value <= max
    ? accept(value)
    : refuse(
        `must be an integer ${max === Number.MAX_SAFE_INTEGER ? `of ${min} or more` : `from ${min} to ${max}`}${also}`,
      );
}

/** Bounds that any encoder accepts; below 1k no picture survives, above 2G the flag is a typing error. */
const MIN_BITRATE = 1_000;
const MAX_BITRATE = 2_000_000_000;

function readBitrate(raw: unknown): Read {
  const match = typeof raw === 'string' ? /^(\d{1,6}(?:\.\d{1,3})?)([kKmM])$/.exec(raw) : null;
  const bits =
    match === null ? Number.NaN : Math.round(Number(match[1]) * (match[2]?.toLowerCase() === 'm' ? 1e6 : 1e3));
  return bits >= MIN_BITRATE && bits <= MAX_BITRATE
    ? accept(bits)
    : refuse('must be a bitrate such as 10M or 5000k, from 1k to 2000M');
}

/** Most that a timer holds, ms. */
const LONGEST_MS = 2_147_483_647;

/** Rounded to milliseconds, whatever its decimals. */
function readDuration(raw: unknown): Read {
  const match = typeof raw === 'string' ? /^(\d{1,9}(?:\.\d{1,20})?)(ms|s|m|h)$/.exec(raw) : null;
  const unit = { ms: 1, s: 1000, m: 60_000, h: 3_600_000 }[match?.[2] ?? ''] ?? Number.NaN;
  const ms = Math.round(Number(match?.[1]) * unit);
  return ms >= 1 && ms <= LONGEST_MS
    ? accept(ms)
    : refuse('must be a duration such as 90s, 15m or 1.5h, from 1ms to 596h');
}

function readVariables(raw: unknown): Read {
  let value = raw;
  if (typeof raw === 'string') {
    try {
      value = JSON.parse(raw);
    } catch (error) {
      return refuse(`is not valid JSON (${(error as Error).message})`);
    }
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return refuse('must be a JSON object');
  const bad = Object.keys(value).find((key) => FORBIDDEN_KEYS.has(key));
  if (bad !== undefined) return refuse(`must not hold the key ${bad}`);
  let json: unknown;
  try {
    json = asJson(value);
  } catch (error) {
    return refuse(`must be a JSON object (${(error as Error).message.split('\n')[0]})`);
  }
  const half = halfPairIn(json);
  return half === null ? accept(json) : refuse(`must hold whole characters: ${half} ${HALF_PAIR_RULE}`);
}

/** The value as the page will get it. @throws Error for what JSON would lose or cannot hold: a program may give anything. */
function asJson(value: object): unknown {
  const text = JSON.stringify(value, (key, item: unknown) => {
    const isLost =
      typeof item === 'number' ? !Number.isFinite(item) : ['bigint', 'function', 'symbol'].includes(typeof item);
    if (isLost) throw new Error(`${key} is ${typeof item === 'number' ? item : `a ${typeof item}`}`);
    return item;
  });
  return JSON.parse(text);
}

function readTexts(raw: unknown): Read {
  const list = Array.isArray(raw) ? raw : [raw];
  const bad = list.findIndex((item) => typeof item !== 'string' || item === '');
  return bad === -1 ? accept(list) : refuseItem('must be non-empty texts', list[bad]);
}

function readOrigins(raw: unknown): Read {
  const list = readTexts(raw);
  if (!list.ok) return list;
  const origins: string[] = [];
  for (const item of list.value as string[]) {
    const origin = readOrigin(item);
    if (!origin.ok) return { ...origin, item };
    origins.push(origin.value);
  }
  return accept(origins);
}

interface Pair {
  readonly key: string;
  readonly value: unknown;
  /** As it was given, or would be typed. */
  readonly item: unknown;
}

/** What `key=value`, or an object of such pairs, holds. A text without a sign has no key, which none may be. */
function pairsOf(item: unknown): Pair[] {
  if (typeof item === 'object' && item !== null) {
    return Object.entries(item).map(([key, value]) => ({ key, value, item: `${key}=${textOf(value)}` }));
  }
  const text = String(item);
  const at = text.indexOf('=');
  return [{ key: text.slice(0, Math.max(0, at)), value: at === -1 ? '' : text.slice(at + 1), item }];
}

/** A package, scoped or not, and a directory in it. */
const PACKAGE_PLACE = /^(?:@[\w.~-]+\/)?[\w~-][\w.~-]*(?:\/[\w.~-]+)*\/?$/;

/** `library=package/directory` texts, or an object of them; of two for one library the first counts. */
function readPlaces(raw: unknown): Read {
  const rule = 'must be places such as pixi.js=pixi.js/dist';
  const list = Array.isArray(raw) ? raw : [raw];
  const places = new Map<string, string>();
  for (const { key: library, value: place, item } of list.flatMap(pairsOf)) {
    const fits = typeof place === 'string' && PACKAGE_PLACE.test(place) && !place.split('/').includes('..');
    if (library === '' || FORBIDDEN_KEYS.has(library) || !fits) return refuseItem(rule, item);
    if (!places.has(library)) places.set(library, place);
  }
  return accept(Object.fromEntries(places));
}

/** Most labels of a render (reference: http-api 3.1). */
const MAX_LABELS = 16;

/** `key=value` texts, or an object of texts; of two for one key the first counts. */
function readLabels(raw: unknown): Read {
  const rule = 'must be key=value, such as team=video';
  const list = Array.isArray(raw) ? raw : [raw];
  const pairs = list.flatMap(pairsOf);
  // What is given stands before the defaults of a configuration.
  const first = pairs.filter(({ key }, at) => pairs.findIndex((other) => other.key === key) === at);
  const labels = Object.fromEntries(first.map(({ key, value }) => [key, value]));
  const isWrong = ({ key, value }: Pair): boolean =>
    !/^[\w.-]{1,64}$/.test(key) || FORBIDDEN_KEYS.has(key) || typeof value !== 'string' || value === '';
  const bad = pairs.find(isWrong);
  if (bad !== undefined) return refuseItem(rule, bad.item);
  return Object.keys(labels).length > MAX_LABELS ? refuse(`must be at most ${MAX_LABELS} labels`) : accept(labels);
}

/** What is wrong with a raw value, in words that follow the name of its option. */
export function faultWords(raw: unknown, { rule, hidden, item = raw }: Read & { readonly ok: false }): string {
  return hidden ? rule : `${shown(item)}: ${rule}`;
}

/** A raw value as it is quoted in messages, at most 80 characters. */
export function shown(raw: unknown): string {
  const text = textOf(raw);
  return text.length > 80 ? `"${text.slice(0, 77)}…"` : `"${text}"`;
}

const textOf = (raw: unknown): string => (typeof raw === 'string' ? raw : (jsonText(raw) ?? String(raw)));

/** Undefined for what JSON cannot hold. */
function jsonText(raw: unknown): string | undefined {
  try {
    return JSON.stringify(raw);
  } catch {
    return undefined;
  }
}
