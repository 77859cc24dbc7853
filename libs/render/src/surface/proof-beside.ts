/**
 * The proof of a surface beside the capture: a second page shows frames that the render captures on its way, as the
 * browser composes them, and both are compared. What would be drawn twice to be proved first is drawn once.
 */
import { NoPictureError, type ReferenceCoding, type Stage } from '@framefarm/browser';
import { asFramefarmError, DRAWN_BEFORE_FRAMES, dependsOnBefore, FramefarmError } from '@framefarm/contract';
import { decodePng, type Pixels } from '@framefarm/media';
import { freeMemory, untilAborted } from '@framefarm/process';
import { passEach } from '../lanes/lead-in.js';
import { NeedsOneLaneError } from '../lanes/needs-one-lane.js';
import { compare as compareRgba } from './compare.js';
import { differs, sameEnough } from './difference.js';
import { type Compared, type Reference, readReference, referenceCodings } from './reference.js';

/** A surface that was trusted turned out to show something else than the browser, or was never compared. */
export class SurfaceRefutedError extends FramefarmError {
  /** How a frame differs, in words; null where none was compared. */
  readonly difference: string | null;

  constructor(why: string, { difference, cause }: { readonly difference?: string; readonly cause?: unknown }) {
    super('CAPTURE_STALLED', `the drawing surface is not proved: ${why}`, { stage: 'capture', cause });
    this.difference = difference ?? null;
  }

  /** The page that was to be compared with did not answer in time, as that of the capture may not either. */
  get stalled(): boolean {
    const { cause } = this;
    return cause instanceof FramefarmError && cause.code === 'CAPTURE_STALLED' && !(cause instanceof NoPictureError);
  }
}

export interface BesideTask extends Compared {
  /** Frames to compare, ascending; the render captures all of them. */
  readonly frames: readonly number[];
  /** All frames are captured one after the other. Otherwise lanes jump to where their chunks begin, and so does the second page. */
  readonly inOrder: boolean;
  /** Opens the second page, ready to show any frame; tried twice, as a page that is lost says nothing about the surface. */
  readonly open: (attempt: number) => Promise<Stage>;
}

export interface ProofBeside {
  /** Takes note of a captured picture; the memory is the caller's again when it returns. */
  captured(frame: number, picture: Uint8Array): void;
  /**
   * Settles when all frames have been compared.
   * @throws {SurfaceRefutedError} when one differs, or there is nothing to compare it with; {@link NeedsOneLaneError} when the browser's
   * own pictures differ as much; the signal's reason on abort.
   */
  readonly proved: Promise<void>;
}

const ATTEMPTS = 2;

export function proveBeside(task: BesideTask): ProofBeside {
  const pictures = new Map(task.frames.map((frame) => [frame, Promise.withResolvers<Uint8Array>()]));
  const proved = prove(task, (frame) => pictures.get(frame)?.promise ?? Promise.reject(new RangeError()));
  // Whoever waits for it may have failed before.
  proved.catch(() => {});
  return {
    captured: (frame, picture) => pictures.get(frame)?.resolve(new Uint8Array(picture)),
    proved,
  };
}

type Captured = (frame: number) => Promise<Uint8Array>;

/** How the second page comes to a frame and how its picture is coded. */
interface Manner {
  readonly coding: ReferenceCoding;
  /** By all frames before, as the lane does; else by a jump. */
  readonly passes: boolean;
  /** What differs so decides. */
  readonly decides: boolean;
}

/** A reference that does not decide differs, or cannot be read. */
class InDoubt extends Error {}

/**
 * What is left in doubt by quick references of a page that jumps is decided by exact ones, of a page that goes through all frames where
 * the capture does: it may remember what it has shown, by a canvas onto which it draws again and again or by what its callbacks began. Where
 * lanes jump, such a page is known by pictures of the browser's own that depend on the way.
 */
async function prove(task: BesideTask, captured: Captured): Promise<void> {
  const { quick, exact } = referenceCodings(task);
  const equal = new Set<number>();
  for (const manner of manners(task.inOrder, quick, exact)) {
    const frames = task.frames.filter((frame) => !equal.has(frame));
    let differing: number | undefined;
    try {
      return await compareAll({ ...task, frames }, manner, captured, (frame, isEqual) => {
        if (isEqual) equal.add(frame);
        else differing ??= frame;
      });
    } catch (error) {
      task.signal.throwIfAborted();
      if (error instanceof InDoubt) continue;
      if (!task.inOrder && differing !== undefined && (await dependsOnTheWay(task, exact, differing)))
        throw new NeedsOneLaneError(dependsOnBefore(differing));
      throw error;
    }
  }
}

/** The ways to look, the last of which decides. */
function manners(inOrder: boolean, quick: ReferenceCoding, exact: ReferenceCoding): readonly Manner[] {
  const first = { coding: quick, passes: false };
  const last = { coding: exact, passes: inOrder, decides: true };
  return quick === exact && !inOrder ? [last] : [{ ...first, decides: false }, last];
}

/** Whether the browser itself shows the frame otherwise where the page has gone through all before it; not where it gives no picture. */
async function dependsOnTheWay(task: BesideTask, coding: ReferenceCoding, frame: number): Promise<boolean> {
  const pictures: Promise<Pixels>[] = [];
  try {
    for (const passes of [false, true]) {
      await takeReferences({ ...task, frames: [frame] }, { coding, passes }, (_, { bytes }) =>
        pictures.push(decodePng(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength))),
      );
    }
    const [jumped, passed] = (await Promise.all(pictures)) as [Pixels, Pixels];
    return !sameEnough(compareRgba(passed.pixels, jumped.pixels, passed.width, passed.height), coding);
  } catch {
    task.signal.throwIfAborted();
    return false;
  }
}

async function compareAll(
  task: BesideTask,
  { coding, passes, decides }: Manner,
  captured: Captured,
  onCompared: (frame: number, isEqual: boolean) => void,
): Promise<void> {
  const refuted = new AbortController();
  const signal = AbortSignal.any([task.signal, refuted.signal]);
  const comparisons: Promise<void>[] = [];
  try {
    await takeReferences({ ...task, signal }, { coding, passes }, (frame, reference) => {
      const comparison = compare({ ...task, signal }, frame, reference, captured(frame)).catch((error) => {
        throw decides ? error : new InDoubt('', { cause: error });
      });
      comparison.then(
        () => onCompared(frame, true),
        (error) => {
          if (!signal.aborted) onCompared(frame, false);
          // What differs once need not be looked at again.
          refuted.abort(error);
        },
      );
      comparisons.push(comparison);
    });
    await Promise.all(comparisons);
  } finally {
    await Promise.allSettled(comparisons);
  }
}

async function compare(
  compared: Compared,
  frame: number,
  reference: Reference,
  captured: Promise<Uint8Array>,
): Promise<void> {
  const picture = await untilAborted(captured, compared.signal);
  const difference = (await readReference(reference, compared))(picture);
  if (!sameEnough(difference, reference.coding)) {
    const words = differs(frame, difference);
    throw new SurfaceRefutedError(words, { difference: words });
  }
  freeMemory(picture);
}

/**
 * Takes the page by the frames from `next` to that before `frame`, as a lane goes that captures them all and shows the first one twice; null
 * where it has shown none. Returns where it goes on when it has shown `frame`.
 */
async function passTo(stage: Stage, next: number | null, frame: number, signal: AbortSignal): Promise<number> {
  if (next === null) await stage.passBy(0, 1);
  await passEach(stage, next ?? 0, frame, signal);
  return frame + 1;
}

/** Takes the page by what a lane draws before it begins with `frame`: what a page tells from the frame before, such as a speed, is known then. */
async function passShortly(stage: Stage, frame: number): Promise<void> {
  const first = Math.max(0, frame - DRAWN_BEFORE_FRAMES);
  if (first < frame) await stage.passBy(first, frame - first);
}

/** Takes the reference pictures in order, of each frame one. */
async function takeReferences(
  { frames, open, signal }: BesideTask,
  { coding, passes }: Pick<Manner, 'coding' | 'passes'>,
  onReference: (frame: number, reference: Reference) => void,
): Promise<void> {
  const left = [...frames];
  for (let attempt = 1; left.length > 0; attempt += 1) {
    try {
      const stage = await open(attempt);
      let next: number | null = null;
      try {
        for (let frame = left[0]; frame !== undefined; frame = left[0]) {
          signal.throwIfAborted();
          if (passes) next = await passTo(stage, next, frame, signal);
          else await passShortly(stage, frame);
          onReference(frame, { coding, bytes: await stage.referencePicture(frame, coding, passes) });
          left.shift();
        }
      } finally {
        await stage.close();
      }
    } catch (thrown) {
      signal.throwIfAborted();
      if (attempt < ATTEMPTS) continue;
      throw new SurfaceRefutedError(`there is no picture to compare it with (${asFramefarmError(thrown).message})`, {
        cause: thrown,
      });
    }
  }
}
