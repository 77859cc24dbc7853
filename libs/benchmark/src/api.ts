/** What a caller gives to the benchmark and gets back (cli 10). */
import type { CapturePath, Fps, RenderOptions } from '@framefarm/contract';

export interface BenchmarkRequest {
  /** Absolute path of the project directory; null for the built-in composition. */
  readonly projectDir: string | null;
  /** Checked options; `workers` is what the benchmark varies. */
  readonly options: RenderOptions;
  /** Measured runs of each configuration, 1 to 20. */
  readonly runs: number;
  /** Absolute path of the directory in which outputs are kept; null: they are removed. */
  readonly keepDir: string | null;
  readonly signal: AbortSignal;
  readonly onEvent?: (event: BenchmarkEvent) => void;
}

/** What happens, as it happens. */
export type BenchmarkEvent =
  | { readonly kind: 'piece'; readonly piece: MeasuredPiece }
  | { readonly kind: 'run'; readonly step: number; readonly steps: number; readonly what: string }
  | { readonly kind: 'note'; readonly text: string };

/** One set of choices that is measured. */
export interface Configuration {
  readonly workers: number;
  /** Renders at once in one process. */
  readonly concurrency: number;
  readonly capturePath: CapturePath;
  readonly encoderThreads: number;
}

/** The part of the composition that every run renders. */
export interface MeasuredPiece {
  readonly compositionId: string;
  readonly builtIn: boolean;
  readonly width: number;
  readonly height: number;
  readonly fps: Fps;
  readonly format: string;
  /** Frames of a run. */
  readonly frames: number;
  /** Frames of the whole composition. */
  readonly totalFrames: number;
}

/** Kinds of processes of a render: the page's renderer, the rest of the browser, FFmpeg, and framefarm itself. */
export type ProcessKind = 'page' | 'capture' | 'encoder' | 'node';
export type CpuSeconds = Readonly<Record<ProcessKind, number>>;

/** One measured run: `concurrency` renders side by side. */
export interface MeasuredRun {
  /** Milliseconds until the last render was done, start of browsers included, start of Node.js not. */
  readonly elapsedMs: number;
  /** Bytes of one output. */
  readonly fileSize: number;
  /** Peak of the summed memory of all processes, bytes; null where it cannot be measured. */
  readonly peakBytes: number | null;
  /** Null where it cannot be measured. */
  readonly cpuSeconds: CpuSeconds | null;
  /** Share of the machine's processor time that other programs took meanwhile, 0 to 1; null where it cannot be measured. */
  readonly othersShare: number | null;
  /** Milliseconds of the capture phase, the mean over the renders. */
  readonly captureMs: number;
}

export interface ConfigurationResult {
  readonly configuration: Configuration;
  readonly runs: readonly MeasuredRun[];
  /** Messages of the runs that failed. */
  readonly failures: readonly string[];
  /** Hash over the decoded frames; null when no run succeeded. */
  readonly frameHash: string | null;
}

/** Spread of some figures. */
export interface Summary {
  readonly mean: number;
  readonly median: number;
  readonly min: number;
  readonly max: number;
}

/** What was left out, and why. */
export interface Skipped {
  readonly what: string;
  readonly cause: 'memory' | 'frames' | 'page' | 'capture path';
  readonly reason: string;
  /** Workers of a single render that was left out; null for other choices. */
  readonly workers: number | null;
}

export interface FrameVerdict {
  /** False when two configurations of the same capture path and encoder threads gave different frames. */
  readonly same: boolean;
  /** Configurations whose frames differ from others of their path and threads. */
  readonly outliers: readonly Configuration[];
  /** How paths and encoder threads differ from the first one. */
  readonly differences: readonly FrameDifference[];
}

export interface FrameDifference {
  readonly configuration: Configuration;
  readonly reference: Configuration;
  /** Peak signal-to-noise ratio over all frames, dB; null when it could not be measured. */
  readonly psnrDb: number | null;
}

/** What limits the render. `start`: browsers and checks before the first frame. */
export type LimitingPart = 'page' | 'capture' | 'encoder' | 'memory' | 'start';

export interface LimitVerdict {
  readonly part: LimitingPart;
  /** In words, with the figures. */
  readonly text: string;
  /** CPU milliseconds per frame by kind of process; null where it cannot be measured. */
  readonly cpuMsPerFrame: CpuSeconds | null;
  /** Share of all cores that was busy, 0 to 1. */
  readonly busyShare: number | null;
}

export interface Recommendation {
  readonly workers: number;
  readonly batchConcurrency: number;
  readonly maxConcurrentRenders: number;
  readonly reason: string;
}

export interface BenchmarkHost {
  readonly cpus: number;
  readonly memoryMb: number;
  /** Hardware encoders that work, best first. */
  readonly hardwareEncoders: readonly string[];
}

export interface BenchmarkReport {
  readonly host: BenchmarkHost;
  readonly piece: MeasuredPiece;
  readonly results: readonly ConfigurationResult[];
  readonly skipped: readonly Skipped[];
  readonly frames: FrameVerdict;
  /** Null when every configuration failed. */
  readonly limit: LimitVerdict | null;
  /** Null when every configuration failed, and after an interruption before each number of workers was measured. */
  readonly recommendation: Recommendation | null;
  /** The result that the recommendation rests on. */
  readonly winner: ConfigurationResult | null;
  /** Runs done and planned when the benchmark was interrupted; null for a whole one. */
  readonly unfinished: { readonly runs: number; readonly of: number } | null;
  /** What else was found, in words. */
  readonly findings: readonly string[];
}
