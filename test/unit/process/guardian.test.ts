import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { endGroup, groupRuns } from '@framefarm/process';
import { build } from 'esbuild';
import { afterAll, beforeAll, expect, it } from 'vitest';

const scratch = mkdtempSync(join(tmpdir(), 'framefarm-guardian-'));
const program = join(scratch, 'owner.mjs');
const killed = join(scratch, 'killed.mjs');
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

/** Is shot after its child was started and before it knows the child's number: while it sets how that one gives way. */
const KILLED = `
  import { readFileSync } from 'node:fs';
  import { syncBuiltinESMExports } from 'node:module';
  import os from 'node:os';
  import { spawnOwned } from './index.js';
  const hasNoted = () => {
    try {
      return readFileSync(process.argv[2], 'utf8').endsWith('\\n');
    } catch {
      return false;
    }
  };
  os.setPriority = () => {
    // A child that ended before it has told its number would tell nothing.
    while (!hasNoted());
    process.kill(process.pid, 'SIGKILL');
    for (;;);
  };
  syncBuiltinESMExports();
  spawnOwned('/bin/sh', ['-c', 'echo $$ > "$0"; exec sleep 900', process.argv[2]], { givesWay: true });
`;

const bundle = (contents: string, outfile: string): Promise<unknown> =>
  build({
    stdin: { contents, resolveDir: fileURLToPath(new URL('../../../libs/process/src', import.meta.url)) },
    bundle: true,
    platform: 'node',
    format: 'esm',
    conditions: ['framefarm-source'],
    outfile,
    logLevel: 'silent',
  });

beforeAll(async () => {
  await Promise.all([bundle(OWNER, program), bundle(KILLED, killed)]);
});

interface Owner {
  readonly process: ChildProcess;
  /** Groups. */
  readonly held: number;
  readonly freed: number;
  /** Directories. */
  readonly removed: string;
  readonly kept: string;
}

async function startOwner(): Promise<Owner> {
  const owner = spawn(process.execPath, [program, scratch], { stdio: ['ignore', 'pipe', 'inherit'] });
  const line = await new Promise<string>((resolve) => createInterface(owner.stdout).once('line', resolve));
  return { process: owner, ...JSON.parse(line) };
}

it('what a killed process owned goes with it, and nothing else', async () => {
  const { process: owner, held, freed, removed, kept } = await startOwner();
  expect(await Promise.all([groupRuns(held), groupRuns(freed)])).toEqual([true, true]);
  owner.kill('SIGKILL');
  await expect
    .poll(async () => [await groupRuns(held), existsSync(removed)], { timeout: 15_000 })
    .toEqual([false, false]);
  expect([await groupRuns(freed), existsSync(kept)]).toEqual([true, true]);
  await endGroup(freed, 0);
});

it('a directory goes again when a process that nobody has listed makes it anew', async () => {
  const { process: owner, freed, removed } = await startOwner();
  const made = join(scratch, 'made-anew');
  const script = 'while [ -e "$0" ]; do sleep 0.02; done; mkdir -p "$0/Default"; : > "$1"';
  const straggler = spawn('/bin/sh', ['-c', script, removed, made], { stdio: 'ignore' });
  owner.kill('SIGKILL');
  await expect.poll(() => existsSync(made), { timeout: 15_000 }).toBe(true);
  await expect.poll(() => existsSync(removed), { timeout: 15_000 }).toBe(false);
  expect(straggler.exitCode ?? 0).toBe(0);
  await endGroup(freed, 0);
});

it.runIf(process.platform === 'linux')('what was just being started goes too', async () => {
  const note = join(scratch, 'started');
  const owner = spawn(process.execPath, [killed, note], { stdio: 'inherit' });
  await once(owner, 'exit');
  const started = (): number => (existsSync(note) ? Number(readFileSync(note, 'utf8')) : 0);
  await expect.poll(started, { timeout: 15_000 }).toBeGreaterThan(0);
  await expect.poll(() => groupRuns(started()), { timeout: 15_000 }).toBe(false);
});
