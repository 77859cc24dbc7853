/** Which way a render takes its pictures: decided once, on the settled page, with the reason in words. */
import {
  type BrowserInfo,
  type CaptureChoice,
  chooseCapturePath,
  NoPictureError,
  type ReferenceCoding,
  type Stage,
} from '@framefarm/browser';
import {
  asFramefarmError,
  type CapturePath,
  type ChunkPlan,
  FramefarmError,
  IN_ORDER,
  type PageReport,
} from '@framefarm/contract';
import { freeMemory } from '@framefarm/process';
import { differs, sameEnough } from './difference.js';
import type { SurfaceVerdict } from './knowledge.js';
import { type Compared, type Reference, readReference, referenceCodings } from './reference.js';

/** Below this many frames the check costs more than the surface saves: JPEG is cheap, PNG with alpha is not. */
const MIN_SURFACE_FRAMES = { opaque: 20, alpha: 3 };
/** Largest picture in pixels; beyond it raw pictures have not been measured. */
const MAX_SURFACE_PIXELS = 9_000_000;

export interface CaptureDecision {
  readonly path: CapturePath;
  readonly reason: string;
  /** The compositor's pictures are tapped (docs/decisions/tapped-pictures.md). */
  readonly tapped?: boolean;
  /** Frames of the page on its surface differed from the browser's: what it shows may depend on the frames before. */
  readonly differed?: boolean;
  /**
   * True when the planning stage cannot capture: it was opened for another path, or it has shown later frames, and what
   * callbacks of the author did there is not undone by going back.
   */
  readonly stageSpent: boolean;
  /**
   * Why this says nothing about the surface: the browser gave no picture to compare with, or one that is not exact was too far off. It
   * has to be decided anew.
   */
  readonly undecided?: 'pictureless' | 'in doubt';
}

/** What the decision is made from. */
export interface CaptureFacts {
  /** The settled planning stage. */
  readonly stage: Stage;
  /** The path it was opened with. */
  readonly opened: CapturePath;
  readonly browser: BrowserInfo;
  readonly page: PageReport;
  /** Size of the pictures of a page that is as large as the viewport. */
  readonly pixels: { readonly width: number; readonly height: number };
  /** Frames of the whole composition: a part of it is captured as the whole would be. */
  readonly frames: number;
  /** The viewport has the size of the page. */
  readonly sized: boolean;
  readonly alpha: boolean;
  /** A page that keeps a requestAnimationFrame loop can be proved: beside its capture, which goes through its frames in order. */
  readonly drawsLoops: boolean;
  /** The path that was asked for, or null for the best. */
  readonly asked?: CapturePath | null;
  /** Gives the page pictures in place of those of its videos, which are not there yet; again once it lies on its surface. */
  readonly showStandIns?: () => Promise<void>;
}

/** Decides where the page's facts are enough; null when its surface has to be proved, see {@link proveSurface}. */
export async function decideCapture(facts: CaptureFacts, known?: SurfaceVerdict): Promise<CaptureDecision | null> {
  const { stage, page, pixels, frames, drawsLoops } = facts;
  const usual = usualPath(facts);
  if (usual.path !== 'beginframe' || facts.opened !== 'surface') {
    return { ...usual, stageSpent: usual.path !== facts.opened };
  }
  const because = (why: string): CaptureDecision => withoutSurface(facts, why, false);
  if (process.env.FRAMEFARM_SURFACE === 'off') return because('it is switched off');
  const least = MIN_SURFACE_FRAMES[facts.alpha ? 'alpha' : 'opaque'];
  if (frames < least && facts.asked !== 'surface') return because(`the composition has fewer than ${least} frames`);
  if (pixels.width * pixels.height > MAX_SURFACE_PIXELS)
    return because(`${pixels.width}x${pixels.height} is too large`);
  if (!facts.sized) return because('a script made the root, so the page has to be opened again');
  // It shows another picture each time that it is asked for the same frame.
  if (page.inOrder !== null && !drawsLoops) return because(IN_ORDER[page.inOrder]);
  if (known?.equal === false)
    return { path: 'beginframe', reason: known.reason, stageSpent: false, differed: known.differed === true };
  const obstacle = await stage.surfaceObstacle();
  return obstacle === null ? null : because(obstacle);
}

/**
 * Moves the page of the planning stage onto its surface and compares frames with the browser's own pictures.
 * @throws {LostOnSurfaceError}
 * @throws FramefarmError `BROWSER_CRASHED`, `DISK_FULL`; any other failure of a surface only decides against it.
 */
export async function proveSurface(
  facts: CaptureFacts,
  compared: Compared,
  coding: ReferenceCoding,
): Promise<CaptureDecision> {
  const { stage } = facts;
  const samples = sampleFrames(facts.frames);
  /** Read while the browser makes the next one. */
  const references = new Map<number, ReturnType<typeof readReference>>();
  try {
    await facts.showStandIns?.();
    for (const frame of samples) {
      const reading = readReference({ coding, bytes: await stage.referencePicture(frame, coding) }, compared);
      reading.catch(() => {});
      references.set(frame, reading);
    }
  } catch (thrown) {
    return failed(facts, 'there is no picture to compare it with', thrown);
  }
  try {
    await stage.openSurface();
    await facts.showStandIns?.();
  } catch (thrown) {
    return failedOnSurface(facts, 'it cannot be opened', thrown);
  }
  // Another order than before, so that a picture that stayed behind does not pass.
  const order = [...samples].reverse();
  let drawing = draw(stage, order[0] ?? 0);
  for (const [index, frame] of order.entries()) {
    let bytes: Uint8Array;
    try {
      bytes = await drawing;
    } catch (thrown) {
      return failedOnSurface(facts, `frame ${frame} cannot be drawn on it`, thrown);
    }
    // The browser draws the next frame while this one is compared.
    const next = order[index + 1];
    if (next !== undefined) drawing = draw(stage, next);
    const compare = (await references.get(frame)) as Awaited<ReturnType<typeof readReference>>;
    references.delete(frame);
    const difference = compare(bytes);
    freeMemory(bytes);
    if (!sameEnough(difference, coding)) return different(facts, compared, coding, differs(frame, difference));
  }
  return lookThrough(facts, { path: 'surface', reason: equalIn(samples), stageSpent: true });
}

/**
 * Looks through the frames of a page on its surface for what that cannot show. The stage is spent by it. `decision` is the one
 * for the surface.
 * @throws {LostOnSurfaceError}
 * @throws FramefarmError `BROWSER_CRASHED`, `DISK_FULL`; any other failure of a surface only decides against it.
 */
export async function lookThrough(facts: CaptureFacts, decision: CaptureDecision): Promise<CaptureDecision> {
  try {
    const obstacle = await facts.stage.lateObstacle(facts.frames);
    return obstacle === null ? { ...decision, stageSpent: true } : withoutSurface(facts, obstacle);
  } catch (thrown) {
    return failedOnSurface(facts, 'its frames cannot be shown on it', thrown);
  }
}

/**
 * Moves the page of the planning stage onto its surface, which is compared while it is captured. The stage is not spent by
 * that. `equal` is the reason to give.
 * @throws {LostOnSurfaceError}
 * @throws FramefarmError `BROWSER_CRASHED`, `DISK_FULL`; any other failure of a surface only decides against it.
 */
export async function trustSurface(facts: CaptureFacts, equal: string): Promise<CaptureDecision> {
  try {
    await facts.stage.openSurface();
    return { path: 'surface', reason: equal, stageSpent: false };
  } catch (thrown) {
    return failedOnSurface(facts, 'it cannot be opened', thrown);
  }
}

/**
 * Looks at the first frame alone, drawn as it will be captured: of a document whose surface was proved before, with other
 * variables perhaps. The stage goes on from this frame, unless its page may remember that it has shown it more often than a page of its
 * own render does. `equal` is the reason to give.
 * @throws {LostOnSurfaceError}
 * @throws FramefarmError `BROWSER_CRASHED`, `DISK_FULL`; any other failure of a surface only decides against it.
 */
export async function confirmSurface(
  facts: CaptureFacts,
  compared: Compared,
  coding: ReferenceCoding,
  equal: string,
): Promise<CaptureDecision> {
  const { stage } = facts;
  let reference: Reference;
  try {
    await facts.showStandIns?.();
    reference = { coding, bytes: await stage.referencePicture(0, coding) };
  } catch (thrown) {
    return failed(facts, 'there is no picture to compare it with', thrown);
  }
  try {
    await stage.openSurface();
    await facts.showStandIns?.();
    const drawing = draw(stage, 0);
    const compare = await readReference(reference, compared);
    const bytes = await drawing;
    const difference = compare(bytes);
    freeMemory(bytes);
    if (!sameEnough(difference, coding)) return different(facts, compared, coding, differs(0, difference));
    return { path: 'surface', reason: equal, stageSpent: remembers(facts.page) };
  } catch (thrown) {
    return failedOnSurface(facts, 'it cannot be drawn on', thrown);
  }
}

/** Whether a page may keep what it has shown: what it shows then depends on the frames before. */
export const remembers = ({ inOrder, drawsCanvases }: PageReport): boolean => inOrder !== null || drawsCanvases;

/** Why a surface is used whose frames were compared. */
export const equalIn = (frames: readonly number[]): string =>
  `raw pixels of the page, equal to the browser's own in frames ${frames.join(', ')}`;

/** The same of one that only a render compares, as it captures them. */
export const TO_BE_COMPARED = "raw pixels of the page, to be compared with the browser's own while they are captured";

/** The same of a document that was proved in an earlier render. */
export const KNOWN_EQUAL =
  "raw pixels of the page, whose document's were equal to the browser's own before, as is its first frame";

/** A difference from a reference that decides speaks against the surface, one from another leaves it in doubt. */
function different(facts: CaptureFacts, compared: Compared, coding: ReferenceCoding, how: string): CaptureDecision {
  const decision = { ...withoutSurface(facts, how), differed: true };
  return coding === referenceCodings(compared).exact ? decision : { ...decision, undecided: 'in doubt' };
}

/** The browser, or the process that draws the page, ended with the page on its surface: without one it might go on. */
export class LostOnSurfaceError extends FramefarmError {
  constructor({ message, details }: FramefarmError, cause: unknown) {
    super('BROWSER_CRASHED', message, { stage: 'capture', details, cause });
  }
}

function failedOnSurface(facts: CaptureFacts, what: string, thrown: unknown): CaptureDecision {
  const error = asFramefarmError(thrown);
  if (error.code === 'BROWSER_CRASHED') throw new LostOnSurfaceError(error, thrown);
  return failed(facts, what, thrown);
}

/** A failure decides against the surface, a lost browser or a full disk against everything. */
function failed(facts: CaptureFacts, what: string, thrown: unknown): CaptureDecision {
  const error = asFramefarmError(thrown);
  if (error.code === 'BROWSER_CRASHED' || error.code === 'DISK_FULL') throw error;
  const decision = withoutSurface(facts, `${what} (${error.message})`);
  return error instanceof NoPictureError ? { ...decision, undecided: 'pictureless' } : decision;
}

/** A picture of the surface; its failure is looked at when it is awaited. */
function draw(stage: Stage, frame: number): Promise<Uint8Array> {
  const drawing = stage.captureFrame(frame);
  drawing.catch(() => {});
  return drawing;
}

function usualPath({ browser, stage, page, asked = null }: CaptureFacts): CaptureChoice {
  return chooseCapturePath({ ...browser, version: stage.browserVersion }, page.forceScreenshot, asked);
}

/** The decision against a surface, for a reason in words. */
export function withoutSurface(facts: CaptureFacts, why: string, stageSpent = true): CaptureDecision {
  return { path: 'beginframe', reason: `${usualPath(facts).reason}; no drawing surface: ${why}`, stageSpent };
}

/**
 * Frames to compare: both ends and the middle. Where one of the chunks that are captured meanwhile begins there, one in the midst of it: a
 * lane that jumps to its first frame and a page that is compared with it by a jump would be wrong alike.
 */
export function sampleFrames(
  frames: number,
  chunks: readonly Pick<ChunkPlan, 'firstFrame' | 'frames'>[] = [],
): number[] {
  const middle = Math.floor(frames / 2);
  const begun = chunks.find(({ firstFrame }) => firstFrame === middle);
  return [...new Set([middle + Math.floor((begun?.frames ?? 0) / 2), frames - 1, 0])];
}
