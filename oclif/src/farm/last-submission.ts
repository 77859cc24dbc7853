/** Remembers the newest submission of each project, for `farm watch --last`. */
import { createHash } from 'node:crypto';
import { readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { homeDirectory, makeDirectory } from '@framefarm/process';

/** `framefarm` below `XDG_STATE_HOME` (default `~/.local/state`): a file for each project and farm. */
function recordFile(projectDir: string, farm: string, env: NodeJS.ProcessEnv): string {
  const base = env.XDG_STATE_HOME?.startsWith('/') ? env.XDG_STATE_HOME : join(homeDirectory(), '.local', 'state');
  const name = createHash('sha256').update(`${farm}\n${projectDir}`).digest('hex').slice(0, 32);
  return join(base, 'framefarm', 'submissions', `${name}.json`);
}

/** A home that cannot be written costs the memory, not the render. */
export async function rememberSubmission(projectDir: string, farm: string, id: string): Promise<void> {
  try {
    const file = recordFile(projectDir, farm, process.env);
    await makeDirectory(join(file, '..'));
    await writeFile(`${file}.${process.pid}`, `${JSON.stringify({ id, farm, projectDir })}\n`);
    await rename(`${file}.${process.pid}`, file);
  } catch {
    // Nothing but "--last" needs it.
  }
}

/** Id of the newest submission of the project to the farm, or null. */
export async function lastSubmission(projectDir: string, farm: string): Promise<string | null> {
  try {
    return String(JSON.parse(await readFile(recordFile(projectDir, farm, process.env), 'utf8')).id);
  } catch {
    return null;
  }
}
