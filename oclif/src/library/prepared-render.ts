/** The one way from checked input to the pipeline, for programs and for the command line. */
import type { RenderListener } from '@framefarm/contract';
import type { RenderRequest, RenderResult } from '@framefarm/render';
import { openCommandContainer } from '../container/command-container.js';
import type { PreparedRender } from '../target/render-request.js';

export interface RenderHooks {
  readonly signal?: AbortSignal;
  readonly onEvent: RenderListener;
}

/** The render itself, after all checks. The pipeline is loaded here: a wrong option is answered without it. */
export async function renderPrepared(prepared: PreparedRender, hooks: RenderHooks): Promise<RenderResult> {
  for (const notice of prepared.notices) hooks.onEvent({ kind: 'notice', notice });
  const { projectDir, outputPath, options, dryRun } = prepared;
  const result = await renderIt(prepared, { projectDir, outputPath, options, dryRun, ...hooks });
  return { ...result, notices: [...prepared.notices, ...result.notices] };
}

async function renderIt({ container }: PreparedRender, request: RenderRequest): Promise<RenderResult> {
  if (container === null) {
    const { renderComposition } = await import('@framefarm/render/render-composition.js');
    return renderComposition(request);
  }
  const { projectDir, options, outputPath, dryRun = false, signal = new AbortController().signal } = request;
  const { stagingPlace } = await import('@framefarm/render');
  const kind = options.format === 'png-sequence' ? 'directory' : 'file';
  const outputDir = dryRun ? null : await stagingPlace(outputPath, kind);
  const opened = await openCommandContainer({ container, projectDir, options, outputDir }, signal);
  try {
    return await opened.openSession().render(request);
  } finally {
    await opened.close();
  }
}
