/** The first browser of a job: it starts while the composition is read, and while the code for that is loaded. */
import { DEFAULT_DEADLINES, expectBrowser, type LaunchOptions, refuseAll } from '@framefarm/browser';
import { openOriginListener } from '@framefarm/origin/listener.js';
import type { Purpose } from '../plan/purpose.js';
import type { RenderContext } from '../run/context.js';
import { stageDeadlines } from '../stage/stage-deadlines.js';
import { firstPath } from '../surface/first-path.js';

/** Most compositions; pages of a headless shell are given another size when it is known. */
const USUAL_SIZE = { width: 1920, height: 1080 };

/**
 * Runs `work` at the place of the context, where the browser of the planning stage is being started. One that is not
 * asked for has ended, or is kept warm by the place, when this settles. A listener that the place lacks is closed then too.
 */
export async function withEarlyBrowser<T>(
  context: RenderContext,
  purpose: Purpose,
  work: (context: RenderContext) => Promise<T>,
): Promise<T> {
  const { place } = context;
  const listener = place.listener ?? (await openOriginListener());
  const early = expectBrowser(place.launch, planningBrowser(context, purpose, listener.port));
  try {
    // Code that is loaded or run now would hold up the few steps to its start.
    await early.told;
    return await work({ ...context, place: { ...place, listener, launch: early.launch } });
  } finally {
    await early.close();
    if (place.listener === undefined) await listener.close();
  }
}

/** How the planning stage will start its browser; null for one whose window or factor depends on the size of the composition. */
async function planningBrowser(
  { request: { options }, report, scratchDir, signal, stageTools }: RenderContext,
  { picture, tuning }: Purpose,
  originPort: number,
): Promise<LaunchOptions | null> {
  const { browser, fontConfigFile } = await stageTools();
  if (browser.kind === 'chromium' || options.resolution !== null) return null;
  const path = firstPath(browser, picture, tuning?.capturePath ?? null);
  return {
    browser,
    scratchDir,
    originPort,
    sandbox: options.sandbox,
    webgl: false,
    beginFrame: path !== 'screenshot',
    window: USUAL_SIZE,
    scale: 1,
    // It has no page yet that could ask for anything.
    resolveExternal: refuseAll,
    fontConfigFile: fontConfigFile ?? undefined,
    onLog: (line) => {
      if (options.debug) report.log('browser', line);
    },
    signal,
    deadlineMs: { ...DEFAULT_DEADLINES, ...stageDeadlines() }.launchMs,
  };
}
