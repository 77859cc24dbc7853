/** Outputs that would take the place of what their composition is made of. */
import { realpath, stat } from 'node:fs/promises';
import { basename, dirname } from 'node:path';
import { type CompiledComposition, FramefarmError, type RenderOptions } from '@framefarm/contract';
import { SEQUENCE_FILE } from '../output/publish.js';
import { projectPath } from '../plan/digest.js';
import { compileSource } from './compile-source.js';
import { type DiskProject, openProject } from './project-reader.js';

/**
 * @param files Real paths of what the composition uses; asked for only where something lies at `outputPath`.
 * @throws FramefarmError `OUTPUT_NOT_WRITABLE` when the output would replace one of them, by whatever link it is named.
 */
export async function spareSources(outputPath: string, files: () => Promise<readonly string[]>): Promise<void> {
  const target = await identify(outputPath);
  if (target === null) return;
  const directory = target.isDirectory ? await realpath(outputPath) : null;
  for (const file of new Set(await files())) {
    const isReplaced =
      directory === null
        ? (await identify(file))?.key === target.key
        : dirname(file) === directory && SEQUENCE_FILE.test(basename(file));
    if (!isReplaced) continue;
    const what = directory === null ? 'is a file' : `holds ${basename(file)}`;
    const link = directory !== null || file === outputPath ? '' : ` (${file})`;
    throw new FramefarmError('OUTPUT_NOT_WRITABLE', `${outputPath} ${what} that the composition itself uses${link}`, {
      hint: 'Name another output: this one would replace its own source.',
    });
  }
}

/** Real paths of the project files that the source names, in documents and by the URLs of elements. */
export async function sourceFiles(
  { files, assets }: Pick<CompiledComposition, 'files' | 'assets'>,
  project: DiskProject,
): Promise<string[]> {
  return locateAll([...files, ...assets.map(({ url }) => projectPath(url))], project);
}

/** As {@link sourceFiles}, before any render; none of a project that cannot be read, of which the render will speak. */
export async function readSourceFiles(projectDir: string, options: RenderOptions): Promise<string[]> {
  try {
    const project = await openProject(projectDir, options.outsideLinks);
    return await sourceFiles(await compileSource(projectDir, options), project);
  } catch {
    return [];
  }
}

/** Real paths of those that lie in the project. */
export async function locateAll(paths: readonly (string | null)[], project: DiskProject): Promise<string[]> {
  const found = await Promise.all(paths.map((path) => (path === null ? null : project.locate(path))));
  return found.filter((file) => file !== null);
}

/** Two paths of one file have the same key, also where a second name of it is no link. */
async function identify(path: string): Promise<{ readonly key: string; readonly isDirectory: boolean } | null> {
  const found = await stat(path, { bigint: true }).catch(() => null);
  return found === null ? null : { key: `${found.dev}:${found.ino}`, isDirectory: found.isDirectory() };
}
