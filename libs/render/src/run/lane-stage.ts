/** A stage that captures as the plan says: opened, settled, described and, where it draws itself, on its surface. */
import type { Stage, StageCapture } from '@framefarm/browser';
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

async function madeReady(stage: Stage, source: StageSource, capture: StageCapture): Promise<Stage> {
  try {
    await settle(stage, source.options.playerReadyTimeoutMs, source.report);
    // Describing also binds timelines and resolves windows; lanes must go the way the planning stage went. What it
    // warns of has been said by that one.
    await stage.describe();
    await stage.takeWarnings();
    if (capture.path === 'surface') await stage.openSurface();
    return stage;
  } catch (error) {
    await stage.close();
    throw error;
  }
}
