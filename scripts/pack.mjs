/** Makes dist-pack/framefarm-<version>.tgz, the package that "npm install -g" takes, and says what is in it. */
import { execFileSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const destination = join(root, 'dist-pack');
mkdirSync(destination, { recursive: true });
const output = execFileSync('npm', ['pack', '--json', '--pack-destination', destination], {
  cwd: join(root, 'oclif'),
  encoding: 'utf8',
  stdio: ['ignore', 'pipe', 'inherit'],
});
// Scripts of the package may have printed before.
const [made] = JSON.parse(output.slice(output.search(/^\[/m)));
const kilobytes = (bytes) => `${Math.round(bytes / 1000)} kB`;
console.log(`dist-pack/${made.filename}`);
console.log(`${made.entryCount} files, ${kilobytes(made.unpackedSize)}, packed ${kilobytes(made.size)}`);
