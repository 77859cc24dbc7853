/** From a request to a plan: source compiled, tools found, page opened, settled and described. */
import { launchBrowser, measureGroupMemory, type Stage, type StageCapture } from '@framefarm/browser';
import { DEFAULT_HEIGHT, DEFAULT_WIDTH } from '@framefarm/composition/root-size';
import {
  type CaptureImage,
  type CapturePath,
  type PageReport,
  type RenderPlan,
  refutedNotice,
  type VideoFrames,
} from '@framefarm/contract';
import { slowVp9 } from '@framefarm/media';
import type { StageTools } from '../place/stage-tools.js';
import { buildPlan, captureImage, countFrames, JPEG_QUALITY } from '../plan/build-plan.js';
import { chunkFrames } from '../plan/chunk-length.js';
import { compositionDigest, projectPath } from '../plan/digest.js';
import { mostLanes } from '../plan/lanes.js';
import { usableCores } from '../plan/machine.js';
import type { PictureKind, Purpose } from '../plan/purpose.js';
import { locateAll, sourceFiles, spareSources } from '../project/spared-sources.js';
import type { RenderContext } from '../run/context.js';
import { type Ground, openGround, stageSource } from '../run/ground.js';
import { reopenAsLane } from '../stage/lane-stage.js';
import { pageConfig } from '../stage/page-config.js';
import { reportInOrder, reportPage, reportPart } from '../stage/page-findings.js';
import { settleAndDescribe } from '../stage/settle-page.js';
import { openStageFrom } from '../stage/stage-source.js';
import {
  type CaptureDecision,
  type CaptureFacts,
  LostOnSurfaceError,
  remembers,
  withoutSurface,
} from '../surface/choose-capture.js';
import { firstPath } from '../surface/first-path.js';
import { surfaceKey } from '../surface/knowledge.js';
import type { Compared } from '../surface/reference.js';
import { serveStandIns } from '../surface/stand-ins.js';
import { tapIfAlike } from '../surface/tap.js';
import { FRAMEFARM_VERSION } from '../version.js';
import { PlanningStage } from './planning-stage.js';
import type { PreparedRender, PrepareOptions } from './prepared-render.js';
import { type ReadSource, readSource } from './read-source.js';
import { type Trial, wayByProof, wayWithoutProof } from './way-of-capture.js';

/**
 * Longest composition, frames, whose surface may be proved while it is captured. It saves less than a second, and when the surface
 * is refuted at the last frame all has been captured in vain. A page that remembers, and that one lane captures in order, cannot be
 * proved otherwise, as the proof before the capture jumps.
 */
const MAX_FRAMES_BESIDE = { usual: 1_800, inOrder: 3_600 };

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
  const { request, report, signal, place } = context;
  const { options } = request;
  const read = await readSource(context, purpose);
  const { outputPath = null } = settings;
  if (outputPath !== null) await spareSources(outputPath, () => sourceFiles(read.compiled, read.project));
  const [ffmpeg, tools] = await Promise.all([place.tools.ffmpeg(options.ffmpegPath), context.stageTools()]);
  signal.throwIfAborted();
  const slow = options.format === 'webm' ? slowVp9(ffmpeg) : null;
  if (slow !== null) report.notice('slow_vp9', `the bundled FFmpeg ${slow}`);
  const ground = await openGround(context, read.project, ffmpeg, read.compiled);
  const planning = new PlanningStage();
  const close = async (): Promise<void> => {
    await planning.close();
    await ground.site.close();
  };
  try {
    return { ...(await planOn(ground, planning, { context, purpose, settings, look, read, tools })), close };
  } catch (error) {
    await close();
    throw error;
  }
}

interface Preparation {
  readonly context: RenderContext;
  readonly purpose: Purpose;
  readonly settings: PrepareOptions;
  readonly look: 'quick' | 'exact';
  readonly read: ReadSource;
  readonly tools: StageTools;
}

type Planned = Omit<PreparedRender, 'close'> & { readonly undecided: CaptureDecision['undecided'] | null };

/** Opens the page, has it describe itself, and decides from that how it is captured. */
async function planOn(ground: Ground, planning: PlanningStage, preparation: Preparation): Promise<Planned> {
  const { context, purpose, settings, look, read, tools } = preparation;
  const { onDescribed, proveBeside = false, isRow = false, decodeVideos = true } = settings;
  const { dryRun = false, looksAhead = false, refuted = null, outputPath = null } = settings;
  const { request, report, signal, stopwatch, knowledge } = context;
  const { picture, checkLength } = purpose;
  const { project, compiled, fps, scale, lint } = read;
  const { site, sources, ffmpeg } = ground;
  const { browser } = tools;

  const media = await sources.probeAssets(compiled.assets);
  const publish = (): Promise<void> =>
    site.publishPage(compiled, pageConfig('render', compiled, fps, media, picture.alpha));
  await publish();
  const asked = purpose.tuning?.capturePath ?? null;
  const source = stageSource(context, ground, tools);
  const opened = firstPath(browser, picture, asked);
  const viewport = { width: compiled.width ?? DEFAULT_WIDTH, height: compiled.height ?? DEFAULT_HEIGHT };
  const pixels = { width: viewport.width * scale, height: viewport.height * scale };
  const document = surfaceKey(compiled.html, request.options.format, pixels.width, pixels.height);
  const { leadIns, inOrder: byOneLane } = dependence(context, settings, document);
  const options = byOneLane ? { ...request.options, workers: 1 } : request.options;
  const known = opened === 'surface' ? knowledge.get(document) : undefined;
  const surfaceImage = captureImage('surface', picture, pixels.width, pixels.height);
  const surfaceCapture = { ...firstCapture('surface', picture, scale), image: surfaceImage };
  // Its planning stage may go on as a lane, and therefore captures as its lanes will.
  const goesOn = opened === 'surface' && (known?.equal === true || proveBeside);
  const planned = goesOn ? surfaceCapture : firstCapture(opened, picture, scale);
  const stage = await stopwatch.time('launch', () => openStageFrom(source, 'planning', planned, viewport, signal));
  planning.keep(stage);
  const page = await stopwatch.time('settle', () =>
    settleAndDescribe(stage, options.playerReadyTimeoutMs, media, sources, report),
  );
  reportPage(page, { site, project, media }, report);
  // With what only its scripts and style sheets name.
  if (outputPath !== null) await spareSources(outputPath, () => filesOfPage(page, { site, sources, project }));

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
      leadIns,
      inOrder: byOneLane,
      chunkFrames: chunkFrames(),
    });
  // Which videos and which sound there are does not depend on how pictures are taken.
  const undecided = planFor({ path: opened, reason: '' }, '');
  onDescribed?.(ground, undecided);

  const sized = page.width === viewport.width && page.height === viewport.height;
  /** Of this render, or of others that share its place. */
  const hasLanes = context.place.shared || mostLanes(options.workers, usableCores(), undecided.frames) > 1;
  const inOrder = page.inOrder !== null || (page.drawsCanvases && !hasLanes);
  const isProvedBeside =
    proveBeside && (inOrder || !dryRun) && frames <= MAX_FRAMES_BESIDE[inOrder ? 'inOrder' : 'usual'];
  const drawsLoops = isProvedBeside && !isRow && undecided.sequential;
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
    knowledge.learn(document, { equal: path === 'surface', reason, differed });
  const onUnfit = (obstacle: string, differed = false): void => learn({ ...withoutSurface(facts, obstacle), differed });
  if (refuted !== null) onUnfit(refuted.obstacle);
  const trial: Trial = {
    facts,
    // One lane jumps nowhere.
    chunks: hasLanes ? undecided.chunks : [],
    known: refuted === null ? known : knowledge.get(document),
    onSurface: comparedAs(surfaceImage),
    asOpened: comparedAs(planned.image),
    look,
    isProvedBeside,
    dryRun,
    looksAhead: looksAhead && undecided.chunks.length > 1,
    learn,
    time: (work) => stopwatch.time('check', work),
  };
  const way = await wayWithoutProof(trial);
  // Lanes must know what the planning stage learned about media.
  await publish();
  let capture = way?.capture ?? (await wayByProof(trial));
  const measure = (): Promise<number> => measureGroupMemory(stage.pid);
  const browserBytes = hasLanes ? await knowledge.browserBytes(document, measure) : 0;
  const stepped = capture.path === 'beginframe' && sized ? capture : null;
  if (stepped !== null) {
    const tapFacts = { picture, frames, ...pixels };
    const found = await stopwatch.time('check', () =>
      tapIfAlike({
        ...{ facts: tapFacts, capture: stepped, stage, knowledge, document, showStandIns },
        compared: comparedAs('yuv420p'),
        remembers: remembers(page),
        reopen: () => reopenAsLane(stage, source, 'lane 1', firstCapture('beginframe', picture, scale)),
      }),
    );
    capture = found.capture;
    if (found.reopened !== null) planning.replace(Promise.resolve(found.reopened));
  }
  // The proof has spent the page, not its browser.
  if (capture.path === 'surface' && capture.stageSpent) {
    planning.replace(reopenAsLane(stage, source, 'lane 1', surfaceCapture));
  }
  const plan = planFor(capture, await compositionDigest(compiled, project));
  reportPart(plan, page, report);
  if (page.inOrder !== null) reportInOrder(page.inOrder, plan.sequential, report);
  report.checkGates(options);
  const planningFits = !capture.stageSpent && sized && plan.capture.scale === scale;
  return {
    ...ground,
    plan,
    compiled,
    page,
    media,
    lint,
    source,
    planning: stage,
    browserBytes,
    planningFits,
    unproved: way?.unproved ?? null,
    onUnfit,
    inOrder: byOneLane,
    onDependent: (why) => knowledge.learnDependence(document, why),
    undecided: capture.undecided ?? null,
    handOver: () => planning.handOver(stage, planningFits),
  };
}

/** Real paths of what the page has asked for and of what it plays. */
async function filesOfPage(
  { videos, audio }: Pick<PageReport, 'videos' | 'audio'>,
  { site, sources, project }: Pick<Ground, 'site' | 'sources'> & Pick<ReadSource, 'project'>,
): Promise<string[]> {
  const played = [...videos, ...audio].map(({ source }) => projectPath(sources.pageUrl(source)));
  const asked = [...site.origin.asked.values()].map(({ file }) => file).filter((file) => file !== null);
  return [...asked, ...(await locateAll(played, project))];
}

/**
 * How a page is captured whose frames are known to depend on those before: by one lane, or in chunks that are each led by all of them where
 * machines of a farm share it. It is known from this render's own beginning, or from that of another one of the document, such as a row.
 */
function dependence(
  { knowledge, report }: RenderContext,
  { leadIns = false, inOrder = false, looksAhead = false }: PrepareOptions,
  document: string,
): { readonly leadIns: boolean; readonly inOrder: boolean } {
  if (leadIns) knowledge.learnDependence(document, 'what is shown depends on the frames before');
  const why = leadIns || inOrder ? undefined : knowledge.dependence(document);
  if (why === undefined) return { leadIns, inOrder };
  const how = looksAhead
    ? 'each chunk is captured by a page that has gone through all of them'
    : 'one lane captures all';
  report.notice('raf_loop_sequential', `${why}, as another render of the document has found; ${how}`);
  return { leadIns: looksAhead, inOrder: !looksAhead };
}

/** How the planning stage captures: where a surface has to be proved, as pixels that can be compared. */
function firstCapture(path: CapturePath, picture: PictureKind, scale: number): StageCapture {
  const raw = picture.alpha ? 'rgba' : 'rgb0';
  const image = path === 'surface' ? raw : captureImage(path, picture, 0, 0);
  return { path, image, jpegQuality: JPEG_QUALITY, transparent: picture.alpha, scale };
}
