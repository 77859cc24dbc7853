/** Writes docs/reference from the commands and tables: "npm run docs". A unit test says when the pages are stale. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { documentedCommands } from '../oclif/dist/reference/commands.js';
import { referencePages } from '../oclif/dist/reference/pages.js';

const directory = join(dirname(dirname(fileURLToPath(import.meta.url))), 'docs', 'reference');
mkdirSync(directory, { recursive: true });
for (const [name, text] of referencePages(await documentedCommands())) {
  writeFileSync(join(directory, name), text);
  console.log(`docs/reference/${name}`);
}
