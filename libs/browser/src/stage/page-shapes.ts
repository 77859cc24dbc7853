/** The shapes of all that PageApi returns. */
import {
  IN_ORDER,
  type InOrder,
  KEEPS,
  type Keeps,
  MOST_FONTS,
  type PageReport,
  type PageWarning,
  type SettleReport,
  type SurfacePicture,
  type TappedPicture,
  type UsedFont,
  WARNINGS,
  type WarningCode,
} from '@framefarm/contract';
import { flag, list, nullable, number, oneOf, optional, record, type Shape, text } from './shapes.js';

const NAME = text(4_096);
const LONG = text(262_144);
/** Times in seconds; the plan bounds the length afterwards. */
const SECONDS = number(-1e9, 1e9);
const FONT_ORIGINS: readonly UsedFont['from'][] = ['rule', 'system', 'generic', 'nothing'];
const LENGTH = number(0, 1e15);

const clip = record({
  id: nullable(NAME),
  label: nullable(NAME),
  tag: NAME,
  start: SECONDS,
  end: nullable(number(-1e9, 1e15)),
  track: number(-1e9, 1e9),
  instanceId: NAME,
  parent: nullable(number(0, 100_000)),
});

const video = record({
  elementId: NAME,
  source: text(65_536),
  start: SECONDS,
  end: number(-1e9, 1e15),
  mediaStart: SECONDS,
  rate: number(0.01, 100),
  loop: flag,
});

const audio = record({
  elementId: NAME,
  source: text(65_536),
  start: SECONDS,
  duration: LENGTH,
  mediaStart: SECONDS,
  rate: number(0.01, 100),
  loop: flag,
  passed: optional(SECONDS),
  volume: number(0, 4),
  volumeCurve: nullable(list(record({ t: SECONDS, v: number(0, 4) }), 1_000_000)),
  automation: nullable(LONG),
  fxChain: nullable(LONG),
  fadeIn: optional(SECONDS),
  fadeOut: optional(SECONDS),
  group: nullable(NAME),
});

const audioGroup = record({
  id: NAME,
  volume: number(0, 4),
  automation: nullable(LONG),
  fxChain: nullable(LONG),
});

/** Checks {@link PageReport}. */
export const pageReport: Shape<PageReport> = record({
  rootId: NAME,
  width: number(0, 1e6),
  height: number(0, 1e6),
  durationSeconds: LENGTH,
  durationSources: list(NAME, 10_000),
  clips: list(clip, 100_000),
  videos: list(video, 10_000),
  audio: list(audio, 10_000),
  audioGroups: list(audioGroup, 10_000),
  silentMedia: list(record({ elementId: NAME, reason: NAME }), 10_000),
  unknownMedia: list(text(65_536), 10_000),
  fonts: list(record({ family: NAME, from: oneOf(FONT_ORIGINS) }), MOST_FONTS),
  unresolvedFonts: list(record({ family: NAME, elements: list(NAME, 10_000) }), MOST_FONTS),
  missingGlyphs: list(record({ character: text(2), element: NAME }), 100),
  inOrder: nullable(oneOf(Object.keys(IN_ORDER) as readonly InOrder[])),
  keeps: nullable(oneOf(Object.keys(KEEPS) as readonly Keeps[])),
  drawsCanvases: flag,
  forceScreenshot: nullable(NAME),
  animations: list(NAME, 10_000),
  decodesH264: flag,
});

/** Checks {@link SettleReport}. */
export const settleReport: Shape<SettleReport> = record({
  settled: flag,
  waitingFor: list(NAME, 10_000),
  hasRoot: flag,
  rootHint: nullable(NAME),
});

export const tickState = record({ ticks: number(0, 1e9), asynchronous: flag });

/** Checks `surfaceObstacle`, `lateObstacle` and `tapObstacle`. */
export const obstacle: Shape<string | null> = nullable(NAME);

/** Checks {@link SurfacePicture}. */
export const surfacePicture: Shape<SurfacePicture> = record({
  slot: number(-1, 64),
  valid: flag,
  obstacle: nullable(NAME),
});

/** Checks {@link TappedPicture}. */
export const tappedPicture: Shape<TappedPicture> = record({ valid: flag, sequence: number(0, 1e9) });

/** Checks the number of a tapped picture. */
export const tappedNumber: Shape<number> = number(0, 1e9);

/** Checks what is outstanding after a frame; some ten characters for each timer. */
export const outstanding: Shape<string> = text(4_194_304);

const details: Shape<Readonly<Record<string, unknown>> | undefined> = (value) => {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined;
  return JSON.stringify(value).length <= 65_536 ? (value as Record<string, unknown>) : undefined;
};

const warning = record({
  code: oneOf(Object.keys(WARNINGS) as WarningCode[]),
  message: text(65_536),
  details,
});

/** Checks a list of {@link PageWarning}. */
export const pageWarnings: Shape<PageWarning[]> = (value, path) =>
  list(warning, 10_000)(value, path).map(({ code, message, details: facts }) =>
    facts === undefined ? { code, message } : { code, message, details: facts },
  );
