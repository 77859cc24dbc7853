/** What can be known of a composition before any browser: its project compiled, its frame rate, its lint. */
import type { LintResult } from '@framefarm/composition';
import type { CompiledComposition, Fps, RenderOptions } from '@framefarm/contract';
import { countFrames } from '../plan/build-plan.js';
import { outputFps } from '../plan/encoding.js';
import { scaleFor } from '../plan/output-size.js';
import { type Purpose, renderPurpose } from '../plan/purpose.js';
import { compileProject } from '../project/compile-project.js';
import { lintGate } from '../project/lint-gate.js';
import { type DiskProject, openProject } from '../project/project-reader.js';
import type { RenderContext } from '../run/context.js';
import { Report } from '../run/report.js';
import { Stopwatch } from '../run/timings.js';

export interface ReadSource {
  readonly project: DiskProject;
  readonly compiled: CompiledComposition;
  readonly fps: Fps;
  /** Pixels of a picture for each of the page; 1 as long as only a script knows the size of the root. */
  readonly scale: number;
  readonly lint: LintResult;
}

/** What reading needs of a render. */
type Reading = Pick<RenderContext, 'report' | 'stopwatch'> & {
  readonly request: Pick<RenderContext['request'], 'projectDir' | 'options'>;
};

/** @throws FramefarmError for everything that is refused without a browser. */
export async function readSource(
  { request, report, stopwatch }: Reading,
  { checkLength }: Purpose,
): Promise<ReadSource> {
  const { options } = request;
  const project = await openProject(request.projectDir, options.outsideLinks);
  const compiled = await stopwatch.time('compile', () => compileProject({ options, report }, project));
  const { fps, notices } = outputFps(options, compiled.fps);
  for (const { code, message } of notices) report.notice(code, message);
  // A length that is written down needs no browser to be refused.
  if (compiled.durationSeconds !== null) {
    checkLength(countFrames(compiled.durationSeconds, fps, ['data-duration of the root']), fps);
  }
  const { width, height } = compiled;
  const scale = width === null || height === null ? 1 : scaleFor(width, height, options.resolution);
  report.checkGates(options);
  const lint = await lintGate(request.projectDir, project, options, report);
  return { project, compiled, fps, scale, lint };
}

/**
 * Reads a source only to know whether a render of it would be refused, on a machine that may have neither browser nor
 * FFmpeg; resolves with what lint has to say.
 * @throws FramefarmError what `readSource` throws: a range or a resolution that the composition does not have among it.
 */
export async function checkSource(projectDir: string, options: RenderOptions): Promise<LintResult> {
  const reading = { request: { projectDir, options }, report: new Report(undefined), stopwatch: new Stopwatch() };
  const { lint } = await readSource(reading, renderPurpose(options));
  return lint;
}
