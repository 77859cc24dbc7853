/** Everything that is measured of one case, as it is kept in the results. */
import { mkdir } from 'node:fs/promises';
import { loadavg } from 'node:os';
import { join } from 'node:path';
import type { Program } from '../contestants/contestant.ts';
import type { GivenBrowser } from '../contestants/given-browser.ts';
import { drawingAlone } from '../limit/drawing.ts';
import { encodingAlone } from '../limit/encoding.ts';
import { compare } from '../quality/compare.ts';
import { takeReferences } from '../quality/reference.ts';
import { sampledFrames } from '../quality/sampled-frames.ts';
import type { CaseResult, LimitRound, SeriesResult } from '../report/results.ts';
import { type Case, framesOf } from '../scenes/cases.ts';
import { writeProject } from '../scenes/write-project.ts';
import { measureRounds, type ProgramSeries, type Series } from './rounds.ts';
import type { Measured } from './run-command.ts';
import { medianByKey, spread, sum } from './statistics.ts';

export interface CaseInput {
  readonly item: Case;
  /** framefarm first. */
  readonly programs: readonly [Program, ...Program[]];
  readonly runs: number;
  readonly browser: GivenBrowser;
  readonly ffmpeg: string;
  /** Empty directory of this case. */
  readonly scratchDir: string;
  /** Pictures compared of each video; 0: none. */
  readonly pictures: number;
  /** Whether to measure drawing and encoding by themselves. */
  readonly limit: boolean;
  /** Whether to try other settings than the defaults. */
  readonly search: boolean;
  readonly onNote: (text: string) => void;
}

export async function measureCase(input: CaseInput): Promise<CaseResult> {
  const { item, scratchDir, ffmpeg } = input;
  const [ours] = input.programs;
  const projectDir = join(scratchDir, 'project');
  await mkdir(scratchDir, { recursive: true });
  await writeProject(projectDir, item, ffmpeg);
  const loadBefore = loadavg()[0] ?? 0;
  const limits: LimitRound[] = [];
  const onRound = async (run: Measured, [output]: readonly string[]): Promise<void> => {
    if (!input.limit || output === undefined) return;
    try {
      limits.push(await limitOf(input, projectDir, run, output));
    } catch (error) {
      // What was measured by turns until here is worth more than one round's limit; the others tell it.
      input.onNote(`by themselves: not measured in this round, ${(error as Error).message}`);
    }
  };
  const programs = await measureRounds({ ...input, projectDir, onRound });
  const loadAfter = loadavg()[0] ?? 0;
  const likeness = input.pictures > 0 ? await likenesses(input, projectDir, programs) : new Map<Series, never>();
  const frames = framesOf(item);
  const result = (series: Series): SeriesResult => ({
    settings: series.settings.label,
    wallSeconds: spread(series.runs.map((run) => run.wallSeconds)),
    cpuMsPerFrame: cpuMsPerFrame(series, frames),
    peakMiB: series.peakBytes === null ? null : series.peakBytes / 1048576,
    outputBytes: series.outputBytes,
    path: series.path,
    ...(likeness.get(series) ?? { psnrDb: null, ssim: null }),
  });
  return {
    name: item.name,
    frames,
    seconds: item.seconds,
    width: item.width,
    height: item.height,
    fps: item.fps,
    format: item.format,
    quality: item.quality,
    load: { before: loadBefore, after: loadAfter },
    programs: programs.map(({ program, defaults, best, attempts }) => ({
      program,
      defaults: result(defaults),
      best: result(best),
      tried: attempts.map(({ settings, first, failure }) => ({
        settings: settings.label,
        wallSeconds: first?.wallSeconds ?? null,
        failure,
      })),
    })),
    limit: limits.length === 0 ? null : { framefarm: ours.version, date: new Date().toISOString(), rounds: limits },
  };
}

/** Medians over the runs of each kind of process. */
function cpuMsPerFrame(series: Series, frames: number): Record<string, number> {
  const seconds = medianByKey(series.runs.map((run) => run.cpuSeconds as Record<string, number>));
  return Object.fromEntries(Object.entries(seconds).map(([kind, value]) => [kind, (1000 * value) / frames]));
}

/** @param output the first video of the run; it stands for all of a batch. */
async function limitOf(input: CaseInput, projectDir: string, run: Measured, output: string): Promise<LimitRound> {
  const { item, browser, ffmpeg } = input;
  const drawingMs = await drawingAlone(item, projectDir, browser, ffmpeg);
  const { fromRgb, fromOwn } = await encodingAlone(item, output, Math.round(item.seconds * item.fps), ffmpeg);
  const renderMs = (1000 * sum(Object.values(run.cpuSeconds))) / framesOf(item);
  const [drawing, encoding, render] = [drawingMs, fromRgb, renderMs].map((ms) => ms.toFixed(1));
  input.onNote(`by themselves: drawing ${drawing} ms, encoding ${encoding} ms, of ${render} ms of CPU`);
  return { drawingMs, encodingMs: fromRgb, encodingOwnFormatMs: fromOwn, renderMs };
}

async function likenesses(input: CaseInput, projectDir: string, programs: readonly ProgramSeries[]) {
  const { item, browser, ffmpeg, scratchDir, pictures, onNote } = input;
  const frames = sampledFrames(Math.round(item.seconds * item.fps), pictures);
  const directory = join(scratchDir, 'references');
  onNote(`${frames.length} lossless pictures`);
  await takeReferences({ item, projectDir, frames, directory, browser, ffmpeg });
  const found = new Map<Series, { psnrDb: number; ssim: number }>();
  for (const series of new Set(programs.flatMap(({ defaults, best }) => [defaults, best]))) {
    found.set(series, await compare(item, series.outputs[0] as string, frames, directory, ffmpeg));
  }
  return found;
}
