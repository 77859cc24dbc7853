/** The one way from checked input to the pipeline, for programs and for the command line. */
import type { RenderListener } from '@framefarm/contract';
import type { RenderResult } from '@framefarm/render';
import type { PreparedRender } from '../target/render-request.js';

export interface RenderHooks {
  readonly signal?: AbortSignal;
  readonly onEvent: RenderListener;
}

/** The render itself, after all checks. The pipeline is loaded here: a wrong option is answered without it. */
export async function renderPrepared(prepared: PreparedRender, hooks: RenderHooks): Promise<RenderResult> {
  for (const notice of prepared.notices) hooks.onEvent({ kind: 'notice', notice });
  const { renderComposition } = await import('@framefarm/render');
  const { projectDir, outputPath, options, dryRun } = prepared;
  const result = await renderComposition({ projectDir, outputPath, options, dryRun, ...hooks });
  return { ...result, notices: [...prepared.notices, ...result.notices] };
}
