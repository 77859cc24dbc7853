/** Which way a render takes its pictures: decided once, on the settled page, with the reason in words. */
import { type BrowserInfo, chooseCapturePath, type Stage } from '@framefarm/browser';
import { asFramefarmError, type CapturePath, type OutputFormat, type PageReport } from '@framefarm/contract';
import { decodePng } from '@framefarm/media';
import { compare, sameEnough } from './compare.js';

/** Below this many frames the check costs more than the surface saves: JPEG is cheap, PNG with alpha is not. */
const MIN_SURFACE_FRAMES = { opaque: 60, alpha: 20 };
/** Largest picture in pixels; beyond it raw pictures have not been measured. */
const MAX_SURFACE_PIXELS = 2_500_000;

export interface CaptureDecision {
  readonly path: CapturePath;
  readonly reason: string;
  /**
   * True when the planning stage cannot capture: it was opened for another path, or it has shown later frames, and what
   * callbacks of the author did there is not undone by going back.
   */
  readonly stageSpent: boolean;
}

/** The path with which the planning stage is opened; what it turns out to be is decided by {@link decideCapture}. */
export function firstPath(browser: BrowserInfo, format: OutputFormat, scaled: boolean): CapturePath {
  const { path } = chooseCapturePath(browser, null);
  // The files of a png-sequence come from the browser as they are; coding raw pixels here would be slower.
  return path === 'beginframe' && !scaled && format !== 'png-sequence' ? 'surface' : path;
}

/**
 * Decides on the settled planning stage; may move its page onto the surface. `frames` is the length of
 * the render, `sized` tells that the viewport has the size of the page.
 */
export async function decideCapture(
  stage: Stage,
  opened: CapturePath,
  browser: BrowserInfo,
  page: PageReport,
  frames: number,
  sized: boolean,
  alpha: boolean,
): Promise<CaptureDecision> {
  const usual = chooseCapturePath({ ...browser, version: stage.browserVersion }, page.forceScreenshot);
  if (usual.path !== 'beginframe' || opened !== 'surface') {
    return { ...usual, stageSpent: usual.path !== opened };
  }
  const because = (why: string, stageSpent = false): CaptureDecision => ({
    path: 'beginframe',
    reason: `${usual.reason}; no drawing surface: ${why}`,
    stageSpent,
  });
  if (process.env.FRAMEFARM_SURFACE === 'off') return because('it is switched off');
  const least = MIN_SURFACE_FRAMES[alpha ? 'alpha' : 'opaque'];
  if (frames < least) return because(`the render has fewer than ${least} frames`);
  if (page.width * page.height > MAX_SURFACE_PIXELS) return because(`${page.width}x${page.height} is too large`);
  if (!sized) return because('a script made the root, so the page has to be opened again');
  if (page.rafLoop) return because('the page keeps a requestAnimationFrame loop');
  const obstacle = await stage.surfaceObstacle();
  if (obstacle !== null) return because(obstacle);
  const samples = sampleFrames(frames);
  const references = new Map<number, Uint8Array>();
  for (const frame of samples) references.set(frame, await stage.referencePicture(frame));
  /** A surface that fails is no failure of the render, except where the browser went with it. */
  const failed = (what: string, thrown: unknown): CaptureDecision => {
    const error = asFramefarmError(thrown);
    if (error.code === 'BROWSER_CRASHED') throw error;
    return because(`${what} (${error.message})`, true);
  };
  try {
    await stage.openSurface();
  } catch (thrown) {
    return failed('it cannot be opened', thrown);
  }
  // Another order than before, so that a picture that stayed behind does not pass.
  for (const frame of [...samples].reverse()) {
    let image: Uint8Array;
    try {
      image = await stage.captureFrame(frame);
    } catch (thrown) {
      return failed(`frame ${frame} cannot be drawn on it`, thrown);
    }
    const picture = Buffer.from(image.buffer, image.byteOffset, image.byteLength);
    const { pixels } = await decodePng(Buffer.from(references.get(frame) ?? []));
    const difference = compare(picture, pixels, page.width, page.height);
    if (!sameEnough(difference)) {
      const { mean, worstBlock, at } = difference;
      return because(
        `frame ${frame} differs by ${mean.toFixed(2)} on average and ${worstBlock.toFixed(0)} around ${at.x}, ${at.y}`,
        true,
      );
    }
  }
  return {
    path: 'surface',
    reason: `raw pixels of the page, equal to the browser's own in frames ${samples.join(', ')}`,
    stageSpent: true,
  };
}

/** Frames to compare: near both ends and between. */
function sampleFrames(frames: number): number[] {
  return [...new Set([Math.floor(frames / 2), frames - 1, Math.floor(frames / 4), 0])];
}
