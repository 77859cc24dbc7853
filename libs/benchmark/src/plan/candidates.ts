/** Which configurations are worth measuring on a machine (cli 10). Pure. */
import { type CapturePath, counted, MAX_LANES } from '@framefarm/contract';
import { autoLanes, lanesByFrames, lanesByPay } from '@framefarm/render';
import type { Configuration, Skipped } from '../api.js';

/** Encoder threads per chunk worth comparing; more gained nothing on chunks of 75 frames, half as long as they are now. */
const ENCODER_THREADS = [1, 2, 4] as const;
const CAPTURE_PATHS: readonly CapturePath[] = ['surface', 'beginframe', 'screenshot'];

export interface CandidateInput {
  /** Cores that may be used. */
  readonly cores: number;
  /** Free memory, bytes. */
  readonly freeBytes: number;
  /** Memory of a render with one lane, bytes. */
  readonly laneBytes: number;
  /** Frames of a run: no lane is worth starting for fewer than 30 (cli 3). */
  readonly frames: number;
  /** The page keeps a requestAnimationFrame loop: more lanes would change its pictures (composition-format 7.2). */
  readonly sequential: boolean;
  /** The path that a render takes by itself. */
  readonly usualPath: CapturePath;
  /** Encoder threads that a render takes by itself. */
  readonly usualThreads: number;
}

export interface Candidates {
  /** One thing at a time differs from the first. */
  readonly configurations: readonly Configuration[];
  readonly skipped: readonly Skipped[];
}

/** Lanes by cores: 1, 2, half of `auto`, `auto`, `auto` + 2, in ascending order without repetition. */
export function laneCandidates(cores: number): number[] {
  const auto = autoLanes(cores);
  const all = [1, 2, Math.floor(auto / 2), auto, auto + 2];
  return [...new Set(all.map((lanes) => Math.min(MAX_LANES, Math.max(1, lanes))))].sort((a, b) => a - b);
}

/** Renders at once by cores: 4: 1; 8: 2; 16: 4; 32: 6 (cli 3, the upper figure of a range). */
export function tableConcurrency(cores: number): number {
  if (cores < 8) return 1;
  if (cores < 16) return 2;
  return cores < 32 ? 4 : 6;
}

/** Configurations of single renders, the usual one first, and what the machine or the piece is too small for. */
export function candidates(input: CandidateInput): Candidates {
  const { cores, usualPath, usualThreads } = input;
  const skipped: Skipped[] = [];
  const byFrames = lanesByFrames(input.frames);
  // Half of the free memory, as a render itself reckons (cli 3).
  const byMemory = Math.max(1, Math.floor(input.freeBytes / 2 / input.laneBytes));
  const lanes = laneCandidates(cores).filter((workers) => {
    const skip = (cause: Skipped['cause'], reason: string): boolean => {
      skipped.push({ what: counted(workers, 'worker'), cause, reason, workers });
      return false;
    };
    if (workers > 1 && input.sequential) return skip('page', 'the page keeps a requestAnimationFrame loop');
    if (workers > byMemory) {
      return skip('memory', `${workers} × ${mib(input.laneBytes)} exceed half of the free ${mib(input.freeBytes)}`);
    }
    if (workers > byFrames)
      return skip('frames', `${counted(input.frames, 'frame')} can keep ${byFrames} busy at most`);
    return true;
  });
  const auto = input.sequential ? 1 : Math.min(autoLanes(cores), lanesByPay(input.frames), byMemory);
  const base: Configuration = {
    workers: auto,
    concurrency: 1,
    capturePath: usualPath,
    encoderThreads: usualThreads,
  };
  const threads = ENCODER_THREADS.filter((count) => count <= Math.max(usualThreads, cores));
  return {
    configurations: [
      base,
      ...lanes.filter((count) => count !== base.workers).map((workers) => ({ ...base, workers })),
      ...CAPTURE_PATHS.filter((path) => path !== usualPath).map((capturePath) => ({ ...base, capturePath })),
      ...threads.filter((count) => count !== usualThreads).map((encoderThreads) => ({ ...base, encoderThreads })),
    ],
    skipped,
  };
}

/** Renders at once with the best configuration, beyond the one that has been measured: 2 and the table's number. */
export function concurrencyCandidates(
  best: Configuration,
  input: Pick<CandidateInput, 'cores' | 'freeBytes'> & { readonly renderBytes: number },
): Candidates {
  const skipped: Skipped[] = [];
  const counts = [...new Set([2, tableConcurrency(input.cores)])].filter((count) => count > 1).sort((a, b) => a - b);
  const configurations = counts.flatMap((concurrency) => {
    if (concurrency * input.renderBytes <= input.freeBytes) return [{ ...best, concurrency }];
    skipped.push({
      what: `${concurrency} renders at once`,
      cause: 'memory',
      reason: `${concurrency} × ${mib(input.renderBytes)} exceed the free ${mib(input.freeBytes)}`,
      workers: null,
    });
    return [];
  });
  return { configurations, skipped };
}

/** Short name of a configuration, e.g. `2 workers, surface, 2 threads`. */
export function configurationName(configuration: Configuration): string {
  const { workers, concurrency, capturePath, encoderThreads } = configuration;
  const parts = [counted(workers, 'worker'), capturePath, counted(encoderThreads, 'thread')];
  return (concurrency === 1 ? parts : [`${concurrency} renders`, ...parts]).join(', ');
}

function mib(bytes: number): string {
  return `${Math.round(bytes / 1024 ** 2)} MB`;
}
