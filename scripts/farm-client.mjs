/**
 * Makes libs/farm-client/src/schema.ts, the types of the HTTP API, from the API document as test/frozen holds it. A test
 * compares the document with what a producer serves, and another one this file with the document.
 */
import { readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import openapiTS, { astToString } from 'openapi-typescript';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const TARGET = 'libs/farm-client/src/schema.ts';
const HEAD = '/** Types of the HTTP API. Made by "npm run farm-client" from the API document; not to be edited. */\n';

/** The text of the file, from the document on disk. */
export async function schemaText() {
  const document = JSON.parse(await readFile(join(root, 'test/frozen/openapi.json'), 'utf8'));
  return `${HEAD}${astToString(
    await openapiTS(document, {
      alphabetize: true,
      defaultNonNullable: false,
    }),
  )}`;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  await writeFile(join(root, TARGET), await schemaText());
  console.log(TARGET);
}
