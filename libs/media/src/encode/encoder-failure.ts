/** What goes wrong with the pictures of a chunk, in the catalogue's terms. */
import { FramefarmError } from '@framefarm/contract';

export const encoderFailure = (message: string, cause?: unknown): FramefarmError =>
  new FramefarmError('ENCODER_FAILED', message, { stage: 'encode', cause });

/** @throws {FramefarmError} `ENCODER_FAILED` when a chunk ends before all of its frames came, or goes on behind them. */
export function requireFrames(written: number, announced: number): void {
  if (written === announced) return;
  throw encoderFailure(`the chunk got ${written} frames where ${announced} were announced`);
}
