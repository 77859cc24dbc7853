/**
 * The pipeline on one machine: composition → site → stage → plan → media, capture and encode → assemble → publish.
 * It knows nothing of queues and HTTP; a worker of a farm calls the same phases with chunks it got from elsewhere.
 */
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  browserCacheDirectory,
  chooseCapturePath,
  findBrowser,
  measureGroupMemory,
  type Stage,
} from '@framefarm/browser';
import { compileComposition } from '@framefarm/composition';
import {
  asFramefarmError,
  type CompiledComposition,
  FORMATS,
  type Fps,
  FramefarmError,
  formatFps,
  type MediaInfo,
  type PageConfig,
} from '@framefarm/contract';
import { findFfmpeg } from '@framefarm/media';
import { prepareFontConfig } from '@framefarm/origin';
import { createScratch, type Scratch } from '@framefarm/process';
import type { RenderRequest, RenderResult } from './api.js';
import { laneBytes } from './lanes/memory.js';
import { openStaging } from './output/publish.js';
import { buildPlan, JPEG_QUALITY } from './plan/build-plan.js';
import { compositionDigest } from './plan/digest.js';
import { outputFps } from './plan/encoding.js';
import { decideLanes, LOW_MEMORY_BYTES } from './plan/lanes.js';
import { usableCores, usableMemory } from './plan/machine.js';
import { type DiskProject, openProject } from './project/project-reader.js';
import { type Cancellation, openCancellation } from './run/cancellation.js';
import { captureChunks } from './run/captured-chunks.js';
import { finishOutput } from './run/finish-output.js';
import { extractVideos, mixSound } from './run/prepare-media.js';
import { Progress } from './run/progress.js';
import { Report } from './run/report.js';
import { settleAndDescribe } from './run/settle-page.js';
import { openStageFrom, type StageSource } from './run/stage-source.js';
import { Stopwatch } from './run/timings.js';
import { MediaSources } from './site/media-sources.js';
import { openSite, type Site } from './site/site.js';
import { FRAMEFARM_VERSION } from './version.js';

/** Size of the viewport until a script has made the root (composition-format 2). */
const DEFAULT_VIEWPORT = { width: 1080, height: 1920 };

/**
 * Renders one composition. Whatever happens, every process it started has ended and its temporary files are gone when
 * the promise settles; an output exists only if it was verified.
 * @throws FramefarmError with a code of the catalogue, never anything else.
 */
export async function renderComposition(request: RenderRequest): Promise<RenderResult> {
  const cancellation = openCancellation(request.signal, request.options.timeoutMs);
  let scratch: Scratch | undefined;
  try {
    cancellation.signal.throwIfAborted();
    scratch = await createScratch(tmpdir(), 'framefarm-');
    if (request.options.debug) {
      scratch.keep();
      request.onEvent?.({ kind: 'log', source: 'render', line: `temporary files are kept in ${scratch.path}` });
    }
    return await runPhases(request, cancellation, scratch.path);
  } catch (thrown) {
    // An abort shows up as whatever was interrupted; its reason says what happened.
    throw asFramefarmError(cancellation.signal.aborted ? cancellation.signal.reason : thrown);
  } finally {
    if (!cancellation.signal.aborted)
      cancellation.abort.abort(new FramefarmError('RENDER_CANCELLED', 'the render is over'));
    cancellation.release();
    if (!request.options.debug) await scratch?.remove();
  }
}

/** Reads and compiles the source; refuses variables that do not fit where that was asked for. */
async function compile(request: RenderRequest, project: DiskProject, report: Report): Promise<CompiledComposition> {
  const { options } = request;
  const compiled = await compileComposition({ project, entryFile: options.composition, variables: options.variables });
  report.warnAll(compiled.warnings);
  for (const { code, message } of compiled.notices) report.notice(code, message);
  if (options.strictVariables && compiled.variableIssues.length > 0) {
    throw new FramefarmError(
      'VARIABLES_INVALID',
      `${compiled.variableIssues.length} variable(s) do not fit the declarations`,
      {
        issues: compiled.variableIssues,
        stage: 'compile',
      },
    );
  }
  for (const { code, message, field } of compiled.variableIssues) {
    report.warn({
      code: 'variable_issue',
      message,
      stage: 'compile',
      details: { kind: code, variable: field ?? null },
    });
  }
  return compiled;
}

async function runPhases(
  request: RenderRequest,
  { abort, signal }: Cancellation,
  scratchDir: string,
): Promise<RenderResult> {
  const { options } = request;
  const report = new Report(request.onEvent);
  const progress = new Progress(report.emit);
  const stopwatch = new Stopwatch();
  progress.begin('compile');

  const project = await openProject(request.projectDir, options.outsideLinks);
  const compiled = await stopwatch.time('compile', () => compile(request, project, report));
  const { fps, notices } = outputFps(options, compiled.fps);
  for (const { code, message } of notices) report.notice(code, message);
  report.checkGates(options);

  const [ffmpeg, browser] = await Promise.all([
    findFfmpeg({ explicitPath: options.ffmpegPath }),
    findBrowser({ explicitPath: options.browserPath }),
  ]);
  signal.throwIfAborted();

  const fontConfigFile =
    process.platform === 'linux'
      ? await prepareFontConfig({ cacheDir: browserCacheDirectory(), systemFonts: true })
      : null;

  let site: Site | undefined;
  let stage: Stage | null = null;
  const held: (() => Promise<void>)[] = [];
  try {
    site = await openSite(request.projectDir, options, scratchDir, fontConfigFile !== null, signal);
    const sources = new MediaSources(project, site, ffmpeg, report, signal);
    const media = await sources.probeAssets(compiled.assets);
    const publish = () => (site as Site).publishPage(compiled, pageConfig(compiled, fps, media, options.format));
    await publish();
    const source: StageSource = { browser, site, options, report, scratchDir, fontConfigFile };

    const { alpha } = FORMATS[options.format];
    const image = { image: alpha ? 'png' : 'jpeg', jpegQuality: JPEG_QUALITY, transparent: alpha } as const;
    const firstGuess = { ...chooseCapturePath(browser, null), ...image, scale: 1 };
    const viewport = {
      width: compiled.width ?? DEFAULT_VIEWPORT.width,
      height: compiled.height ?? DEFAULT_VIEWPORT.height,
    };
    const planning = await stopwatch.time('launch', () =>
      openStageFrom(source, 'planning', firstGuess, viewport, signal),
    );
    stage = planning;
    const page = await stopwatch.time('settle', () =>
      settleAndDescribe(planning, options.playerReadyTimeoutMs, media, sources, report),
    );
    report.warnAll(site.externals.warnings);
    warnMissingAssets(site, report);
    warnOutsideLinks(site, project, report);

    const choice = chooseCapturePath({ ...browser, version: planning.browserVersion }, page.forceScreenshot);
    const plan = buildPlan({
      options,
      fps,
      report: page,
      digest: await compositionDigest(compiled, project),
      capture: choice,
      environment: { browser: planning.browserVersion, ffmpeg: ffmpeg.version, framefarm: FRAMEFARM_VERSION },
    });
    // Lanes must know what the planning stage learned about media.
    await publish();
    if (page.rafLoop) noteRafLoop(plan.sequential, report);
    report.checkGates(options);
    report.emit({
      kind: 'start',
      compositionId: page.rootId,
      fps: formatFps(fps),
      quality: options.quality,
      outputPath: request.outputPath,
    });

    const memory = usableMemory();
    const lanes = decideLanes({
      asked: options.workers,
      cores: usableCores(),
      frames: plan.frames,
      chunks: plan.chunks.length,
      sequential: plan.sequential,
      freeBytes: memory.freeBytes,
      laneBytes: laneBytes(await measureGroupMemory(planning.pid)),
      lowMemory: options.lowMemoryMode ?? memory.totalBytes <= LOW_MEMORY_BYTES,
    });
    report.emit({ kind: 'lanes', lanes: lanes.lanes, upperBound: lanes.upperBound, reason: lanes.reason });

    const finish = (
      result: Pick<RenderResult, 'output'> & { redoneFrames: number; replacedLanes: number },
    ): RenderResult => ({
      outcome: report.warnings.length === 0 ? 'completed' : 'completed_with_warnings',
      compositionId: page.rootId,
      plan,
      output: result.output,
      lanes: { count: lanes.lanes, upperBound: lanes.upperBound, reason: lanes.reason },
      capture: {
        path: choice.path,
        reason: choice.reason,
        redoneFrames: result.redoneFrames,
        replacedLanes: result.replacedLanes,
      },
      versions: {
        framefarm: FRAMEFARM_VERSION,
        node: process.versions.node,
        browser: planning.browserVersion,
        ffmpeg: ffmpeg.version,
      },
      sandbox: planning.sandbox,
      substitutions: (site as Site).externals.substitutions,
      warnings: report.warnings,
      notices: report.notices,
      timings: stopwatch.read(),
    });
    if (request.dryRun) return finish({ output: null, redoneFrames: 0, replacedLanes: 0 });

    const fits =
      choice.path === firstGuess.path &&
      plan.capture.scale === 1 &&
      page.width === viewport.width &&
      page.height === viewport.height;
    if (!fits) {
      await planning.close();
      stage = null;
    }

    const staging = await openStaging(request.outputPath, options.format === 'png-sequence' ? 'directory' : 'file');
    try {
      const context = { plan, options, sources, ffmpeg, site, report, scratchDir, signal };
      if (plan.videos.length > 0) progress.begin('extract_video', plan.frames);
      const videos = stopwatch.time('extract', () => extractVideos(context, held));
      const sound = stopwatch.time('sound', () => mixSound(context));
      // A failure of either ends the capture at once instead of after it.
      for (const work of [videos, sound]) work.catch((error) => abort.abort(asFramefarmError(error)));
      progress.begin('capture', plan.frames);
      const started = performance.now();
      const handedOver = stage;
      stage = null;
      const captured = await stopwatch.time('capture', () =>
        captureChunks({
          plan,
          lanes: lanes.lanes,
          source,
          ffmpeg,
          videos,
          firstStage: handedOver,
          framesDir: options.format === 'png-sequence' ? staging.path : join(scratchDir, 'segments'),
          report,
          progress,
          abort,
        }),
      );
      report.emit({ kind: 'captured', frames: plan.frames, seconds: (performance.now() - started) / 1000 });
      report.warnAll(site.externals.warnings);
      warnMissingAssets(site, report);
      report.checkGates(options);
      const output = await finishOutput({
        plan,
        segments: captured.segments,
        sound: await sound,
        ffmpeg,
        staging,
        outputPath: request.outputPath,
        scratchDir,
        progress,
        stopwatch,
        signal,
      });
      return finish({ output, redoneFrames: captured.redoneFrames, replacedLanes: captured.replacedLanes });
    } finally {
      await staging.discard();
    }
  } finally {
    await stage?.close();
    await Promise.all(held.map((release) => release()));
    await site?.close();
  }
}

function pageConfig(
  compiled: CompiledComposition,
  fps: Fps,
  media: Readonly<Record<string, MediaInfo>>,
  format: RenderRequest['options']['format'],
): Omit<PageConfig, 'providedFonts'> {
  return {
    mode: 'render',
    fps,
    rootId: compiled.rootId,
    width: compiled.width,
    height: compiled.height,
    durationSeconds: compiled.durationSeconds,
    transparent: FORMATS[format].alpha,
    instances: compiled.instances,
    media,
  };
}

/** What the page asked for and the project does not have; videos and sound are judged by their own rules. */
function warnMissingAssets(site: Site, report: Report): void {
  for (const { path, destination, reason } of site.origin.missing) {
    const message =
      reason === 'missing'
        ? `${destination} ${path}: no such file in the project`
        : `${destination} ${path}: ${reason}`;
    report.warn({ code: 'media_load_failed', message, stage: 'compile', details: { path, destination } });
  }
}

function warnOutsideLinks(site: Site, project: DiskProject, report: Report): void {
  const targets = [...new Set([...site.origin.outsideTargets, ...project.outsideLinks.values()])].sort();
  if (targets.length > 0) report.notice('outside_links', `links leave the project for ${targets.join(', ')}`);
}

function noteRafLoop(sequential: boolean, report: Report): void {
  if (sequential) {
    report.notice(
      'raf_loop_sequential',
      'the page keeps a requestAnimationFrame loop; it is captured by one lane from frame 0',
    );
  } else {
    report.warn({
      code: 'raf_loop_parallel',
      message:
        'the page keeps a requestAnimationFrame loop, and --workers was given: pictures may depend on the chunk they are in',
      stage: 'capture',
    });
  }
}
