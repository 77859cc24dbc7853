/** The one door to the pipeline. Loaded when it is needed: a wrong flag is answered without the browser side. */
import type { RenderRequest, RenderResult } from '@framefarm/render';

export type RenderComposition = (request: RenderRequest) => Promise<RenderResult>;

export async function loadPipeline(): Promise<RenderComposition> {
  const module: { renderComposition?: RenderComposition } = await import('@framefarm/render');
  if (module.renderComposition === undefined) throw new Error('@framefarm/render has no renderComposition');
  return module.renderComposition;
}
