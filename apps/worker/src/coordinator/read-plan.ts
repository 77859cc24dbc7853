/** What a coordinator has to know of a plan, read from the store or from what this worker keeps of it. */
import type { RenderRecord } from '@framefarm/farm';
import type { Log } from '@framefarm/telemetry';
import type { Inputs } from '../steps/inputs.js';
import type { PlanFacts } from './situation.js';

/** Null when the store does not give it: a render whose time is up, or whose steps failed, has to end all the same. */
export async function readPlan(
  { inputs, log }: { readonly inputs: Inputs; readonly log: Log },
  key: string,
  { id, epoch }: RenderRecord,
): Promise<PlanFacts | null> {
  try {
    return await inputs.withPrepared(key, async ({ step: { plan } }) => ({
      key,
      chunks: plan.chunks.map(({ index, firstFrame, frames }) => ({ index, firstFrame, frames })),
      videos: plan.videos.length,
      sound: plan.audio !== null,
    }));
  } catch (error) {
    log.warn({ renderId: id, epoch, err: String(error) }, 'the plan cannot be read now');
    return null;
  }
}
