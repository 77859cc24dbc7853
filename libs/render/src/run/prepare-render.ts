/** From a request to a plan: source compiled, tools found, page opened, settled and described. */
import { launchBrowser, measureGroupMemory, type Stage, type StageCapture } from '@framefarm/browser';
import type { LintResult } from '@framefarm/composition';
import {
  type CaptureImage,
  type CapturePath,
  type CompiledComposition,
  type MediaInfo,
  type PageReport,
  type RenderPlan,
  refutedNotice,
  type SurfaceObstacle,
  type VideoFrames,
} from '@framefarm/contract';
import { slowVp9 } from '@framefarm/media';
import { buildPlan, captureImage, countFrames, JPEG_QUALITY } from '../plan/build-plan.js';
import { chunkFrames } from '../plan/chunk-length.js';
import { compositionDigest } from '../plan/digest.js';
import { outputFps } from '../plan/encoding.js';
import { autoLanes } from '../plan/lanes.js';
import { usableCores } from '../plan/machine.js';
import { scaleFor } from '../plan/output-size.js';
import type { PictureKind, Purpose } from '../plan/purpose.js';
import type { MediaPlan } from '../plan/video-span.js';
import { compileProject } from '../project/compile-project.js';
import { lintGate } from '../project/lint-gate.js';
import { openProject } from '../project/project-reader.js';
import { reopenAsLane } from '../stage/lane-stage.js';
import { pageConfig } from '../stage/page-config.js';
import {
  reportAssets,
  reportFonts,
  reportGlyphs,
  reportInOrder,
  reportLateStarts,
  reportOutsideLinks,
  reportPart,
} from '../stage/page-findings.js';
import { settleAndDescribe } from '../stage/settle-page.js';
import { openStageFrom, type StageSource } from '../stage/stage-source.js';
import {
  type CaptureDecision,
  type CaptureFacts,
  confirmSurface,
  decideCapture,
  equalIn,
  KNOWN_EQUAL,
  LostOnSurfaceError,
  lookThrough,
  proveSurface,
  remembers,
  sampleFrames,
  TO_BE_COMPARED,
  trustSurface,
  withoutSurface,
} from '../surface/choose-capture.js';
import { firstPath } from '../surface/first-path.js';
import { surfaceKey } from '../surface/knowledge.js';
import { type Compared, referenceCodings } from '../surface/reference.js';
import { serveStandIns } from '../surface/stand-ins.js';
import { tapIfAlike } from '../surface/tap.js';
import { FRAMEFARM_VERSION } from '../version.js';
import type { RenderContext } from './context.js';
import { type Ground, openGround, stageSource } from './ground.js';

/** Size of the viewport until a script has made the root (composition-format 2). */
const DEFAULT_VIEWPORT = { width: 1080, height: 1920 };

export interface UnprovedSurface {
  /** Frames to compare, ascending. */
  readonly frames: readonly number[];
  /** To be called when they are equal: later renders of the document need only confirm it. */
  readonly onProved: () => void;
  /** The page may keep what it has shown, and is compared by one that shows the same. */
  readonly remembers: boolean;
}

/**
 * Longest composition, frames, whose surface may be proved while it is captured. It saves less than a second, and when the surface
 * is refuted at the last frame all has been captured in vain. A page that remembers, and that one lane captures in order, cannot be
 * proved otherwise, as the proof before the capture jumps.
 */
const MAX_FRAMES_BESIDE = { usual: 900, inOrder: 3_600 };

export interface PreparedRender extends Ground {
  readonly plan: RenderPlan;
  /** The source as compiled. */
  readonly compiled: CompiledComposition;
  /** The page as it described itself. */
  readonly page: PageReport;
  /** Facts about media sources, by URL as the page names it. */
  readonly media: Readonly<Record<string, MediaInfo>>;
  readonly lint: LintResult;
  /** How lanes open their stages. */
  readonly source: StageSource;
  /** The settled planning stage. */
  readonly planning: Stage;
  /** Memory of its browser with a page that captures, bytes; 0 when it cannot be measured, or decides nothing. */
  readonly browserBytes: number;
  /** True when the planning stage can capture as the plan says. */
  readonly planningFits: boolean;
  /** To be called when the surface turns out not to show all of the page, and why, or that one of its pictures `differed`: later renders of the document do without. */
  readonly onUnfit: (obstacle: string, differed?: boolean) => void;
  /** What has still to be proved of the surface while it is captured; null when nothing has, or when there is none. */
  readonly unproved: UnprovedSurface | null;
  /** Ends the planning stage, unless it was handed over, and the site. */
  close(): Promise<void>;
  /** Hands a settled stage to the first lane, which closes it; null when there is none that fits. */
  handOver(): Promise<Stage | null>;
}

export interface PrepareOptions {
  /** Told what the page shows as soon as that is known, before it is decided how it is captured. */
  readonly onDescribed?: ((ground: Ground, plan: MediaPlan) => void) | undefined;
  /** The caller captures all frames and proves the surface on its way, as {@link PreparedRender.unproved} says. */
  readonly proveBeside?: boolean;
  /** Nothing is captured: what can be proved without is proved, and the rest decided as the render would. */
  readonly dryRun?: boolean;
  /** The render is a row among others, of whose document's surface no more than a first frame is compared. */
  readonly isRow?: boolean;
  /** The page may decode videos by itself. Default true. */
  readonly decodeVideos?: boolean;
  /**
   * What a surface cannot show is looked for in all frames before the plan stands: the chunks of a farm begin again all together. Where
   * there is one chunk alone it finds that as soon, and goes on from the page that has planned.
   */
  readonly looksAhead?: boolean;
  /** What a surface did not show of the page when it was captured before: this time it is captured without one. */
  readonly refuted?: SurfaceObstacle | null;
}

/**
 * A page that gives no picture to compare its surface with is opened once more, in a new browser: rarely, a page that
 * follows another one in a warm browser gives none (docs/decisions/warm-session.md). One whose surface a quick picture leaves in
 * doubt is opened once more for an exact one, and one that loses its browser on the surface is opened once more to do without.
 * @throws FramefarmError for everything that can be known before the first frame.
 */
export async function prepareRender(
  context: RenderContext,
  purpose: Purpose,
  options: PrepareOptions = {},
): Promise<PreparedRender> {
  const inNewBrowser = { ...context, place: { ...context.place, launch: launchBrowser } };
  const prepared = await prepareOnce(context, purpose, options).catch((error: unknown) => {
    if (!(error instanceof LostOnSurfaceError)) throw error;
    const refuted = { frame: 0, obstacle: error.message };
    const { code, message } = refutedNotice(refuted);
    context.report.notice(code, message);
    return prepareOnce(inNewBrowser, purpose, { ...options, refuted }, 'exact');
  });
  if (prepared.undecided === null) return prepared;
  await prepared.close();
  if (prepared.undecided === 'in doubt') return prepareOnce(context, purpose, options, 'exact');
  return prepareOnce(inNewBrowser, purpose, options, 'exact');
}

async function prepareOnce(
  context: RenderContext,
  purpose: Purpose,
  settings: PrepareOptions,
  look: 'quick' | 'exact' = 'quick',
): Promise<PreparedRender & { readonly undecided: CaptureDecision['undecided'] | null }> {
  const { onDescribed, proveBeside = false, isRow = false, decodeVideos = true } = settings;
  const { dryRun = false, looksAhead = false, refuted = null } = settings;
  const { request, report, signal, stopwatch, place, knowledge } = context;
  const { options } = request;
  const { picture, checkLength } = purpose;
  const project = await openProject(request.projectDir, options.outsideLinks);
  const compiled = await stopwatch.time('compile', () => compileProject({ options, report }, project));
  const { fps, notices } = outputFps(options, compiled.fps);
  for (const { code, message } of notices) report.notice(code, message);
  // A length that is written down needs no browser to be refused.
  if (compiled.durationSeconds !== null) {
    checkLength(countFrames(compiled.durationSeconds, fps, ['data-duration of the root']), fps);
  }
  const { width, height } = compiled;
  // The factor of a root that a script makes is known when the page has described itself.
  const scale = width === null || height === null ? 1 : scaleFor(width, height, options.resolution);
  report.checkGates(options);
  const lint = await lintGate(request.projectDir, project, options, report);

  const [ffmpeg, tools] = await Promise.all([place.tools.ffmpeg(options.ffmpegPath), context.stageTools()]);
  signal.throwIfAborted();
  const slow = options.format === 'webm' ? slowVp9(ffmpeg) : null;
  if (slow !== null) report.notice('slow_vp9', `the bundled FFmpeg ${slow}`);
  const ground = await openGround(context, project, ffmpeg, compiled);
  const { site, sources } = ground;
  let planning: Stage | null = null;
  let lane: Promise<Stage> | null = null;
  const closeLane = async (): Promise<void> => {
    const opening = lane;
    lane = null;
    await opening?.then(
      (stage) => stage.close(),
      () => {},
    );
  };
  const close = async (): Promise<void> => {
    await planning?.close();
    await closeLane();
    await site.close();
  };
  try {
    const media = await sources.probeAssets(compiled.assets);
    const publish = (): Promise<void> =>
      site.publishPage(compiled, pageConfig('render', compiled, fps, media, picture.alpha));
    await publish();
    const asked = purpose.tuning?.capturePath ?? null;
    const { browser } = tools;
    const source = stageSource(context, ground, tools);
    const opened = firstPath(browser, picture, asked);
    const viewport = {
      width: width ?? DEFAULT_VIEWPORT.width,
      height: height ?? DEFAULT_VIEWPORT.height,
    };
    const pixels = { width: viewport.width * scale, height: viewport.height * scale };
    const surface = surfaceKey(compiled.html, options.format, pixels.width, pixels.height);
    const known = opened === 'surface' ? knowledge.get(surface) : undefined;
    const surfaceImage = captureImage('surface', picture, pixels.width, pixels.height);
    const surfaceCapture = { ...firstCapture('surface', picture, scale), image: surfaceImage };
    // Its planning stage may go on as a lane, and therefore captures as its lanes will.
    const goesOn = opened === 'surface' && (known?.equal === true || proveBeside);
    const planned = goesOn ? surfaceCapture : firstCapture(opened, picture, scale);
    const stage = await stopwatch.time('launch', () => openStageFrom(source, 'planning', planned, viewport, signal));
    planning = stage;
    const page = await stopwatch.time('settle', () =>
      settleAndDescribe(stage, options.playerReadyTimeoutMs, media, sources, report),
    );
    reportAssets(site, report);
    reportOutsideLinks(site, project, report);
    reportFonts(page, report);
    reportGlyphs(page, report);
    reportLateStarts(page, media, report);

    const frames = countFrames(page.durationSeconds, fps, page.durationSources);
    // Before the surface is proved, which costs as much as some frames.
    checkLength(frames, fps);
    const environment = { browser: stage.browserVersion, ffmpeg: ffmpeg.builds, framefarm: FRAMEFARM_VERSION };
    const planFor = (capture: Pick<CaptureDecision, 'path' | 'reason' | 'tapped'>, digest: string): RenderPlan =>
      buildPlan({
        options,
        picture,
        fps,
        report: page,
        digest,
        capture,
        environment,
        decodeVideos,
        encoderThreads: purpose.tuning?.encoderThreads,
        chunkFrames: chunkFrames(),
      });
    // Which videos and which sound there are does not depend on how pictures are taken.
    const undecided = planFor({ path: opened, reason: '' }, '');
    onDescribed?.(ground, undecided);
    const sized = page.width === viewport.width && page.height === viewport.height;
    // One lane captures a page that keeps a loop, unless more are asked for.
    const inOrder = page.inOrder !== null || (page.drawsCanvases && !mayHaveLanes(context));
    const canBeProved =
      proveBeside && (inOrder || !dryRun) && frames <= MAX_FRAMES_BESIDE[inOrder ? 'inOrder' : 'usual'];
    const drawsLoops = canBeProved && !isRow && (options.workers === 'auto' || options.workers === 1);
    let standIns: readonly VideoFrames[] | null = null;
    const showStandIns = async (on: Stage = stage): Promise<void> => {
      standIns ??= await serveStandIns(page.videos, media, site, context.scratchDir);
      if (standIns.length > 0) await on.prepare({ frames, fps, videos: standIns });
    };
    const facts: CaptureFacts = {
      ...{ stage, opened, browser, page, pixels, frames, sized, alpha: picture.alpha, asked, drawsLoops, showStandIns },
    };
    const comparedAs = (image: CaptureImage): Compared => ({
      ...{ image, ffmpeg, signal, ...pixels },
    });
    const learn = ({ path, reason, differed = false }: CaptureDecision): void =>
      knowledge.learn(surface, { equal: path === 'surface', reason, differed });
    const unfit = (obstacle: string, differed = false): void => learn({ ...withoutSurface(facts, obstacle), differed });
    if (refuted !== null) unfit(refuted.obstacle);
    let capture = await decideCapture(facts, refuted === null ? known : knowledge.get(surface));
    let unproved: UnprovedSurface | null = null;
    if (capture === null && known !== undefined && !(canBeProved && remembers(page))) {
      const compared = comparedAs(surfaceImage);
      const coding = referenceCodings(compared)[look];
      const confirmed = await stopwatch.time('check', () => confirmSurface(facts, compared, coding, KNOWN_EQUAL));
      const looks = looksAhead && undecided.chunks.length > 1 && confirmed.path === 'surface';
      capture = looks ? await stopwatch.time('check', () => lookThrough(facts, confirmed)) : confirmed;
    } else if (capture === null && canBeProved) {
      const samples = sampleFrames(frames);
      const reason = dryRun ? TO_BE_COMPARED : equalIn(samples);
      const trusted = await stopwatch.time('check', () => trustSurface(facts, reason));
      capture = trusted;
      if (dryRun) {
        // Nothing is learned of what nobody compares; what a capture would come to is looked for.
        if (trusted.path === 'surface') capture = await stopwatch.time('check', () => lookThrough(facts, trusted));
      } else if (trusted.path === 'surface') {
        const onProved = (): void => learn(trusted);
        unproved = { frames: samples.toSorted((a, b) => a - b), onProved, remembers: remembers(page) };
      } else learn(trusted);
    }
    // Lanes must know what the planning stage learned about media.
    await publish();
    if (capture === null) {
      const compared = comparedAs(planned.image);
      const coding = referenceCodings(compared)[look];
      capture = await stopwatch.time('check', () => proveSurface(facts, compared, coding));
      // A page that remembers may be proved beside another capture.
      if (capture.undecided === undefined && !remembers(page)) learn(capture);
    }
    const measure = (): Promise<number> => measureGroupMemory(stage.pid);
    const browserBytes = mayHaveLanes(context) ? await knowledge.browserBytes(surface, measure) : 0;
    const stepped = capture.path === 'beginframe' && sized ? capture : null;
    if (stepped !== null) {
      const tapFacts = { picture, frames, ...pixels };
      const found = await stopwatch.time('check', () =>
        tapIfAlike({
          ...{ facts: tapFacts, capture: stepped, stage, knowledge, document: surface, showStandIns },
          compared: comparedAs('yuv420p'),
          remembers: remembers(page),
          reopen: () => reopenAsLane(stage, source, 'lane 1', firstCapture('beginframe', picture, scale)),
        }),
      );
      capture = found.capture;
      if (found.reopened !== null) {
        planning = null;
        lane = Promise.resolve(found.reopened);
      }
    }
    if (capture.path === 'surface' && capture.stageSpent) {
      // The proof has spent the page, not its browser.
      planning = null;
      lane = reopenAsLane(stage, source, 'lane 1', surfaceCapture);
      lane.catch(() => {});
    }
    const plan = planFor(capture, await compositionDigest(compiled, project));
    reportPart(plan, report);
    if (page.inOrder !== null) reportInOrder(page.inOrder, plan.sequential, report);
    report.checkGates(options);
    const planningFits = !capture.stageSpent && sized && plan.capture.scale === scale;
    return {
      plan,
      compiled,
      page,
      media,
      lint,
      ...ground,
      source,
      planning: stage,
      browserBytes,
      planningFits,
      unproved,
      onUnfit: unfit,
      undecided: capture.undecided ?? null,
      close,
      handOver: async () => {
        const spent = planning;
        planning = null;
        if (planningFits) return stage;
        await spent?.close();
        const ready = lane;
        lane = null;
        // One that could not be opened is opened again by the lanes, which know how often.
        return (await ready?.catch(() => null)) ?? null;
      },
    };
  } catch (error) {
    await close();
    throw error;
  }
}

/** Whether there may be more lanes than one, of this render or of others that share its place. */
function mayHaveLanes({ request, place }: RenderContext): boolean {
  const { workers } = request.options;
  return (workers === 'auto' ? autoLanes(usableCores()) : workers) > 1 || place.shared;
}

/** How the planning stage captures: where a surface has to be proved, as pixels that can be compared. */
function firstCapture(path: CapturePath, picture: PictureKind, scale: number): StageCapture {
  const raw = picture.alpha ? 'rgba' : 'rgb0';
  const image = path === 'surface' ? raw : captureImage(path, picture, 0, 0);
  return { path, image, jpegQuality: JPEG_QUALITY, transparent: picture.alpha, scale };
}
