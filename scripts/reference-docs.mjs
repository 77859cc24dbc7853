/** Writes docs/reference from the tables; run "npm run build" first. A unit test says when the pages are stale. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { referencePages } from '../oclif/dist/reference/pages.js';

const directory = join(dirname(dirname(fileURLToPath(import.meta.url))), 'docs', 'reference');
mkdirSync(directory, { recursive: true });
for (const [name, text] of referencePages()) {
  writeFileSync(join(directory, name), text);
  console.log(`docs/reference/${name}`);
}
