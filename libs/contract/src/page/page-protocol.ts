/**
 * The protocol between the page runtime (libs/page) and whoever drives it: the capture side (libs/browser) or a
 * preview. All values are plain JSON. What a page returns is hostile until the receiving side has checked it.
 */

import type { WarningCode } from '../catalogue/warnings.js';
import type { Fps } from '../fps.js';
import type { MediaInfo } from '../media/media-info.js';
import type { RawImage } from './capture-image.js';
import type { CompositionInstance } from './composition-model.js';

/** Path below which the origin serves what framefarm itself adds to a page. */
export const FRAMEFARM_PATH = '/__framefarm/';

/** Families that a page tells of; a picture of all typefaces there are would have more, and nobody reads them. */
export const MOST_FONTS = 1_000;
/** Below it lies, by its content, what media elements hold as `data:` URLs. */
export const INLINE_MEDIA_PATH = `${FRAMEFARM_PATH}inline/`;

/**
 * A policy of security that a page gets as report only (`Content-Security-Policy-Report-Only`): it forbids nothing, and by its violations the
 * page learns at once that a script, a style sheet or a JSON module begins to load, which nothing else tells of an `import()`.
 */
export const LOADS_TOLD_POLICY =
  `script-src-elem 'unsafe-inline' *:*${FRAMEFARM_PATH}; style-src-elem 'unsafe-inline' *:*${FRAMEFARM_PATH}; ` +
  `connect-src *:*${FRAMEFARM_PATH}`;

/** Name of the global that holds the configuration; its presence makes a document the composition's own. */
export const PAGE_CONFIG_GLOBAL = '__framefarmConfig';
/** Name of the global that holds {@link PageApi}. */
export const PAGE_API_GLOBAL = '__framefarm';
/** Name of the global that is true where each worker that a document starts is given the clock of workers before its own script. */
export const WORKER_CLOCKS_GLOBAL = '__framefarmWorkerClocks';
/** The name of workers of ours, which go by the machine's clock. */
export const OWN_WORKER_NAME = 'framefarm';
/**
 * Name of the global function that compiled child scripts call: `__framefarmScope(runtimeId)` returns
 * {@link PageScope}. The compiler wraps a child script as
 * `(function(){const {document,window,…}=__framefarmScope("id");try{…}catch(e){__framefarmScope.fail("id",e,"file")}})()`, with the
 * names of {@link PAGE_SCOPE_NAMES}. Of what a module imports, `__framefarmScope.own("id",imported)` returns what it has to use.
 */
export const PAGE_SCOPE_GLOBAL = '__framefarmScope';
/** Name of the global function that documents call in front of their scripts: it stops the parser until fonts are there. */
export const FONT_WAIT_GLOBAL = '__framefarmFontWait';
/** What the first of these calls gets: fonts that scripts will need, and nothing may show yet. */
export interface WantedFonts {
  /** Families of the author: each of their faces that has one of the characters. */
  readonly families: readonly string[];
  /** Each character of the texts once. */
  readonly characters: string;
  /** Where scripts measure text without an element: the faces of all families that the texts can mean. */
  readonly measured: { readonly weights: readonly string[]; readonly styles: readonly string[] } | null;
}
/** Where the origin holds back the script at which the parser stops: `?held=<key>`, until the page asks for `?free=<key>`. */
export const FONT_WAIT_PATH = `${FRAMEFARM_PATH}font-wait.js`;
/** Attribute by which the compiler marks the composition element of every instance; its value is the runtime id. */
export const INSTANCE_ATTRIBUTE = 'data-ff-instance';
/** Attribute of an element of a nested composition whose id is another now: the id that it was written with. */
export const AUTHORED_ID_ATTRIBUTE = 'data-ff-id';
/** Attribute of the document's element that lists all of those, with spaces between them; absent without any. */
export const AUTHORED_IDS_ATTRIBUTE = 'data-ff-ids';
/** Attribute that names the project file a script came from, for error reports. */
export const SOURCE_FILE_ATTRIBUTE = 'data-ff-file';

/** Names that a compiled child script receives as local bindings. */
export const PAGE_SCOPE_NAMES = ['document', 'window', 'globalThis', 'self', 'gsap', '__hyperframes'] as const;
/** Names that only those child scripts receive that use them: a plugin that a page lacks stays a name of nothing for others. */
export const PAGE_SCOPE_PLUGINS = ['SplitText'] as const;
export type PageScope = Record<(typeof PAGE_SCOPE_NAMES | typeof PAGE_SCOPE_PLUGINS)[number], unknown>;

/** Written into the document before any script of the author. */
export interface PageConfig {
  readonly mode: 'render' | 'preview';
  readonly fps: Fps;
  /** Null when no root stands in the source. */
  readonly rootId: string | null;
  readonly width: number | null;
  readonly height: number | null;
  /** Explicit root length in seconds, or null. */
  readonly durationSeconds: number | null;
  /** True when html and body backgrounds must be transparent. */
  readonly transparent: boolean;
  readonly instances: readonly CompositionInstance[];
  /** Facts about media sources, by URL path as the page resolves it, e.g. `/assets/a.mp4`. */
  readonly media: Readonly<Record<string, MediaInfo>>;
  /** Families that a font rule of the author or of framefarm provides, lower case. */
  readonly providedFonts: readonly string[];
}

/** A warning raised in the page; the driver adds the stage. */
export interface PageWarning {
  readonly code: WarningCode;
  readonly message: string;
  readonly details?: Readonly<Record<string, unknown>>;
}

/** A timed element as resolved; times in seconds from the start of the render. */
export interface ClipReport {
  readonly id: string | null;
  readonly label: string | null;
  readonly tag: string;
  readonly start: number;
  /** Null: visible until its composition ends. */
  readonly end: number | null;
  readonly track: number;
  readonly instanceId: string;
}

/** A video whose picture must be placed. */
export interface VideoClip {
  readonly elementId: string;
  /** URL path on the origin, or an absolute https URL. */
  readonly source: string;
  /** Window in seconds from the start of the render; the end is exclusive. */
  readonly start: number;
  readonly end: number;
  /** Offset into the source, seconds. */
  readonly mediaStart: number;
  /** 0.1 to 10. */
  readonly rate: number;
  readonly loop: boolean;
}

export interface VolumePoint {
  /** Seconds from the start of the clip. */
  readonly t: number;
  /** Linear gain. */
  readonly v: number;
}

/** A track that joins the sound mix. Muted and hidden ones are already left out. */
export interface AudioTrack {
  readonly elementId: string;
  readonly source: string;
  /** Where its slot begins, in seconds from the start of the render. */
  readonly start: number;
  /** Slot length in seconds, > 0. */
  readonly duration: number;
  /** Offset into the source, seconds. */
  readonly mediaStart: number;
  /** Source seconds for one of the slot, 0.1 to 10. */
  readonly rate: number;
  readonly loop: boolean;
  /** Source seconds that a loop had played when its slot began, > 0; absent where it begins with its slot. */
  readonly passed?: number | undefined;
  /** Linear gain, 0 to 3.981. */
  readonly volume: number;
  /** Volume over time, linear between points, holding its end values; replaces `volume` when present. */
  readonly volumeCurve: readonly VolumePoint[] | null;
  /** `data-automation` and `data-fx-chain` as written; read by the media side. */
  readonly automation: string | null;
  readonly fxChain: string | null;
  /** Seconds of the ramps at the ends of the slot, > 0; absent without one. They multiply whatever else sets the volume. */
  readonly fadeIn?: number | undefined;
  readonly fadeOut?: number | undefined;
  readonly group: string | null;
}

/** An `<hf-audio-group>`; `t` of its automation counts from 0 of the composition. */
export interface AudioGroup {
  readonly id: string;
  /** Linear gain, 0 to 3.981. */
  readonly volume: number;
  readonly automation: string | null;
  readonly fxChain: string | null;
}

/** A timed element in the list of all, in document order. */
export interface PlacedClip extends ClipReport {
  /** Index in that list of the nearest timed element around it; null when there is none. */
  readonly parent: number | null;
}

/** A media element that joins no sound mix, and why (composition-format 9.2). */
export interface SilentMedia {
  readonly elementId: string;
  /** In words: `muted`, `hidden`, `its source holds no sound`. */
  readonly reason: string;
}

/** A font family in use: the first of an element's list. */
export interface UsedFont {
  readonly family: string;
  /** What gives it: a font rule of the document, the system, or nothing; `generic` is a keyword such as serif. */
  readonly from: 'rule' | 'system' | 'generic' | 'nothing';
}

/** What makes a page's pictures depend on earlier frames, in words for messages (composition-format 7.2). */
export const IN_ORDER = {
  'frame-loop': 'the page keeps a requestAnimationFrame loop',
  timers: 'timers of the page run while frames are shown',
  'video-frames': 'a script asks for each picture of a video (requestVideoFrameCallback)',
  'animation-ends': 'a script waits for the end of an animation',
} as const;
export type InOrder = keyof typeof IN_ORDER;

/** What may keep something from frame to frame in a page that needs not be shown in order, in words for messages. */
export const KEEPS = {
  'seek-listeners': 'scripts listen to hf-seek',
  'render-functions': 'functions of scripts draw each frame (__hfRender)',
  callbacks: 'animations call functions of scripts',
  'frame-callbacks': 'scripts have asked for a callback of a frame',
  events: 'scripts listen to events that come with frames',
  observers: 'scripts observe the document',
  transitions: 'styles have transitions',
} as const;
export type Keeps = keyof typeof KEEPS;

export interface PageReport {
  readonly rootId: string;
  readonly width: number;
  readonly height: number;
  /** Length in seconds by the rules of composition-format 5; 0 when nothing has a length. */
  readonly durationSeconds: number;
  /** What contributed to the length or could have, for messages: `timeline "intro": 3.5 s`. */
  readonly durationSources: readonly string[];
  readonly clips: readonly PlacedClip[];
  readonly videos: readonly VideoClip[];
  readonly audio: readonly AudioTrack[];
  readonly audioGroups: readonly AudioGroup[];
  readonly silentMedia: readonly SilentMedia[];
  /** Sources whose {@link MediaInfo} the page lacks; the driver probes them and calls `provideMedia`. */
  readonly unknownMedia: readonly string[];
  /** {@link MOST_FONTS} at most. */
  readonly fonts: readonly UsedFont[];
  /** Font families in use that nothing provides, with the elements that use them. */
  readonly unresolvedFonts: readonly { readonly family: string; readonly elements: readonly string[] }[];
  /** Characters that no font has, in their order, and the first element that shows each. */
  readonly missingGlyphs: readonly { readonly character: string; readonly element: string }[];
  /** Why pictures may depend on earlier frames, so that one page has to go through all of them; null when nothing says so. */
  readonly inOrder: InOrder | null;
  /**
   * What of the page may have kept something in earlier frames, so that a page which begins in the midst would show others; null where all
   * that is shown follows from the time of a frame, as far as can be told before.
   */
  readonly keeps: Keeps | null;
  /** The page holds canvases, which keep what was drawn in earlier frames, whether one has been drawn on yet or not. */
  readonly drawsCanvases: boolean;
  /** Reason why BeginFrame must not be used, e.g. `canvas[layoutsubtree]`; null when it may. */
  readonly forceScreenshot: string | null;
  /** What moves the page, in words, for `framefarm inspect`: animations and libraries with a length. */
  readonly animations: readonly string[];
  /** The browser decodes H.264 for a page that asks it to. */
  readonly decodesH264: boolean;
}

export interface SettleReport {
  /** False when the budget passed first. */
  readonly settled: boolean;
  /** What was still open when the budget passed, in words. */
  readonly waitingFor: readonly string[];
  /** A composition root exists outside any template. */
  readonly hasRoot: boolean;
  /** What was found instead of a root, for COMPOSITION_ROOT_MISSING. */
  readonly rootHint: string | null;
}

/**
 * Frames that a page draws before the first one of a run, where there are any: what the compositor draws of a frame depends on the two
 * before it, and on no other (docs/decisions/pictures-without-a-past.md).
 */
export const DRAWN_BEFORE_FRAMES = 2;

/** Frames whose pictures a page fetches and decodes ahead of the one it shows. */
export const PICTURE_LOOK_AHEAD_FRAMES = 12;

/** Most pictures that a page asks for at once; packs begin with pictures 1, 1 + PICTURE_PACK and so on. */
export const PICTURE_PACK = 8;
/** Query parameter by which a picture's URL answers with a pack: the picture and those that follow it. */
export const PICTURE_PACK_PARAMETER = 'pictures';

/** URL of a pack of `count` pictures that begins with the one at `url`. */
export function picturePackUrl(url: string, count: number): string {
  return `${url}?${PICTURE_PACK_PARAMETER}=${count}`;
}

/** The pictures of a pack: each follows its length in bytes, four bytes with the lowest first. Copies nothing. */
export function unpackPictures(pack: ArrayBuffer): Uint8Array<ArrayBuffer>[] {
  const lengths = new DataView(pack);
  const pictures: Uint8Array<ArrayBuffer>[] = [];
  for (let at = 0; at < pack.byteLength; ) {
    const length = lengths.getUint32(at, true);
    pictures.push(new Uint8Array(pack, at + 4, length));
    at += 4 + length;
  }
  return pictures;
}

/** Where the placed pictures of one video come from. */
export interface VideoFrames {
  readonly elementId: string;
  /** URL path with `{n}` for the six-digit frame number, counted from 1; of coded samples for that of the sample. */
  readonly urlTemplate: string;
  /** URL path of the {@link CodedVideo} whose samples these are; absent where they are pictures. */
  readonly codedVideo?: string;
  /**
   * Number of the last frame there is; frame 1 shows the source at the clip's `mediaStart`. Of a part of a composition those
   * that lie well before it may be absent.
   */
  readonly count: number;
}

export interface RenderSetup {
  readonly frames: number;
  readonly fps: Fps;
  readonly videos: readonly VideoFrames[];
  /** First frames of chunks that different pages capture, after which it is asked what is {@link PageApi.outstanding}. */
  readonly meetings?: readonly number[];
}

/** Where the pixels of a drawing surface go: a ring of slots in one file of the browser's profile. */
export interface SurfaceSetup {
  /** CSS pixels of the page. */
  readonly width: number;
  readonly height: number;
  /** Pixels of a picture for each of the page, a whole number from 1 on. */
  readonly scale: number;
  /**
   * `rgba` and `yuva420p` keep what is transparent, with straight alpha; with the others the page lies on white. Planes need
   * pictures whose width is a multiple of 8 and whose height is even.
   */
  readonly image: RawImage;
  /** Pictures that fit into the ring. */
  readonly slots: number;
  /** Text that follows the slots in the file, by which the driver finds it. */
  readonly marker: string;
  /** Frames in which nothing has changed are painted all the same. */
  readonly redraws: boolean;
}

/** What the surface knows of one frame. */
export interface SurfacePicture {
  /** Slot that holds the pixels, or -1 when nothing was painted: the picture equals the one before. */
  readonly slot: number;
  /** False when the frame was not shown, or had to wait for something: then it must be seeked and awaited. */
  readonly valid: boolean;
  /** What has come up that a surface cannot show, in words; null while nothing has. */
  readonly obstacle: string | null;
}

/** Where the compositor's pictures go: a ring as that of a surface, of pictures of `yuv420p`. */
export interface TapSetup {
  /** Pixels of a picture: a multiple of 8, and even. */
  readonly width: number;
  readonly height: number;
  readonly slots: number;
  readonly marker: string;
}

/** What a tap knows of one frame. */
export interface TappedPicture {
  /** As in {@link SurfacePicture}. */
  readonly valid: boolean;
  /** Number of the picture, from 1: the ring's slots are filled by turns. 0 when none was asked for, or none came. */
  readonly sequence: number;
}

/** `window.__framefarm`. Errors of the author's code never reject these calls; they become page warnings. */
export interface PageApi {
  settle(budgetMs: number): Promise<SettleReport>;
  provideMedia(media: Readonly<Record<string, MediaInfo>>): void;
  describe(): PageReport;
  /** Resolves with the bytes of the largest picture of a video and of all canvases that are drawn on, 0 without any. */
  prepare(setup: RenderSetup): Promise<number>;
  /**
   * Shows frame `frame`: clock, sources, visibility, callbacks, seek event, video pictures. Returns nothing when it
   * is done, or a promise when something must be awaited (video pictures, `waitUntil`). The frame at which `tick` waits is awaited,
   * not shown again.
   */
  seek(frame: number): Promise<void> | undefined;
  /**
   * Fused stepping for BeginFrame: after this call each native animation frame seeks the next frame, starting with
   * `firstFrame`. It stops at a frame that has to wait for something. `seek` ends it.
   */
  tick(firstFrame: number, count: number): void;
  /** Frames seeked since `tick`, and whether the last of them has to wait; its picture must be taken when it has been awaited. */
  tickState(): { readonly ticks: number; readonly asynchronous: boolean };
  /** Why the page cannot be drawn onto a surface, in words; null when nothing speaks against it. */
  surfaceObstacle(): Promise<string | null>;
  /** Moves the page's content onto a canvas whose pixels are written to the ring; for good. Rejects where it cannot. */
  openSurface(setup: SurfaceSetup): Promise<void>;
  /**
   * Goes through frames that nobody captures here, each in a native frame of its own, as if it were shown but for the pictures of
   * videos, and without a picture on the surface.
   */
  passBy(firstFrame: number, count: number): Promise<void>;
  /** Resolves when the pictures of videos in a frame that is shown next are there. */
  readyPictures(frame: number): Promise<void>;
  /**
   * Shows every `step`-th frame from `first` to before `end`, unpainted, and tells what comes up that a surface cannot show. For
   * a page on its surface that captures nothing any more: what frames wait for is not awaited.
   */
  lateObstacle(first: number, end: number, step: number): string | null;
  /** Resolves when the pixels of a frame that was shown are in their slot. */
  surfacePicture(frame: number): Promise<SurfacePicture>;
  /** Why the pictures of the compositor are not to be tapped of this page, in words; null when nothing speaks against it. Shows frame 0. */
  tapObstacle(): Promise<string | null>;
  /** Has the pictures of the compositor written to a ring. Rejects where the browser hands none out. */
  openTap(setup: TapSetup): Promise<void>;
  /** Has the next native frame drawn whatever the page does, and does not step it; what comes from now on is a picture of that. */
  tapNudge(): void;
  /** Resolves when the picture of the frame that was shown last is in its slot, for which it waits `ms`. One that was not `drawn` has none of its own. */
  tapped(frame: number, drawn: boolean, ms: number): Promise<TappedPicture>;
  /** Resolves with the number of the last picture since the nudge, as soon as one has come and no other follows; 0 when none comes within `ms`. */
  tapSettled(ms: number): Promise<number>;
  /**
   * When what the page has begun by itself begins and ends after a frame of `meetings` that it has shown: its timers, tasks and what GSAP plays. Two
   * pages that came there in different ways go on in the same way only where these texts are equal.
   */
  outstanding(frame: number): string;
  /** Warnings since the last call, at most 100 script errors in all. */
  takeWarnings(): readonly PageWarning[];
}
