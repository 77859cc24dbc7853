/** What a project's source says of itself, for those who render it elsewhere. */
import { compileComposition } from '@framefarm/composition';
import type { CompiledComposition, RenderOptions } from '@framefarm/contract';
import { openProject } from './project-reader.js';

/**
 * Compiles the entry of the project without starting a process: its root, its files and the URLs that it names.
 * @throws FramefarmError what compiling a composition throws.
 */
export async function compileSource(projectDir: string, options: RenderOptions): Promise<CompiledComposition> {
  const project = await openProject(projectDir, options.outsideLinks);
  return compileComposition({ project, entryFile: options.composition, variables: options.variables });
}
