/** What the sandbox of Chromium needs of the system (security 2.2). */
import { spawnSync } from 'node:child_process';
import { UNPRIVILEGED_USER } from '@framefarm/process';

let obstacle: string | null | undefined;

/**
 * Why the unprivileged user may not make the namespaces of which the sandbox consists, in words; null where it may. Asked once per process,
 * some 3 ms.
 */
export function namespaceObstacle(): string | null {
  if (obstacle === undefined) obstacle = tryNamespaces();
  return obstacle;
}

function tryNamespaces(): string | null {
  const { status, error } = spawnSync('unshare', ['--user', 'true'], {
    ...UNPRIVILEGED_USER,
    stdio: 'ignore',
    timeout: 5_000,
  });
  if (status === 0) return null;
  if ((error as NodeJS.ErrnoException | undefined)?.code === 'ENOENT') {
    return '"unshare", by which it is tried whether unprivileged users have namespaces, is not on PATH';
  }
  return 'this system gives unprivileged users no namespaces';
}
