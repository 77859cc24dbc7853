/** Pipes that the user names: what their writers write is read, and who waits for one can be told to stop. */
import { execFile, execFileSync } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { FarmOptions } from '@framefarm/contract';
import { expect, it } from 'vitest';
import { gaveUp } from '../../../oclif/src/farm/given-up.js';
import { openFarm } from '../../../oclif/src/farm/open-farm.js';
import type { Submission } from '../../../oclif/src/farm/submission.js';
import type { Interruption } from '../../../oclif/src/session/interruption.js';
import { readNamedConfig } from '../../../oclif/src/target/config-file.js';
import { readNamedFile } from '../../../oclif/src/target/named-file.js';
import { readVariablesFile } from '../../../oclif/src/target/variables-file.js';
import { scratchDirectory } from '../../support/projects/project.js';

const directory = scratchDirectory();
const pipe = join(directory, 'pipe');
execFileSync('mkfifo', [pipe]);

it('what is written into a pipe after it was opened is read to its end', async () => {
  const read = readNamedFile(pipe);
  const text = 'x'.repeat(200_000);
  await writeFile(pipe, text);
  expect((await read).toString()).toBe(text);
});

it('a pipe without a name, as of "<(command)", is read', async () => {
  const module = new URL('../../../oclif/src/target/named-file.ts', import.meta.url);
  const script = `const { readNamedFile } = await import('${module}'); process.stdout.write(await readNamedFile(process.argv[1]))`;
  const words = ['-c', '"$1" --input-type=module -e "$2" <(echo early; exec echo late)', '', process.execPath, script];
  expect((await promisify(execFile)('bash', words)).stdout).toBe('early\nlate\n');
});

it('a pipe that nobody writes is waited for until the signal, whose reason is told', async () => {
  const reason = new Error('ended');
  const controller = new AbortController();
  const { signal } = controller;
  const waiting = [
    readNamedFile(pipe, signal),
    readVariablesFile('pipe', directory, signal),
    readNamedConfig('pipe', directory, signal),
  ];
  const told = Promise.allSettled(waiting);
  controller.abort(reason);
  expect(await told).toEqual(waiting.map(() => ({ status: 'rejected', reason })));
});

it('a key that came through a pipe also cancels what was submitted by it', async () => {
  const place = { url: 'http://127.0.0.1:9847', apiKeyFile: pipe };
  const opened = openFarm(place);
  await writeFile(pipe, 'key\n');
  const client = await opened;
  const keys: unknown[] = [];
  const submission: Partial<Submission> = {
    client,
    id: () => 'rnd_1',
    cancel: async (by) => {
      keys.push(by.access.apiKey);
      return 'rnd_1';
    },
  };
  const interruption: Partial<Interruption> = { received: () => 'SIGINT' };
  const farm: Partial<FarmOptions> = { ...place, onInterrupt: 'cancel' };
  const given = [new Error(), interruption as Interruption, farm as FarmOptions, submission as Submission] as const;
  expect((await gaveUp(...given)).error.message).toBe('ended by SIGINT; rnd_1 is cancelled');
  expect(keys).toEqual(['key']);
});
