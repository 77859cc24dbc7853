/** The code of the release after this one: a second build, whose version of payloads is one higher. */
import { cp, mkdir, readdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { PAYLOAD_VERSION } from '@framefarm/farm';
import { repository, scratchDirectory } from '../projects/project.js';

const SCOPE = '@framefarm';
const CONSTANT = `PAYLOAD_VERSION = ${PAYLOAD_VERSION};`;
const VERSIONS = 'libs/farm/dist/versions/versions.js';

/** Copies what `npm run build` made, apart from packages of others, and raises the constant. Tells its root. */
export async function nextBuild(): Promise<string> {
  const root = scratchDirectory();
  const own = join(root, 'node_modules', SCOPE);
  await mkdir(own, { recursive: true });
  for (const room of ['libs', 'apps']) {
    for (const name of await readdir(join(repository, room))) {
      const from = join(repository, room, name);
      const to = join(root, room, name);
      const parts: readonly string[] = await readdir(from).catch(() => []);
      if (!parts.includes('package.json')) continue;
      await cp(join(from, 'package.json'), join(to, 'package.json'));
      await cp(join(from, 'dist'), join(to, 'dist'), { recursive: true });
      await symlink(to, join(own, name));
    }
  }
  for (const name of await readdir(join(repository, 'node_modules'))) {
    if (name !== SCOPE) await symlink(join(repository, 'node_modules', name), join(root, 'node_modules', name));
  }
  const file = join(root, VERSIONS);
  const code = await readFile(file, 'utf8');
  if (!code.includes(`export const ${CONSTANT}`)) throw new Error(`${VERSIONS} does not say ${CONSTANT}`);
  await writeFile(file, code.replace(`const ${CONSTANT}`, `const PAYLOAD_VERSION = ${PAYLOAD_VERSION + 1};`));
  return root;
}
