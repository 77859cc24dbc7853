/** Projects that a container may read, whoever the caller is. */
import { chmod, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { composition, makeProject } from './project.js';

/** A project of one document that everybody may read, with an empty directory `out` that everybody may write. */
export async function openProject(
  body: string,
  options: Parameters<typeof composition>[1] = {},
  files: Readonly<Record<string, string>> = {},
): Promise<string> {
  const project = await makeProject({ 'index.html': composition(body, options), ...files });
  await chmod(project, 0o755);
  await mkdir(join(project, 'out'));
  await chmod(join(project, 'out'), 0o777);
  return project;
}
