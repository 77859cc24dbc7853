/** framefarm as users get it: what `npm pack` would put into the package, beside the installed dependencies. */
import { execFile } from 'node:child_process';
import { cp, mkdir, readFile, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/**
 * Packs the built workspace into `directory`, which is made; returns the program's path. @throws when it was not built.
 * @param repository the workspace's root; its `node_modules` serve the package.
 */
export async function packProgram(repository: string, directory: string): Promise<string> {
  const source = join(repository, 'oclif');
  await run(process.execPath, [join(source, 'packaging/build.mjs')]);
  const { files } = JSON.parse(await readFile(join(source, 'package.json'), 'utf8')) as { files: string[] };
  await mkdir(directory, { recursive: true });
  for (const name of ['package.json', ...files])
    await cp(join(source, name), join(directory, name), { recursive: true });
  await symlink(join(repository, 'node_modules'), join(directory, 'node_modules'));
  return join(directory, 'bin/run.js');
}
