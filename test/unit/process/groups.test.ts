import { type ChildProcess, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { endGroup, groupMembers, groupRuns, ownedGroups, ownGroup, signalGroup } from '@framefarm/process';
import { afterEach, describe, expect, it, vi } from 'vitest';

const started: ChildProcess[] = [];
afterEach(async () => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  for (const child of started.splice(0)) await endGroup(child.pid ?? 0, 0);
  expect(ownedGroups()).toEqual([]);
});

/** Starts a shell script in a group of its own; resolves once it has printed its first line, with that line. */
async function group(script: string): Promise<{ readonly leader: number; readonly line: string }> {
  const child = spawn('/bin/bash', ['-c', script], { detached: true, stdio: ['ignore', 'pipe', 'ignore'] });
  started.push(child);
  const line = await new Promise<string>((resolve) =>
    createInterface(child.stdout as NodeJS.ReadableStream).once('line', resolve),
  );
  return { leader: child.pid ?? 0, line };
}

/** State letter of a process; empty when it has been reaped. */
function state(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/stat`, 'utf8').replace(/^.*\) /, '')[0] ?? '';
  } catch {
    return '';
  }
}

/** By a timer of its own: those of the runner move a clock that a test holds. */
async function until(condition: () => boolean): Promise<void> {
  while (!condition()) await new Promise((resolve) => setTimeout(resolve, 5));
}

/** A grace longer than a test may take: whoever waits for its end fails. */
const LONG_MS = 300_000;

describe('endGroup', () => {
  it('lets a process end itself on SIGTERM', async () => {
    const { leader } = await group('trap "exit 0" TERM; echo ready; while :; do sleep 0.02; done');
    await endGroup(leader, LONG_MS);
    expect(await groupRuns(leader)).toBe(false);
    await until(() => started[0]?.exitCode === 0);
  });

  it('kills a process that ignores SIGTERM, once the grace is over and not before', async () => {
    const { leader } = await group('trap "" TERM; echo ready; while :; do sleep 0.02; done');
    vi.useFakeTimers({ toFake: ['performance'] });
    const sent = vi.spyOn(process, 'kill');
    const signals = () => sent.mock.calls.map(([, signal]) => signal).filter((signal) => signal !== 0);
    const looks = () => sent.mock.calls.filter(([, signal]) => signal === 0).length;
    const ending = endGroup(leader, LONG_MS);
    vi.advanceTimersByTime(LONG_MS);
    const before = looks();
    await until(() => looks() > before + 2);
    expect(signals()).toEqual(['SIGTERM']);
    vi.advanceTimersByTime(1);
    await ending;
    expect(signals()).toContain('SIGKILL');
    expect(await groupRuns(leader)).toBe(false);
  });

  it('reaches children and grandchildren', async () => {
    const { leader, line } = await group('(sleep 900 & echo $!; sleep 900) & sleep 900');
    expect(await groupMembers(leader)).toContain(Number(line));
    // The line came from the middle of the family: its other members may still be on their way.
    await expect.poll(async () => (await groupMembers(leader)).length, { timeout: 15_000 }).toBeGreaterThanOrEqual(4);
    await endGroup(leader, 0);
    expect(await groupMembers(leader)).toEqual([]);
    expect(await groupRuns(leader)).toBe(false);
  });

  it('ends what a leader left behind', async () => {
    const { leader, line } = await group('trap "" TERM; sleep 900 & echo $!; exit 0');
    await until(() => state(leader) === 'Z' || started[0]?.exitCode === 0);
    expect(await groupMembers(leader)).toEqual([Number(line)]);
    await endGroup(leader, 100);
    expect(await groupRuns(leader)).toBe(false);
  });

  it('does not wait for dead processes that nobody reaps', async () => {
    // Job control gives the inner command a group of its own; its parent then becomes a program that never reaps.
    const { line } = await group('set -m; sleep 0.01 & echo $!; exec sleep 900');
    const dead = Number(line);
    await until(() => state(dead) === 'Z');
    expect(() => process.kill(-dead, 0)).not.toThrow();
    expect(await groupRuns(dead)).toBe(false);
    await endGroup(dead, LONG_MS);
  });

  it('is no error for a group that has ended', async () => {
    const { leader } = await group('echo ready');
    await until(() => started[0]?.exitCode === 0);
    await expect(endGroup(leader)).resolves.toBeUndefined();
    expect(() => signalGroup(leader, 'SIGTERM')).not.toThrow();
  });

  it('takes a group off the register', async () => {
    const { leader } = await group('echo ready; sleep 900');
    const release = ownGroup(leader, 'sleeper');
    expect(ownedGroups()).toEqual([{ pid: leader, label: 'sleeper' }]);
    await endGroup(leader, 0);
    expect(ownedGroups()).toEqual([]);
    release();
  });
});
