import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { endGroup, groupRuns } from '@framefarm/process';
import { build } from 'esbuild';
import { afterAll, beforeAll, expect, it } from 'vitest';

const scratch = mkdtempSync(join(tmpdir(), 'framefarm-guardian-'));
const program = join(scratch, 'owner.mjs');
afterAll(() => rmSync(scratch, { recursive: true, force: true }));

/** Owns two groups and two directories, gives one of each back, says so, and waits for its end. */
const OWNER = `
  import { createScratch, ownGroup, spawnOwned } from './index.js';
  const held = spawnOwned('sleep', ['900']);
  const freed = spawnOwned('sleep', ['900']);
  ownGroup(freed.pid, 'freed')();
  const parent = process.argv[2];
  const removed = await createScratch(parent, "it's-held ");
  const kept = await createScratch(parent, 'kept-');
  kept.keep();
  console.log(JSON.stringify({ held: held.pid, freed: freed.pid, removed: removed.path, kept: kept.path }));
`;

beforeAll(async () => {
  await build({
    stdin: { contents: OWNER, resolveDir: fileURLToPath(new URL('../../../libs/process/src', import.meta.url)) },
    bundle: true,
    platform: 'node',
    format: 'esm',
    conditions: ['framefarm-source'],
    outfile: program,
    logLevel: 'silent',
  });
});

it('what a killed process owned goes with it, and nothing else', async () => {
  const owner = spawn(process.execPath, [program, scratch], { stdio: ['ignore', 'pipe', 'inherit'] });
  const line = await new Promise<string>((resolve) => createInterface(owner.stdout).once('line', resolve));
  const { held, freed, removed, kept } = JSON.parse(line);
  expect(await Promise.all([groupRuns(held), groupRuns(freed)])).toEqual([true, true]);
  owner.kill('SIGKILL');
  await expect
    .poll(async () => [await groupRuns(held), existsSync(removed)], { timeout: 15_000 })
    .toEqual([false, false]);
  expect([await groupRuns(freed), existsSync(kept)]).toEqual([true, true]);
  await endGroup(freed, 0);
});
