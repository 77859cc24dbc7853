/** What can be known of a project before many renders of it: its declarations, its lint gate and the tools of the machine. */
import { compileComposition } from '@framefarm/composition';
import type { Notice, RenderOptions, VariableDeclaration } from '@framefarm/contract';
import { TOOLS_HERE } from '../place/tools.js';
import { Report } from '../run/report.js';
import { lintGate } from './lint-gate.js';
import { openProject } from './project-reader.js';

/**
 * Declarations of the root, merged as for a render (composition-format 8). Starts no process.
 * @throws FramefarmError what compiling the composition throws.
 */
export async function rootDeclarations(
  projectDir: string,
  options: RenderOptions,
): Promise<readonly VariableDeclaration[]> {
  const project = await openProject(projectDir, options.outsideLinks);
  const request = { project, entryFile: options.composition, variables: options.variables };
  const { instances } = await compileComposition(request);
  return instances[0]?.declarations ?? [];
}

/**
 * Passes the lint gate and finds FFmpeg and a browser, as every render does for itself; resolves with what lint has to
 * say.
 * @throws FramefarmError LINT_FAILED, ENCODER_NOT_FOUND, BROWSER_NOT_FOUND
 */
export async function checkRenderable(projectDir: string, options: RenderOptions): Promise<readonly Notice[]> {
  const report = new Report(undefined);
  await lintGate(projectDir, await openProject(projectDir, options.outsideLinks), options, report);
  await Promise.all([TOOLS_HERE.ffmpeg(options.ffmpegPath), TOOLS_HERE.browser(options.browserPath)]);
  return report.notices;
}
