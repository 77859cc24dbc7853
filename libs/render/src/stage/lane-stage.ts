/** A stage that captures as the plan says: opened, settled, described and, where it draws itself, on its surface. */
import type { Stage, StageCapture } from '@framefarm/browser';
import { isRaw, type RenderSetup } from '@framefarm/contract';
import { settle } from './settle-page.js';
import { openStageFrom, type StageSource } from './stage-source.js';

/** Opens the stage of a lane; it is closed again when it cannot be made ready. */
export async function openLaneStage(
  source: StageSource,
  label: string,
  capture: StageCapture,
  viewport: { readonly width: number; readonly height: number },
  signal: AbortSignal,
): Promise<Stage> {
  return madeReady(await openStageFrom(source, label, capture, viewport, signal), source, capture);
}

/** As {@link openLaneStage}, in the browser of a stage that was opened for the same path and is closed by this. */
export async function reopenAsLane(
  stage: Stage,
  source: StageSource,
  label: string,
  capture: StageCapture,
): Promise<Stage> {
  return madeReady(await stage.reopen(label, capture.image), source, capture);
}

/** Makes a stage ready to show any frame as the browser composes it; it is closed when it cannot be. */
export function madePresentable(stage: Stage, source: StageSource, setup: Promise<RenderSetup>): Promise<Stage> {
  return orClosed(stage, async () => {
    await bringToRest(stage, source);
    await stage.prepare(await setup);
  });
}

function madeReady(stage: Stage, source: StageSource, capture: StageCapture): Promise<Stage> {
  return orClosed(stage, async () => {
    await bringToRest(stage, source);
    if (capture.path === 'surface') await stage.openSurface();
    else if (isRaw(capture.image)) await stage.openTap();
  });
}

/**
 * Describing also binds timelines and resolves windows; lanes must go the way the planning stage went. What the page warns
 * of has been said by that one.
 */
async function bringToRest(stage: Stage, source: StageSource): Promise<void> {
  await settle(stage, source.options.playerReadyTimeoutMs, source.report);
  await stage.describe();
  await stage.takeWarnings();
}

async function orClosed(stage: Stage, work: () => Promise<void>): Promise<Stage> {
  try {
    await work();
    return stage;
  } catch (error) {
    await stage.close();
    throw error;
  }
}
