/** Peers come from npm, in fixed versions, into a directory of their own: they are no dependencies of framefarm. */
import { execFile } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** Installs exactly these versions; returns the directory. @throws when npm cannot. */
export async function installPackages(directory: string, versions: Readonly<Record<string, string>>): Promise<string> {
  await mkdir(directory, { recursive: true });
  await writeFile(`${directory}/package.json`, JSON.stringify({ private: true, type: 'module' }));
  const names = Object.entries(versions).map(([name, version]) => `${name}@${version}`);
  console.error(`installing ${names.join(', ')} …`);
  await run('npm', ['install', '--no-audit', '--no-fund', '--save-exact', ...names], { cwd: directory });
  return directory;
}
