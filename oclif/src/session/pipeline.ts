/** The one door to the pipeline, opened when it is needed: a wrong flag is answered without loading the browser side. */
import type { RenderRequest, RenderResult } from '@framefarm/render';

export async function loadPipeline(): Promise<(request: RenderRequest) => Promise<RenderResult>> {
  const { renderComposition } = await import('@framefarm/render');
  return renderComposition;
}
