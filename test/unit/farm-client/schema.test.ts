import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { schemaText } from '../../../scripts/farm-client.mjs';
import { repository } from '../../support/projects/project.js';

it('the types of the client are those of the API document (accept a change with "npm run farm-client")', async () => {
  expect(await readFile(join(repository, 'libs/farm-client/src/schema.ts'), 'utf8')).toBe(await schemaText());
});
