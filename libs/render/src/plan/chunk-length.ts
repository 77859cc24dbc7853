/** The length of chunks, which someone who works on framefarm may set otherwise (CONTRIBUTING.md). */
import { FramefarmError } from '@framefarm/contract';

const VARIABLE = 'FRAMEFARM_CHUNK_FRAMES';
const MAX = 1_000_000;

/**
 * Frames that a chunk aims at, from the environment; undefined without it. For tests that need several chunks of few frames:
 * the pictures of a render depend on it.
 * @throws FramefarmError VALIDATION_FAILED when the variable holds no integer from 1 to 1 000 000.
 */
export function chunkFrames(environment: NodeJS.ProcessEnv = process.env): number | undefined {
  const text = environment[VARIABLE] ?? '';
  if (text === '') return undefined;
  const frames = /^\d{1,7}$/.test(text) ? Number(text) : Number.NaN;
  if (frames >= 1 && frames <= MAX) return frames;
  throw new FramefarmError(
    'VALIDATION_FAILED',
    `${VARIABLE} "${text.slice(0, 80)}": must be an integer from 1 to ${MAX}`,
  );
}
