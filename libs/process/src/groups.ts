/**
 * Ownership of child process groups. Every browser and every FFmpeg runs in a group of its own that is registered
 * here until it has ended, so that nothing survives this process: not after success, failure, cancel or Ctrl-C.
 */

/** Time between SIGTERM and SIGKILL, ms (reference: cli 1.2). */
export const TERM_GRACE_MS = 5_000;

const owned = new Map<number, string>();
let exitHookInstalled = false;

/** Registers the group whose leader is `pid`; `label` names it in reports. Returns the call that releases it. */
export function ownGroup(pid: number, label: string): () => void {
  installExitHook();
  owned.set(pid, label);
  return () => {
    owned.delete(pid);
  };
}

/** Groups that are still registered, for tests and for `--debug`. */
export function ownedGroups(): readonly { readonly pid: number; readonly label: string }[] {
  return [...owned].map(([pid, label]) => ({ pid, label }));
}

/** True while any process of the group exists. */
export function groupAlive(pid: number): boolean {
  try {
    process.kill(-pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
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
 * Ends a group: SIGTERM, then SIGKILL when it still lives after `graceMs`. Resolves when no process of it is left,
 * at the latest `graceMs` + 2 s later.
 */
export async function endGroup(pid: number, graceMs: number = TERM_GRACE_MS): Promise<void> {
  signalGroup(pid, graceMs > 0 ? 'SIGTERM' : 'SIGKILL');
  if (graceMs > 0 && !(await groupGone(pid, graceMs))) signalGroup(pid, 'SIGKILL');
  await groupGone(pid, 2_000);
  owned.delete(pid);
}

/** Kills every registered group at once; used when there is no time left. */
export function killOwnedGroups(): void {
  for (const pid of owned.keys()) signalGroup(pid, 'SIGKILL');
  owned.clear();
}

async function groupGone(pid: number, withinMs: number): Promise<boolean> {
  const until = performance.now() + withinMs;
  while (groupAlive(pid)) {
    if (performance.now() > until) return false;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  return true;
}

function installExitHook(): void {
  if (exitHookInstalled) return;
  exitHookInstalled = true;
  process.on('exit', killOwnedGroups);
}
