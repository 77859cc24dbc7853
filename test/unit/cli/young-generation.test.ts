import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';

const MODULE = new URL('../../../oclif/src/session/young-generation.ts', import.meta.url).href;

/** In a process of its own: the setting holds for all of it. Prints the growth of the young generation in bytes. */
const SCRIPT = `
import { getHeapSpaceStatistics } from 'node:v8';
import { keepYoungGeneration } from '${MODULE}';
const size = () => getHeapSpaceStatistics().find(({ space_name }) => space_name === 'new_space').space_size;
keepYoungGeneration();
const before = size();
let kept = [];
for (let at = 0; at < 600_000; at += 1) {
  kept.push({ at, list: [at] });
  if (kept.length > 40_000) kept = kept.slice(20_000);
}
console.log(size() - before);
`;

it('the young generation stays as large as it was when a render began', async () => {
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', SCRIPT]);
  // Pages of V8 come and go by themselves; without the setting it grows by 30 MiB and more.
  expect(Number(stdout)).toBeLessThanOrEqual(8 * 2 ** 20);
});
