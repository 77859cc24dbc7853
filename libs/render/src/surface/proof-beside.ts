/**
 * The rest of a surface's proof, beside the capture: a second page shows frames that the render captures on its way, as the
 * browser composes them, and both are compared. What would be drawn twice to be proved first is drawn once.
 */
import type { Stage } from '@framefarm/browser';
import { asFramefarmError, type CaptureImage, FramefarmError } from '@framefarm/contract';
import { freeMemory, untilAborted } from '@framefarm/process';
import { compareRaw } from './compare.js';
import { differs, sameEnough } from './difference.js';
import { referencePixels } from './reference.js';

/** A surface that was trusted on its first frame turned out to show something else than the browser, or was never compared. */
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
  const { image, width, height, signal } = task;
  for (const [frame, reference] of await takeReferences(task)) {
    const picture = await untilAborted(captured(frame), signal);
    const pixels = await referencePixels(reference);
    const difference = compareRaw(image, picture, pixels, width, height);
    for (const done of [picture, pixels]) freeMemory(done);
    if (!sameEnough(difference)) throw new SurfaceRefutedError(differs(frame, difference));
  }
}

async function takeReferences({ frames, open, signal }: BesideTask): Promise<Map<number, Uint8Array>> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      const stage = await open(attempt);
      try {
        const references = new Map<number, Uint8Array>();
        for (const frame of frames) references.set(frame, await stage.referencePicture(frame));
        return references;
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
