/** A process of which a thread waits for a file that never comes: a pipe without a writer stands for a file system that hangs. */
import { execFileSync, spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { repository, scratchDirectory } from '../../support/projects/project.js';

const MODULE = join(repository, 'libs/process/src/exit-despite-threads.ts');

/** Runs `last` while a file is opened that cannot be. */
function endOf(last: string) {
  const pipe = join(scratchDirectory(), 'pipe');
  execFileSync('mkfifo', [pipe]);
  const script = `
    import { open } from 'node:fs/promises';
    import { setImmediate } from 'node:timers/promises';
    import { exitDespiteThreads, hasThreadsAtWork } from ${JSON.stringify(MODULE)};
    open(${JSON.stringify(pipe)});
    await setImmediate();
    process.stdout.write(String(hasThreadsAtWork()));
    ${last}`;
  const { status, signal, stdout } = spawnSync(process.execPath, ['--input-type=module', '--eval', script], {
    encoding: 'utf8',
    timeout: 20_000,
    killSignal: 'SIGKILL',
  });
  return { status, signal, stdout };
}

it('exits with its status all the same', () => {
  expect(endOf('exitDespiteThreads(); process.exit(7);')).toEqual({ status: 7, signal: null, stdout: 'true' });
});

it('knows when nothing is waited for, and that the wait is over', () => {
  const script = `
    import { exitDespiteThreads, hasThreadsAtWork } from ${JSON.stringify(MODULE)};
    exitDespiteThreads()();
    process.stdout.write(hasThreadsAtWork() + ' ' + process.listenerCount('exit'));`;
  const { stdout } = spawnSync(process.execPath, ['--input-type=module', '--eval', script], { encoding: 'utf8' });
  expect(stdout).toBe('false 0');
});
