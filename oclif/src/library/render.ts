/** Rendering, for programs. */
import type { RenderResult } from '@framefarm/render';
import { prepareRender } from '../target/render-request.js';
import { checkCall } from './call.js';
import type { RenderOptions } from './options.js';
import { renderPrepared } from './prepared-render.js';
import { PROGRAM_OPTIONS, programOptions } from './program-options.js';

/**
 * Renders the composition in a directory and resolves when its output has been written and verified.
 *
 * Whatever happens, every process that was started has ended and its temporary files are gone when the promise settles;
 * an output exists only after a success. Renders of one process may run side by side.
 *
 * @param directory The project, which holds the entry file; relative to `options.cwd`.
 * @throws FramefarmError VALIDATION_FAILED with one issue per wrong option; COMPOSITION_NOT_FOUND, OUTPUT_NOT_WRITABLE;
 * RENDER_CANCELLED after an abort; else the code of what failed (docs/reference/errors.md).
 */
export async function render(directory: string, options: RenderOptions = {}): Promise<RenderResult> {
  checkCall(directory, options);
  const { signal, onEvent, onProgress, cwd: from, config, ...values } = options;
  const cwd = from ?? process.cwd();
  const { raw, issues, caller } = await programOptions(directory, values, config, cwd, PROGRAM_OPTIONS);
  const prepared = await prepareRender(directory, raw, issues, cwd, caller);
  return renderPrepared(prepared, {
    ...(signal ? { signal } : {}),
    onEvent: (event) => {
      onEvent?.(event);
      if (event.kind !== 'progress') return;
      const { kind: _, ...progress } = event;
      onProgress?.(progress);
    },
  });
}
