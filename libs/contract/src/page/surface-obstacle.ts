/**
 * A page has come to show something that its drawing surface cannot, which no other try on a surface would change
 * (docs/decisions/surface-capture.md). Known by code and details, so that it may come from another process.
 */
import { FramefarmError } from '../catalogue/errors.js';
import type { Notice } from '../catalogue/warnings.js';

export interface SurfaceObstacle {
  /** Number of the frame that is not shown as a whole, from 0, in the composition. */
  readonly frame: number;
  /** What the page shows there, in words. */
  readonly obstacle: string;
}

/** The error of a capture that came upon an obstacle; {@link surfaceObstacleOf} reads it. */
export function surfaceObstacleError(found: SurfaceObstacle): FramefarmError {
  return new FramefarmError('SURFACE_OBSTACLE', inWords(found), { stage: 'capture', details: { ...found } });
}

/**
 * The process that draws a page ended with the page on its surface. The machine may have done it, so that another try on a surface
 * may do; where it ends again, one without may.
 */
export function lostOnSurfaceError({ message, details }: FramefarmError, frame: number): FramefarmError {
  const found: SurfaceObstacle = { frame, obstacle: message };
  return new FramefarmError('BROWSER_CRASHED', message, { stage: 'capture', details: { ...details, ...found } });
}

/** The obstacle that an error tells of; null where it is about anything else. */
export function surfaceObstacleOf(error: unknown): SurfaceObstacle | null {
  return error instanceof FramefarmError && error.code === 'SURFACE_OBSTACLE' ? foundBy(error) : null;
}

/** What a page was lost by on its surface; null where an error is about anything else. */
export function lossOnSurfaceOf(error: unknown): SurfaceObstacle | null {
  return error instanceof FramefarmError && error.code === 'BROWSER_CRASHED' ? foundBy(error) : null;
}

function foundBy({ details: { frame, obstacle } }: FramefarmError): SurfaceObstacle | null {
  return typeof frame === 'number' && typeof obstacle === 'string' ? { frame, obstacle } : null;
}

/** The notice of a render that begins again without a surface. */
export function refutedNotice(found: SurfaceObstacle): Notice {
  return { code: 'surface_refuted', message: `${inWords(found)}; the render begins again` };
}

function inWords({ frame, obstacle }: SurfaceObstacle): string {
  return `the drawing surface does not show all of frame ${frame}: ${obstacle}`;
}
