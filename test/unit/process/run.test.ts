import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { getPriority, tmpdir } from 'node:os';
import { createInterface } from 'node:readline';
import { createScratch, groupRuns, ownedGroups, runProcess, spawnOwned, withDeadline } from '@framefarm/process';
import { afterEach, describe, expect, it } from 'vitest';

afterEach(() => {
  expect(ownedGroups()).toEqual([]);
});

describe('runProcess', () => {
  it('tells how the program ended, and what it said', async () => {
    const result = await runProcess('sh', ['-c', 'cat; echo fault >&2; exit 3'], { input: Buffer.from('given') });
    expect(result).toMatchObject({ exitCode: 3, signal: null, stdout: 'given', stderr: 'fault\n', endedBy: null });
  });

  it('keeps the end of what it said, within bounds', async () => {
    const { stdout } = await runProcess('sh', ['-c', 'head -c 1000000 /dev/zero | tr "\\0" x; echo end'], {
      keepChars: 100,
    });
    expect(stdout).toHaveLength(100);
    expect(stdout).toMatch(/xend\n$/);
  });

  it('ends the whole group at its deadline, children that hold the streams included', async () => {
    const result = await runProcess('sh', ['-c', 'sleep 900 & exit 0'], { deadlineMs: 200 });
    expect(result).toMatchObject({ exitCode: 0, endedBy: 'deadline' });
  });

  it('waits no longer than its deadline for one that left the group and holds the streams', async () => {
    const left = "setsid sh -c 'echo $$; exec sleep 900' & exit 0";
    const result = await runProcess('sh', ['-c', left], { deadlineMs: 500 });
    process.kill(Number(result.stdout));
    expect(result).toMatchObject({ exitCode: 0, endedBy: 'deadline' });
  });

  it('ends on abort, also one that came before', async () => {
    const stop = new AbortController();
    const running = runProcess('sleep', ['900'], { signal: stop.signal });
    stop.abort();
    expect(await running).toMatchObject({ signal: 'SIGTERM', endedBy: 'abort' });
    expect(await runProcess('sleep', ['900'], { signal: stop.signal })).toMatchObject({ endedBy: 'abort' });
  });

  it('rejects when there is no such program', async () => {
    await expect(runProcess('/nowhere/program', [])).rejects.toMatchObject({ code: 'ENOENT' });
  });

  it('hides the environment of this process', async () => {
    process.env.FRAMEFARM_TEST_SECRET = 'secret';
    const { stdout } = await runProcess('env', []);
    delete process.env.FRAMEFARM_TEST_SECRET;
    expect(stdout).toContain('PATH=');
    expect(stdout).toContain('TZ=UTC');
    expect(stdout).not.toContain('secret');
  });
});

describe('spawnOwned', () => {
  it('gives further pipes, and ends with its group', async () => {
    const owned = spawnOwned('sh', ['-c', 'read -r word <&3; echo "got $word" >&4; sleep 900'], { extraPipes: 2 });
    const [, , , input, output] = owned.child.stdio;
    (input as NodeJS.WritableStream).write('this\n');
    const answer = await new Promise((resolve) => (output as NodeJS.ReadableStream).once('data', resolve));
    expect(String(answer)).toBe('got this\n');
    expect(ownedGroups()).toEqual([{ pid: owned.pid, label: 'sh' }]);
    await owned.end(0);
    expect(await groupRuns(owned.pid)).toBe(false);
    expect(await owned.ended).toEqual({ exitCode: null, signal: 'SIGKILL' });
  });

  it('lets a child that gives way have fewer of the cores, and what that one starts', async () => {
    const usual = getPriority();
    const script = 'read -r word; echo $$; sh -c "echo \\$\\$; exec sleep 900"';
    for (const givesWay of [false, true]) {
      const owned = spawnOwned('sh', ['-c', script], { givesWay });
      owned.child.stdin?.write('go\n');
      const lines: number[] = [];
      for await (const line of createInterface(owned.child.stdout as NodeJS.ReadableStream)) {
        if (lines.push(Number(line)) === 2) break;
      }
      expect(lines.map((pid) => getPriority(pid))).toEqual(Array(2).fill(givesWay ? usual + 5 : usual));
      if (givesWay && (await sharesAmongSessions())) await expect.poll(() => sessionPriority(owned.pid)).toBe(5);
      await owned.end(0);
    }
  });
});

/** Whether the cores are shared among sessions here: a process's own nice value says little then. */
async function sharesAmongSessions(): Promise<boolean> {
  const setting = await readFile('/proc/sys/kernel/sched_autogroup_enabled', 'utf8').catch(() => '0');
  return setting.trim() === '1';
}

async function sessionPriority(pid: number): Promise<number> {
  return Number(/nice (-?\d+)/.exec(await readFile(`/proc/${pid}/autogroup`, 'utf8'))?.[1]);
}

it('a deadline names what was waited for', async () => {
  const never = new Promise<never>(() => {});
  const deadline = { ms: 20, code: 'ENCODER_FAILED', stage: 'encode', waitingFor: () => 'Godot' } as const;
  await expect(withDeadline(never, deadline)).rejects.toMatchObject({
    code: 'ENCODER_FAILED',
    stage: 'encode',
    message: 'no result after 0 s while waiting for Godot',
  });
});

it('a scratch directory is private, and goes with all in it', async () => {
  const scratch = await createScratch(tmpdir(), 'framefarm-unit-');
  await runProcess('sh', ['-c', 'mkdir -p a/b && touch a/b/c'], { cwd: scratch.path });
  expect((await runProcess('stat', ['-c', '%a', scratch.path])).stdout).toBe('700\n');
  await scratch.remove();
  expect(existsSync(scratch.path)).toBe(false);
  await scratch.remove();
});
