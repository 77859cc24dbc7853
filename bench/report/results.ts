/** What a run of the benchmark leaves: one file, in which a case that is measured again takes the place of its last result. */
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { Spread } from '../measure/statistics.ts';

export interface SeriesResult {
  readonly settings: string;
  readonly wallSeconds: Spread;
  /** Median CPU by kind of process. */
  readonly cpuMsPerFrame: Readonly<Record<string, number>>;
  /** Peak of the whole tree's proportional memory in a run of its own. */
  readonly peakMiB: number | null;
  readonly outputBytes: number;
  /** How frames were taken, where the program says so. */
  readonly path: string | null;
  /** Likeness to lossless pictures; null when not compared. */
  readonly psnrDb: number | null;
  readonly ssim: number | null;
}

export interface ProgramResult {
  readonly program: string;
  readonly defaults: SeriesResult;
  readonly best: SeriesResult;
  readonly tried: readonly {
    readonly settings: string;
    readonly wallSeconds: number | null;
    readonly failure: string | null;
  }[];
}

/** CPU milliseconds per frame of the parts that nobody can leave out, and of the render that was counted just before. */
export interface LimitRound {
  readonly drawingMs: number;
  /** From RGB, with FFmpeg's plain conversion. */
  readonly encodingMs: number;
  /** From frames that have been converted before. */
  readonly encodingOwnFormatMs: number;
  /** All of framefarm at its defaults. */
  readonly renderMs: number;
}

/** Measured in turns with renders, so that a change of the machine's speed touches both. */
export interface LimitResult {
  readonly framefarm: string;
  /** ISO 8601. */
  readonly date: string;
  readonly rounds: readonly LimitRound[];
}

export interface CaseResult {
  readonly name: string;
  readonly frames: number;
  readonly seconds: number;
  readonly width: number;
  readonly height: number;
  readonly fps: number;
  readonly format: string;
  readonly quality: string;
  /** Load averages over a minute before and after the runs: high ones before say that others used the machine. */
  readonly load: { readonly before: number; readonly after: number };
  readonly programs: readonly ProgramResult[];
  readonly limit: LimitResult | null;
}

/** Largest differences of levels of flat patches, by program. */
export interface ColourResult {
  readonly program: string;
  readonly worst: number;
  readonly patch: string;
}

export interface Stamp {
  /** ISO 8601. */
  readonly date: string;
  readonly versions: Readonly<Record<string, string>>;
  readonly machine: {
    readonly cpu: string;
    readonly cores: number;
    readonly memoryMiB: number;
    readonly system: string;
  };
  readonly runs: number;
}

export interface Results {
  /** By name; each with the circumstances it was measured in. */
  readonly cases: Readonly<Record<string, CaseResult & { readonly stamp: Stamp }>>;
  readonly colours: readonly ColourResult[];
}

const NOTHING: Results = { cases: {}, colours: [] };

/** What the file holds; nothing when there is none. */
export async function readResults(path: string): Promise<Results> {
  const text = await readFile(path, 'utf8').catch(() => null);
  return text === null ? NOTHING : JSON.parse(text);
}

export async function writeResults(path: string, results: Results): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  await writeFile(`${path}.tmp`, `${JSON.stringify(results, null, 2)}\n`);
  await rename(`${path}.tmp`, path);
}

/** @throws RangeError when a case has no results, of which one figure could be measured anew. */
export function requireResults({ cases }: Results, names: readonly string[]): void {
  const missing = names.filter((name) => cases[name] === undefined);
  if (missing.length > 0) throw new RangeError(`${missing.join(', ')}: no results yet, measure all of it first`);
}

/** The results with the limit of a case measured anew; its other figures stay. @throws RangeError when there are none. */
export function withLimit(results: Results, name: string, limit: LimitResult | null): Results {
  requireResults(results, [name]);
  const kept = results.cases[name] as Results['cases'][string];
  return { ...results, cases: { ...results.cases, [name]: { ...kept, limit } } };
}

/** The results with one case put in. */
export function withCase(results: Results, result: CaseResult, stamp: Stamp): Results {
  return { ...results, cases: { ...results.cases, [result.name]: { ...result, stamp } } };
}
