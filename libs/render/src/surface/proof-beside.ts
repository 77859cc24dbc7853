/**
 * The proof of a surface beside the capture: a second page shows frames that the render captures on its way, as the
 * browser composes them, and both are compared. What would be drawn twice to be proved first is drawn once.
 */
import type { Stage } from '@framefarm/browser';
import { asFramefarmError, type CaptureImage, FramefarmError } from '@framefarm/contract';
import { freeMemory, untilAborted } from '@framefarm/process';
import { compareRaw } from './compare.js';
import { differs, sameEnough } from './difference.js';
import { referencePixels } from './reference.js';

/** A surface that was trusted turned out to show something else than the browser, or was never compared. */
export class SurfaceRefutedError extends FramefarmError {
  constructor(why: string, cause?: unknown) {
    super('CAPTURE_STALLED', `the drawing surface is not proved: ${why}`, { stage: 'capture', cause });
  }
}

export interface BesideTask {
  /** Frames to compare, ascending; the render captures all of them. */
  readonly frames: readonly number[];
  readonly image: CaptureImage;
  readonly width: number;
  readonly height: number;
  /** Opens the second page, ready to show any frame; tried twice, as a page that is lost says nothing about the surface. */
  readonly open: (attempt: number) => Promise<Stage>;
  readonly signal: AbortSignal;
}

export interface ProofBeside {
  /** Takes note of a captured picture; the memory is the caller's again when it returns. */
  captured(frame: number, picture: Uint8Array): void;
  /**
   * Settles when all frames have been compared.
   * @throws {SurfaceRefutedError} when one differs, or there is nothing to compare it with; the signal's reason on abort.
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

async function prove(task: BesideTask, captured: (frame: number) => Promise<Uint8Array>): Promise<void> {
  const refuted = new AbortController();
  const signal = AbortSignal.any([task.signal, refuted.signal]);
  const comparisons: Promise<void>[] = [];
  await takeReferences({ ...task, signal }, (frame, reference) => {
    const comparison = compare(task, frame, reference, captured(frame));
    // What differs once need not be looked at again.
    comparison.catch((error) => refuted.abort(error));
    comparisons.push(comparison);
  });
  await Promise.all(comparisons);
}

async function compare(
  { image, width, height, signal }: BesideTask,
  frame: number,
  reference: Uint8Array,
  captured: Promise<Uint8Array>,
): Promise<void> {
  const picture = await untilAborted(captured, signal);
  const pixels = await referencePixels(reference);
  const difference = compareRaw(image, picture, pixels, width, height);
  for (const done of [picture, pixels]) freeMemory(done);
  if (!sameEnough(difference)) throw new SurfaceRefutedError(differs(frame, difference));
}

/** Takes the reference pictures in order, of each frame one. */
async function takeReferences(
  { frames, open, signal }: BesideTask,
  onReference: (frame: number, reference: Uint8Array) => void,
): Promise<void> {
  const left = [...frames];
  for (let attempt = 1; left.length > 0; attempt += 1) {
    try {
      const stage = await open(attempt);
      try {
        for (let frame = left[0]; frame !== undefined; frame = left[0]) {
          signal.throwIfAborted();
          onReference(frame, await stage.referencePicture(frame));
          left.shift();
        }
      } finally {
        await stage.close();
      }
    } catch (thrown) {
      signal.throwIfAborted();
      if (attempt < ATTEMPTS) continue;
      throw new SurfaceRefutedError(
        `there is no picture to compare it with (${asFramefarmError(thrown).message})`,
        thrown,
      );
    }
  }
}
