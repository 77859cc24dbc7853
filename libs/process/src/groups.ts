/**
 * Ownership of child process groups. Every browser and every FFmpeg runs in a group of its own that is registered
 * here until it has ended, so that nothing survives this process: not after success, failure, cancel or Ctrl-C, nor
 * when this process is killed outright.
 */
import { groupRuns } from './group-members.js';
import { guard } from './guardian.js';

/** Time between SIGTERM and SIGKILL, ms (reference: cli 1.2). */
export const TERM_GRACE_MS = 5_000;
/** Longest wait for the processes of a killed group to be gone, ms. */
const KILL_WAIT_MS = 4_000;
/** Pause between two looks at a group that is ending, ms. */
const LOOK_EVERY_MS = 15;

interface Ownership {
  readonly label: string;
  readonly unguard: () => void;
}

const owned = new Map<number, Ownership>();
let exitHookInstalled = false;

/** Registers the group whose leader is `pid`; `label` names it in reports. Returns the call that releases it. */
export function ownGroup(pid: number, label: string): () => void {
  installExitHook();
  release(pid);
  const ownership = { label, unguard: guard({ group: pid }) };
  owned.set(pid, ownership);
  // The number may meanwhile belong to another group.
  return () => {
    if (owned.get(pid) === ownership) release(pid);
  };
}

function release(pid: number): void {
  owned.get(pid)?.unguard();
  owned.delete(pid);
}

/** Groups that are still registered, for tests. */
export function ownedGroups(): readonly { readonly pid: number; readonly label: string }[] {
  return [...owned].map(([pid, { label }]) => ({ pid, label }));
}

/** Sends a signal to the whole group; a group that has ended is no error. */
export function signalGroup(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(-pid, signal);
  } catch {
    // The group ended by itself between our look and the signal.
  }
}

/**
 * Ends a group: SIGTERM, then SIGKILL when it still runs after `graceMs` (0: SIGKILL at once). Resolves when no process
 * of it runs, at the latest `graceMs` + 4 s later.
 */
export async function endGroup(pid: number, graceMs: number = TERM_GRACE_MS): Promise<void> {
  if (graceMs > 0) signalGroup(pid, 'SIGTERM');
  if (graceMs <= 0 || !(await groupGone(pid, graceMs))) {
    // Signalled at each look: a process may have been forked while the group was being killed.
    await groupGone(pid, KILL_WAIT_MS, () => signalGroup(pid, 'SIGKILL'));
  }
  release(pid);
}

/** Kills every registered group at once; used when there is no time left. */
export function killOwnedGroups(): void {
  for (const pid of owned.keys()) signalGroup(pid, 'SIGKILL');
  for (const pid of [...owned.keys()]) release(pid);
}

async function groupGone(pid: number, withinMs: number, beforeLook: () => void = () => {}): Promise<boolean> {
  const until = performance.now() + withinMs;
  for (;;) {
    beforeLook();
    if (!(await groupRuns(pid))) return true;
    if (performance.now() > until) return false;
    await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS));
  }
}

function installExitHook(): void {
  if (exitHookInstalled) return;
  exitHookInstalled = true;
  process.on('exit', killOwnedGroups);
}
