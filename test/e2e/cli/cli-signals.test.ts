import { execFileSync } from 'node:child_process';
import { closeSync, constants, existsSync, openSync, readdirSync, writeSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { noneNaming, processes, until } from '../../support/machine/processes.js';
import { composition, makeProject } from '../../support/projects/project.js';
import { useBundledFfmpeg } from '../../support/renders/bundled-ffmpeg.js';
import { type CommandOptions, startFramefarm } from '../../support/renders/command-line.js';

useBundledFfmpeg();

/** A render that lasts far longer than the test, started and seen capturing, with its own temporary directory. */
async function capturing(env: NodeJS.ProcessEnv = {}, by?: CommandOptions['by']) {
  const project = await makeProject({ 'index.html': composition('', { duration: 600 }) });
  const tmp = join(project, 'tmp');
  await mkdir(tmp);
  const output = join(project, 'renders', 'out.mp4');
  const args = ['render', project, '-o', output, '--quality', 'draft'];
  const command = startFramefarm(args, { cwd: project, env: { TMPDIR: tmp, ...env }, ...(by && { by }) });
  await command.seen(/capturing/);
  return { project, tmp, output, command };
}

async function nothingIsLeft(run: Awaited<ReturnType<typeof capturing>>): Promise<void> {
  await noneNaming(run.tmp);
  expect(readdirSync(run.tmp)).toEqual([]);
  expect(existsSync(join(run.project, 'renders'))).toBe(false);
}

describe('an interrupted render (cli 1.2)', () => {
  // SIGTERM: below, where a launcher passes it on, and in another phase in faults-ending.test.ts.
  it('after SIGINT ends with 130 and leaves nothing', async () => {
    const run = await capturing();
    // The browser of the planning stage may have given way to that of a lane which is just being started.
    await until(
      () => processes().some(({ command }) => command.includes(run.tmp)),
      () => 'no browser runs',
    );
    run.command.kill('SIGINT');
    const result = await run.command.ended;
    expect(result.exitCode).toBe(130);
    expect(result.stderr).toMatch(/\[INTERRUPTED\]/);
    expect(result.stderr).not.toMatch(/^\s+at /m);
    await nothingIsLeft(run);
  });

  it('that nohup started goes on after a hang-up', async () => {
    const run = await capturing({}, ['bash', '-c', 'nohup "$0" "$@"']);
    run.command.kill('SIGHUP');
    run.command.kill('SIGINT');
    const result = await run.command.ended;
    expect(result.exitCode).toBe(130);
    expect(result.stderr).not.toMatch(/SIGHUP/);
    await nothingIsLeft(run);
  });

  it('takes two signals that come together for one wish', async () => {
    const run = await capturing();
    // Both are there when it goes on; which of them it hears of first is the kernel's affair.
    for (const signal of ['SIGSTOP', 'SIGINT', 'SIGTERM', 'SIGCONT'] as const) run.command.kill(signal);
    const result = await run.command.ended;
    const [, first] = /ended by (SIGINT|SIGTERM)/.exec(result.stderr) ?? [];
    expect([first, result.exitCode]).toEqual(first === 'SIGINT' ? ['SIGINT', 130] : ['SIGTERM', 143]);
    await nothingIsLeft(run);
  });
});

/** The pipe held open for writing, once it is read; false before. */
function heldOpen(pipe: string): number | false {
  try {
    return openSync(pipe, constants.O_WRONLY | constants.O_NONBLOCK);
  } catch {
    return false;
  }
}

it.concurrent.each(['--variables-file', '--config'])(
  'a signal ends a command that waits for the pipe of %s',
  async (flag) => {
    const project = await makeProject({ 'index.html': composition('') });
    const pipe = join(project, 'pipe');
    execFileSync('mkfifo', [pipe]);
    const command = startFramefarm(['render', project, flag, pipe, '--json'], { cwd: project });
    const held = await until(
      () => heldOpen(pipe),
      () => 'the file is not read',
    );
    try {
      command.kill('SIGINT');
      const { exitCode, stderr, events } = await command.ended;
      const { type, code, errorCode } = events().at(-1) ?? {};
      expect([type, code ?? errorCode]).toEqual([expect.stringMatching(/^(?:render-)?error$/), 'INTERRUPTED']);
      expect([exitCode, stderr]).toEqual([130, expect.stringContaining('ended by SIGINT; no output was written')]);
      expect(stderr).not.toContain('killed after');
    } finally {
      closeSync(held);
    }
  },
);

/** A pipe that somebody holds open for reading and that takes nothing more. */
function fullPipe(path: string): number {
  execFileSync('mkfifo', [path]);
  const held = openSync(path, constants.O_RDWR | constants.O_NONBLOCK);
  const block = Buffer.alloc(4096);
  expect(() => {
    for (;;) writeSync(held, block);
  }).toThrow('EAGAIN');
  return held;
}

it('a signal ends a command whose output nobody reads any more', async () => {
  const project = await makeProject({ 'index.html': composition('') });
  const pipe = join(project, 'pipe');
  execFileSync('mkfifo', [pipe]);
  const full = fullPipe(join(project, 'full'));
  const command = startFramefarm(['render', project, '--variables-file', pipe, '--json'], {
    cwd: project,
    by: ['bash', '-c', 'exec "$0" "$@" >full'],
  });
  const held = await until(
    () => heldOpen(pipe),
    () => 'the file is not read',
  );
  try {
    command.kill('SIGTERM');
    expect((await command.ended).exitCode).toBe(143);
  } finally {
    command.kill('SIGKILL');
    for (const one of [held, full]) closeSync(one);
  }
});

describe('started by a Node.js that is too old', () => {
  /** Preloaded code by which the launcher, and only it, believes to run on Node 20. */
  const OLD = `if (process.env.FRAMEFARM_LAUNCHED === undefined)
    Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '20.0.0' } });`;

  async function oldNode(project: string): Promise<NodeJS.ProcessEnv> {
    const file = join(project, 'old.cjs');
    await writeFile(file, OLD);
    return { NODE_OPTIONS: `--require ${file}` };
  }

  it('the command runs under the bundled one, with its exit status', async () => {
    const project = await makeProject({ 'index.html': '' });
    const env = await oldNode(project);
    const refused = await startFramefarm(['render', project, '--crf', '52'], { env }).ended;
    expect(refused).toMatchObject({ exitCode: 2, stderr: expect.stringContaining('--crf "52"') });
    const version = await startFramefarm(['--version'], { env }).ended;
    expect(version.stdout).toMatch(/ node-v2[4-9]/);
  });

  it('passes signals on, once', async () => {
    const run = await capturing(await oldNode(await makeProject({})));
    run.command.kill('SIGTERM');
    const result = await run.command.ended;
    expect(result.exitCode).toBe(143);
    expect(result.stderr).toMatch(/ended by SIGTERM/);
    await nothingIsLeft(run);
  });

  it('leaves no orphan when the launcher is killed', async () => {
    const run = await capturing(await oldNode(await makeProject({})));
    run.command.kill('SIGKILL');
    await run.command.ended;
    await noneNaming(run.project);
    await nothingIsLeft(run);
  });

  it('says so in one line when there is no other', async () => {
    const project = await makeProject({});
    const env = { ...(await oldNode(project)), FRAMEFARM_LAUNCHED: '1' };
    await writeFile(join(project, 'old.cjs'), OLD.replace('if (process.env.FRAMEFARM_LAUNCHED === undefined)', ''));
    const result = await startFramefarm(['render'], { env }).ended;
    expect(result).toMatchObject({ exitCode: 1, stdout: '' });
    expect(result.stderr).toMatch(/^framefarm needs Node\.js 22\.17 or newer, this is 20\.0\.0\. [^\n]+\n$/);
  });
});
