/** Brings a composition page onto a stage: browser, page, walls, runtime, load. */
import { FramefarmError, holdsAlpha, type PageWarning } from '@framefarm/contract';
import { BeginFrameCapture } from '../capture/begin-frame.js';
import type { CaptureSession } from '../capture/capture-session.js';
import { FrameTaker, whilePassing, whilePumping } from '../capture/runs.js';
import { ScreenshotCapture } from '../capture/screenshot.js';
import { SurfaceTaker } from '../capture/surface.js';
import { TapTaker } from '../capture/tap.js';
import { BlockedHosts, refuseAll } from '../launch/external-request.js';
import { launchBrowser } from '../launch/launch.js';
import type { Launch, OwnedBrowser } from '../launch/owned-browser.js';
import type { ApartPage } from '../launch/pages.js';
import type { ProtocolSession } from '../protocol/session.js';
import { drawingProcess, drawnByOne } from './drawing-process.js';
import { withFullDisk } from './full-disk.js';
import { Liveness } from './liveness.js';
import { LostPageError } from './lost-page.js';
import { watchConsole } from './page-console.js';
import { PageHandle } from './page-handle.js';
import { obstacle, outstanding, pageReport, pageWarnings, settleReport } from './page-shapes.js';
import { PageWorkers } from './page-workers.js';
import { DEFAULT_DEADLINES, type Stage, type StageDeadlines, type StageOptions } from './stage.js';
import { FRAMES_BETWEEN_COLLECTIONS, framesBetweenCollections, tidyRuns } from './tidy-runs.js';

/** Extra time a settling page gets to answer after its own budget, ms; never more than a frame gets. */
const SETTLE_MARGIN_MS = 10_000;
/** Frames of a composition that are looked at for what a surface cannot show: a few seconds' worth of work. */
const MOST_LOOKED_AT = 1_800;
/** Of these in one call. */
const LOOKED_AT_ONCE = 30;
/** A page at rest that does not answer by then is not used again, ms. */
const ANSWER_MS = 5_000;

/** The picture of the page in device pixels, over a transparent ground where asked; all is told at one go. */
async function setUpPage(session: ProtocolSession, workers: PageWorkers, options: StageOptions): Promise<void> {
  const { capture, viewport } = options;
  const { onLog } = options;
  const enabled = session.send('Page.enable');
  const sized = session.send('Emulation.setDeviceMetricsOverride', {
    width: viewport.width,
    height: viewport.height,
    // The screen too: what the page asks of it must not depend on how the browser was started.
    screenWidth: viewport.width,
    screenHeight: viewport.height,
    // As where its window is.
    positionX: 0,
    positionY: 0,
    deviceScaleFactor: capture.scale,
    mobile: false,
  });
  await Promise.all([
    enabled,
    sized,
    workers.giveClock(),
    capture.transparent &&
      session.send('Emulation.setDefaultBackgroundColorOverride', { color: { r: 0, g: 0, b: 0, a: 0 } }),
    options.pageRuntimeSource !== undefined &&
      session.send('Page.addScriptToEvaluateOnNewDocument', { source: options.pageRuntimeSource }),
    onLog !== undefined && watchConsole(session, (line) => onLog('page', line)),
  ]);
}

/** Makes the loss of renderer, page or browser known to every wait. */
function watchForLoss(
  browser: OwnedBrowser,
  session: ProtocolSession,
  liveness: Liveness,
  { label, viewport, capture: { scale } }: StageOptions,
): void {
  const pictureBytes = viewport.width * viewport.height * scale * scale * 4;
  const crashed = (what: string, Kind = FramefarmError) => {
    const log = browser.logTail();
    const error = new Kind('BROWSER_CRASHED', `${what} (${label})`, {
      stage: 'capture',
      ...(log === '' ? {} : { details: { log } }),
    });
    liveness.fail(withFullDisk(error, browser.profile, pictureBytes));
  };
  session.on('Inspector.targetCrashed', () => crashed('the process that draws the page ended', LostPageError));
  session.on('Inspector.detached', ({ reason }) => crashed(`the page was closed: ${reason}`));
  void browser.gone.then(() => crashed('the browser ended'));
  // A dialog would stop the page for ever; nobody is there to read it.
  session.on('Page.javascriptDialogOpening', () => {
    session.send('Page.handleJavaScriptDialog', { accept: true }).catch(() => {});
  });
}

async function load(
  session: ProtocolSession,
  capture: CaptureSession,
  options: StageOptions,
  liveness: Liveness,
  ms: number,
): Promise<void> {
  const loaded = new Promise<void>((resolve) => session.once('Page.domContentEventFired', () => resolve()));
  const go = async (): Promise<void> => {
    const { errorText } = await session.send('Page.navigate', { url: options.url });
    if (errorText !== undefined) {
      throw new FramefarmError('NAVIGATION_TIMEOUT', `the page ${options.url} cannot be opened: ${errorText}`, {
        stage: 'capture',
      });
    }
    await loaded;
  };
  await liveness.guard(() => whilePumping(capture, go()), {
    ms,
    code: 'NAVIGATION_TIMEOUT',
    waitingFor: `the page ${new URL(options.url).pathname} to load (${options.label})`,
  });
}

/** From now on the document must stay: another one has neither clock nor timelines. */
function forbidNavigation(session: ProtocolSession, liveness: Liveness, label: string): void {
  session.on('Page.frameNavigated', ({ frame }) => {
    if (frame.parentId !== undefined) return;
    liveness.fail(
      new FramefarmError('COMPOSITION_SCRIPT_ERROR', `the page left for ${frame.url.slice(0, 500)} (${label})`, {
        stage: 'capture',
        hint: 'Remove what sets location, reloads the page or refreshes it by <meta>.',
      }),
    );
  });
}

/**
 * Starts a browser, opens the page and waits for DOMContentLoaded.
 * @throws {FramefarmError} BROWSER_CRASHED, DISK_FULL, NAVIGATION_TIMEOUT, COMPOSITION_SCRIPT_ERROR; the signal's reason on
 * abort.
 */
export async function openStage(options: StageOptions): Promise<Stage> {
  const deadlines: StageDeadlines = { ...DEFAULT_DEADLINES, ...options.deadlines };
  const beginFrame = options.capture.path !== 'screenshot';
  // What screenshots are coded as: also before a surface is opened, and where it is not.
  const image = options.capture.transparent || options.capture.image === 'png' ? 'png' : 'jpeg';
  if (options.capture.transparent && !holdsAlpha(options.capture.image)) {
    throw new FramefarmError('INTERNAL_ERROR', `transparent capture needs alpha; ${options.capture.image} has none`, {
      stage: 'capture',
    });
  }
  const { scale } = options.capture;
  const window = options.viewport;
  const browser = await (options.launch ?? launchBrowser)({
    browser: options.browser,
    scratchDir: options.scratchDir,
    originPort: Number(new URL(options.url).port),
    sandbox: options.sandbox ?? null,
    webgl: options.webgl ?? false,
    beginFrame,
    window,
    scale,
    resolveExternal: options.resolveExternal ?? refuseAll,
    fontConfigFile: options.fontConfigFile,
    onLog: options.onLog && ((line) => options.onLog?.('browser', line)),
    signal: options.signal,
    deadlineMs: deadlines.launchMs,
  });
  let lose: (error: unknown) => void = () => {};
  const lost = new Promise<unknown>((resolve) => {
    lose = resolve;
  });
  let closing = false;
  const liveness = new Liveness((error) => {
    if (!closing) lose(error);
  });
  const onAbort = () => liveness.fail(options.signal?.reason);
  options.signal?.addEventListener('abort', onAbort, { once: true });
  let closePictures = async (): Promise<void> => {};
  /** Pages that were opened beside this one; each settles when it is closed. */
  const beside = new Set<Promise<void>>();
  /** Ends all waits on the page; false when it was lost before or did not answer in time: pages beside it might wait for it as well. */
  const leave = (): boolean => {
    closing = true;
    options.signal?.removeEventListener('abort', onAbort);
    const healthy = liveness.failure === undefined && !liveness.late;
    liveness.fail(new FramefarmError('RENDER_CANCELLED', `the stage was closed (${options.label})`));
    return healthy;
  };
  const close = async (): Promise<void> => {
    if (leave()) {
      await Promise.all(beside);
      await browser.release();
    } else await browser.close();
    await closePictures();
  };
  try {
    if (options.signal?.aborted) onAbort();
    const session = await liveness.guard(() => browser.openPage(window, beginFrame), {
      ms: deadlines.launchMs,
      code: 'BROWSER_CRASHED',
      waitingFor: `the browser to make a page (${options.label})`,
    });
    watchForLoss(browser, session, liveness, options);
    const call = <T>(work: () => Promise<T>, waitingFor: string, ms = deadlines.callMs): Promise<T> =>
      liveness.guard(work, { ms, code: 'CAPTURE_STALLED', waitingFor: `${waitingFor} (${options.label})` });
    const workers = new PageWorkers(session, options.workerClockSource ?? null);
    await call(() => setUpPage(session, workers, options), 'the page to be set up');
    const capture = beginFrame
      ? new BeginFrameCapture(session, browser.turns, { ...options.capture, image })
      : new ScreenshotCapture(session, { ...options.capture, image });
    // A page that follows others and leaves its empty document before it has drawn a frame may never give a picture.
    if (browser.reused) await call(() => capture.pump(), 'the first frame of the page');
    await load(session, capture, options, liveness, deadlines.navigationMs);
    const drawing = () => call(() => drawingProcess(browser.root), 'the browser to tell of its processes');
    const [page, drawn] = await Promise.all([
      call(() => PageHandle.take(session), 'the page runtime'),
      drawnByOne(drawing, options.label),
    ]);
    forbidNavigation(session, liveness, options.label);
    const inPage = (method: string, args: readonly unknown[], ms?: number): Promise<unknown> =>
      call(() => whilePumping(capture, page.call(method, ...args)), `${method} of the page`, ms);
    const frames = new FrameTaker({ page, capture, liveness, frameMs: deadlines.frameMs, label: options.label });
    let surface: SurfaceTaker | null = null;
    let tap: TapTaker | null = null;
    let between = FRAMES_BETWEEN_COLLECTIONS;
    closePictures = async () => {
      await Promise.all([surface?.close(), tap?.close()]);
    };
    return {
      pid: browser.pid,
      browserVersion: browser.version,
      sandbox: browser.sandbox,
      lost,
      settle: async (budgetMs) => {
        const marginMs = Math.min(SETTLE_MARGIN_MS, deadlines.frameMs);
        return settleReport(await inPage('settle', [budgetMs], budgetMs + marginMs), 'settle');
      },
      provideMedia: async (media) => {
        await inPage('provideMedia', [media]);
      },
      describe: async () => pageReport(await inPage('describe', []), 'describe'),
      prepare: async (setup) => {
        const largest = await inPage('prepare', [setup]);
        between = framesBetweenCollections(typeof largest === 'number' ? largest : 0);
      },
      surfaceObstacle: async () => obstacle(await inPage('surfaceObstacle', []), 'surfaceObstacle'),
      referencePicture: (frame, coding, stepped = false) =>
        stepped ? frames.steppedReference(frame, coding) : frames.reference(frame, coding),
      openSurface: async () => {
        const { path, image: pixels } = options.capture;
        if (!(capture instanceof BeginFrameCapture) || path !== 'surface' || pixels === 'jpeg' || pixels === 'png') {
          throw new FramefarmError('INTERNAL_ERROR', 'this stage was not opened for a drawing surface');
        }
        const { width, height } = options.viewport;
        const { turns } = browser;
        const common = { page, capture, turns, liveness, frameMs: deadlines.frameMs, label: options.label };
        surface = await SurfaceTaker.open({ ...common, width, height, scale, image: pixels, profile: browser.profile });
      },
      tapObstacle: async () => obstacle(await inPage('tapObstacle', []), 'tapObstacle'),
      openTap: async () => {
        if (!(capture instanceof BeginFrameCapture) || surface !== null) {
          throw new FramefarmError('INTERNAL_ERROR', 'this stage steps no compositor that could be tapped');
        }
        const [width, height] = [options.viewport.width * scale, options.viewport.height * scale];
        const common = { page, capture, liveness, frameMs: deadlines.frameMs, label: options.label };
        tap = await TapTaker.open({ ...common, width, height, profile: browser.profile });
      },
      lateObstacle: async (count) => {
        const step = Math.ceil(count / MOST_LOOKED_AT);
        for (let first = 0; first < count; first += step * LOOKED_AT_ONCE) {
          const end = Math.min(count, first + step * LOOKED_AT_ONCE);
          const found = obstacle(await inPage('lateObstacle', [first, end, step]), 'lateObstacle');
          if (found !== null) return found;
        }
        return null;
      },
      captureFrame: (frame) => (surface ?? tap ?? frames).take(frame),
      captureRun: tidyRuns(
        tidyRuns(
          drawn((firstFrame, count) => (surface ?? tap ?? frames).run(firstFrame, count)),
          () => call(() => session.send('HeapProfiler.collectGarbage'), 'the page to collect its garbage'),
          () => between,
        ),
        () => call(() => workers.collectGarbage(), 'the workers of the page to collect their garbage'),
        () => FRAMES_BETWEEN_COLLECTIONS,
      ),
      passBy: async (firstFrame, count) => {
        const pass = (): Promise<unknown> => whilePassing(capture, page.call('passBy', firstFrame, count));
        const last = firstFrame + count - 1;
        await call(pass, `frames ${firstFrame} to ${last} to be passed by`, count * deadlines.frameMs);
      },
      goOnAt: async (frame) => {
        await inPage('readyPictures', [frame], deadlines.frameMs);
        await (surface ?? tap ?? frames).goOnAt(frame);
      },
      outstanding: async (frame) => outstanding(await inPage('outstanding', [frame]), 'outstanding'),
      takeWarnings: async () => [
        ...untold(browser, pageWarnings(await inPage('takeWarnings', []), 'takeWarnings')),
        ...networkWarnings(browser),
      ],
      answers: () =>
        call(() => session.send('Runtime.evaluate', { expression: '0' }), 'the page to answer', ANSWER_MS).then(
          () => true,
          () => false,
        ),
      reopen: async (label, image) => {
        leave();
        try {
          await browser.closePages();
        } catch (error) {
          await browser.close();
          throw error;
        } finally {
          await closePictures();
        }
        const launch: Launch = async (next) => {
          browser.assign(next);
          return { ...browser, reused: true };
        };
        return openStage({ ...options, label, capture: { ...options.capture, image }, launch });
      },
      beside: (label) => {
        const { apart, closed } = besideOthers(browser);
        beside.add(closed);
        const { onLog: _, ...quiet } = options;
        return openStage({ ...quiet, label, launch: async () => apart });
      },
      close,
    };
  } catch (error) {
    liveness.fail(error);
    await close();
    throw error;
  }
}

/** A browser for the user of one more page: what ends it ends that page only, which `closed` waits for. */
function besideOthers(browser: OwnedBrowser): { readonly apart: OwnedBrowser; readonly closed: Promise<void> } {
  const ended = Promise.withResolvers<void>();
  let page: Promise<ApartPage> | null = null;
  const end = async (): Promise<void> => {
    await page?.then(
      (open) => open.close(),
      () => {},
    );
    ended.resolve();
  };
  const apart: OwnedBrowser = {
    ...browser,
    reused: false,
    turns: browser.turns.beside(),
    blocked: new BlockedHosts(),
    openPage: async (size, beginFrame) => {
      page = browser.openApart(size, beginFrame);
      return (await page).session;
    },
    assign: () => {},
    closePages: end,
    release: end,
    close: end,
  };
  return { apart, closed: ended.promise };
}

/** Without scripts of which the resolver of requests tells why they did not come. */
const untold = ({ blocked }: OwnedBrowser, warnings: readonly PageWarning[]): readonly PageWarning[] =>
  warnings.filter(
    ({ code, details }) => code !== 'external_script_unavailable' || !blocked.isTold(String(details?.url)),
  );

function networkWarnings(browser: OwnedBrowser): PageWarning[] {
  return browser.blocked.take().map(({ host, reason }) => ({
    code: 'network_blocked',
    message: `the page asked ${host}, which is not allowed (${reason})`,
    details: { host },
  }));
}
