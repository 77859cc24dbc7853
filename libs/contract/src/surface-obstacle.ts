/**
 * A page has come to show something that its drawing surface cannot, which no other try on a surface would change
 * (docs/decisions/surface-capture.md). Known by code and details, so that it may come from another process.
 */
import { FramefarmError } from './errors.js';
import type { Notice } from './warnings.js';

export interface SurfaceObstacle {
  /** Number of the frame that is not shown as a whole, from 0, in the composition. */
  readonly frame: number;
  /** What the page shows there, in words. */
  readonly obstacle: string;
}

export function surfaceObstacleError(found: SurfaceObstacle): FramefarmError {
  return new FramefarmError('SURFACE_OBSTACLE', inWords(found), { stage: 'capture', details: { ...found } });
}

/** The obstacle that an error tells of; null where it is about anything else. */
export function surfaceObstacleOf(error: unknown): SurfaceObstacle | null {
  if (!(error instanceof FramefarmError) || error.code !== 'SURFACE_OBSTACLE') return null;
  const { frame, obstacle } = error.details;
  return typeof frame === 'number' && typeof obstacle === 'string' ? { frame, obstacle } : null;
}

/** The notice of a render that begins again without a surface. */
export function refutedNotice(found: SurfaceObstacle): Notice {
  return { code: 'surface_refuted', message: `${inWords(found)}; the render begins again` };
}

function inWords({ frame, obstacle }: SurfaceObstacle): string {
  return `the drawing surface does not show all of frame ${frame}: ${obstacle}`;
}
