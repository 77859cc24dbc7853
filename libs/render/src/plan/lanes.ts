/** How many lanes capture at once (specification, Worker rules; cli 3). Pure: the machine's figures are given. */
import { MAX_LANES } from '@framefarm/contract';

/** A lane's memory until it has been measured, bytes (specification: about 256 MB). */
export const ASSUMED_LANE_BYTES = 256 * 1024 * 1024;
/** At this much memory or less, low-memory mode is on by itself (cli 2). */
const LOW_MEMORY_BYTES = 4 * 1024 ** 3;

/** Whether one lane has to do; `mode` is what was asked for, null where nothing was. `totalBytes`: memory that may be used. */
export const isLowMemory = (mode: boolean | null, totalBytes: number): boolean =>
  mode ?? totalBytes <= LOW_MEMORY_BYTES;

export interface LaneInput {
  readonly asked: number | 'auto';
  /** Renders among which `auto` and the memory are divided, 1 or more (cli 5). */
  readonly rendersAtOnce: number;
  /** Cores this process may use: affinity and container quota. */
  readonly cores: number;
  readonly frames: number;
  readonly chunks: number;
  /** Several lanes may capture one chunk together; else there are at most as many as chunks. */
  readonly shareChunks: boolean;
  /** Chunks must run in order in one lane. */
  readonly sequential: boolean;
  /** One lane has to go through all chunks, however many were asked for: what it shows depends on the frames before. */
  readonly inOrder?: boolean;
  /** Free memory in bytes. */
  readonly freeBytes: number;
  /** Memory of one lane in bytes, measured or {@link ASSUMED_LANE_BYTES}. */
  readonly laneBytes: number;
  readonly lowMemory: boolean;
}

export interface LaneDecision {
  readonly lanes: number;
  readonly upperBound: number;
  /** Further lanes that the free memory has room for, of this render or of another one. */
  readonly room: number;
  /** The limit that won: `asked`, `cores`, `frames`, `memory`, `low-memory mode`, `requestAnimationFrame loop`, `what came before`. */
  readonly reason: string;
}

/** `auto` by the specification: cores − 2, at least 1, at most 24. 8 → 6, 12 → 10, 4 → 2, 2 → 1. */
export function autoLanes(cores: number): number {
  return Math.min(MAX_LANES, Math.max(1, cores - 2));
}

/** Lanes of this machine for renders that run side by side, all of them together. */
export function lanesTogether(input: Pick<LaneInput, 'asked' | 'rendersAtOnce' | 'cores' | 'lowMemory'>): number {
  const { asked, rendersAtOnce, cores, lowMemory } = input;
  if (asked !== 'auto') return asked * rendersAtOnce;
  return lowMemory ? rendersAtOnce : Math.max(autoLanes(cores), rendersAtOnce);
}

/** Lanes that so many frames keep busy: below 60 one, else one for each 30 (cli 3). */
export const lanesByFrames = (frames: number): number => (frames < 60 ? 1 : Math.floor(frames / 30));

/** Frames that pay for a lane: to open one costs as much as some 30 of them. */
const PAYING_FRAMES = 75;

/** Lanes that so many frames pay for, at least 1: as many as `auto` takes at most (docs/decisions/lanes-share-a-chunk.md). */
export const lanesByPay = (frames: number): number => Math.max(1, Math.floor(frames / PAYING_FRAMES));

/** The most lanes that so many frames get of those asked for, on this many cores; memory may take more of them away. At least 1. */
export function mostLanes(asked: LaneInput['asked'], cores: number, frames: number): number {
  return asked === 'auto' ? Math.min(autoLanes(cores), lanesByPay(frames)) : Math.min(asked, lanesByFrames(frames));
}

/** The number of lanes and the limit that decided it; the first of equal limits is named. */
export function decideLanes(input: LaneInput): LaneDecision {
  const share = Math.max(1, Math.floor(autoLanes(input.cores) / input.rendersAtOnce));
  const upperBound = input.asked === 'auto' ? share : input.asked;
  const limits: [lanes: number, reason: string][] = [[upperBound, input.asked === 'auto' ? 'cores' : 'asked']];
  if (input.asked === 'auto' && input.lowMemory) limits.push([1, 'low-memory mode']);
  if (input.asked === 'auto' && input.sequential) limits.push([1, 'requestAnimationFrame loop']);
  if (input.inOrder === true) limits.push([1, 'what came before']);
  limits.push([(input.asked === 'auto' ? lanesByPay : lanesByFrames)(input.frames), 'frames']);
  if (!input.shareChunks) limits.push([input.chunks, 'frames']);
  limits.push([Math.max(1, Math.floor(input.freeBytes / 2 / input.rendersAtOnce / input.laneBytes)), 'memory']);
  const [lanes, reason] = limits.reduce((least, limit) => (limit[0] < least[0] ? limit : least));
  return { lanes, upperBound, room: Math.floor(input.freeBytes / 2 / input.laneBytes), reason };
}
