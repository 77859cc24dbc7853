/**
 * The phases of a render one by one, as a worker of a farm runs them (farm-practice 1 to 4). Between two steps only JSON and
 * files travel; each step may run on another machine that holds the same project.
 */
import type { ChunkSeam, SurfaceObstacle } from '@framefarm/contract';
import type { PicturesExtension } from '@framefarm/media';
import type { RenderOutput, RenderTuning } from '../api.js';
import type { LimitedJob } from '../run/lifetime.js';
import type { PreparedStep } from './prepared-step.js';

export interface StepPlaceOptions {
  /**
   * Fonts of the machine behind the bundled ones. Default false: machines of a farm must show the same pictures. Chunks
   * made with them are never used again for another render.
   */
  readonly systemFonts?: boolean;
  /** Compositions may reach public https addresses. Default false: only the origins that their options list (security 3). */
  readonly publicHttps?: boolean;
  /** Lower-case hosts and addresses that stay refused even when listed: the farm's own services. */
  readonly neverAllow?: readonly string[];
}

/**
 * What every step is given. Warnings, notices and log lines go to `onEvent`; frames and chunks have callbacks of their own.
 * `options` are those of the render at every step, apart from paths that a machine has for itself.
 */
export interface StepJob extends LimitedJob {
  /**
   * Names whose composition this is, e.g. owner and composition id: browsers stay warm between renders of one occupant and
   * end before another comes (security 2.6). Default: the project directory.
   */
  readonly occupant?: string;
}

export interface PrepareJob extends StepJob {
  readonly tuning?: RenderTuning;
  /** What a chunk of an earlier plan of this render met (`surfaceObstacleOf` of its error): it is planned anew without a surface. */
  readonly refuted?: SurfaceObstacle | null;
  /**
   * The first frame of a chunk of which two captures of an earlier plan of this render have shown different pictures: it is planned anew, for
   * chunks that are each captured by a page which has gone through all frames before.
   */
  readonly dependent?: number | null;
}

/** Every step after the first. */
export interface PreparedJob extends StepJob {
  readonly prepared: PreparedStep;
}

export interface ExtractJob extends PreparedJob {
  /** Index into `plan.videos`. */
  readonly video: number;
  /** Absolute path of the directory to make; it must not exist. It appears whole or not at all. */
  readonly outDir: string;
}

/** Pictures of one video clip in one directory, each under its number in the clip: `000001.<extension>` is the first of the clip; or its samples. */
export interface VideoPictures {
  /** Index into `plan.videos`. */
  readonly video: number;
  readonly elementId: string;
  readonly extension: PicturesExtension;
  /** Number of the last picture. Those well before a part that is rendered are absent. */
  readonly count: number;
  /** Of all pictures. */
  readonly bytes: number;
}

export interface SoundJob extends PreparedJob {
  /** Absolute path of an existing directory for the file. */
  readonly outDir: string;
}

export interface MixedSound {
  /** Absolute. */
  readonly path: string;
  readonly size: number;
  readonly sha256: string;
}

/** Pictures of a clip where this machine has them. */
export interface PlacedPictures extends VideoPictures {
  /** Absolute path; null when they are not here, which chunks allow that do not show them (see `videosOfChunks`). */
  readonly dir: string | null;
}

export interface CapturedChunk {
  /** Index into `plan.chunks`. */
  readonly index: number;
  /** Absolute path of the segment; for a png-sequence of the directory with the chunk's frames. */
  readonly path: string;
  /** Bytes; of all files for a png-sequence. */
  readonly size: number;
  /** Of the file, or of a png-sequence's files in name order. */
  readonly sha256: string;
  /**
   * False when the page asked for something while these frames or earlier ones were shown that `prepared` does not count:
   * then the chunk must not be kept under its key.
   */
  readonly reusable: boolean;
  /** Digests of pictures where it meets other chunks; null where the plan has one chunk, or chunks that go through all before them. */
  readonly seam: ChunkSeam | null;
}

export interface CaptureJob extends PreparedJob {
  /** Indices into `plan.chunks`, ascending. Going on where the step before ended keeps its page. */
  readonly chunks: readonly number[];
  /** Of every clip whose extraction gave pictures, also of those that these chunks do not show. */
  readonly videos: readonly PlacedPictures[];
  /** Absolute path of an existing directory; files of chunks that were not finished are removed from it. */
  readonly outDir: string;
  /** One more frame of a chunk is captured. Must not throw. */
  readonly onFrame?: (chunk: number) => void;
  /** The chunk's file is complete and closed. The next chunk is captured meanwhile; the step ends after the last call has. */
  readonly onChunk: (chunk: CapturedChunk) => void | Promise<void>;
  /**
   * The last frame is captured, and no encoder of a step before works any more: only this step's own encoder and `onChunk` are left, beside
   * which the place does a step of another render of the same occupant. Must not throw.
   */
  readonly onLeft?: () => void;
}

export interface CaptureOutcome {
  readonly chunks: readonly CapturedChunk[];
  /** True when the page of an earlier step went on. */
  readonly resumed: boolean;
  /** Milliseconds until the first frame could be shown, and from then on. */
  readonly openingMs: number;
  readonly captureMs: number;
}

export interface AssembleJob extends PreparedJob {
  /** Absolute paths of all chunks' segments, or of a png-sequence's directories, in the order of the plan. */
  readonly segments: readonly string[];
  /** Absolute path of the mixed sound; null when the sound step gave none. */
  readonly sound: string | null;
  /** Absolute path of the file, or for png-sequence the directory, to make. */
  readonly outputPath: string;
}

/**
 * Where steps are run: it keeps the site and the browsers of one render, and what was found of the machine's tools, warm
 * between them. `prepare` and `capture` take turns. A capture has left with its last frame (`onLeft`): then another render of the same occupant
 * has its turn, while anything else waits for its end. A step that fails or is cancelled ends all that is warm, one that has left only what is of
 * its own render. The other steps start and end by themselves beside them.
 *
 * All steps throw FramefarmError only: `RENDER_CANCELLED` or the signal's reason, `RENDER_TIMEOUT`, and what the phase
 * itself throws in a local render. Steps after the first throw `CHUNK_ENVIRONMENT_MISMATCH` when framefarm, platform,
 * FFmpeg or browser, or the project, are not those of the plan, and `capture` throws `SURFACE_OBSTACLE` when the plan's surface
 * does not show all of a frame: then the render has to be prepared anew.
 */
export interface StepPlace {
  /** Compiles, checks and plans. The place can go on with the first chunks in the same browser. */
  prepare(job: PrepareJob): Promise<PreparedStep>;
  /** Pictures of one video clip; null when the output shows none of it. */
  extract(job: ExtractJob): Promise<VideoPictures | null>;
  /** The mix; null when the plan has no sound, or when no track's source could be had. */
  sound(job: SoundJob): Promise<MixedSound | null>;
  /** Captures and encodes chunks, once each: whoever asked decides about another try. */
  capture(job: CaptureJob): Promise<CaptureOutcome>;
  /** Joins, verifies and publishes; the given files are left as they are. */
  assemble(job: AssembleJob): Promise<RenderOutput>;
  /** Ends all that is warm, after the step that runs: the render is over, or nothing more comes for now. Never rejects. */
  cool(): Promise<void>;
  /** As `cool`, for good. */
  close(): Promise<void>;
}
