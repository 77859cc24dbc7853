/** What the sandbox of Chromium needs of the system (security 2.2). */
import { spawnSync } from 'node:child_process';
import { UNPRIVILEGED_USER } from '@framefarm/process';

let namespaces: boolean | undefined;

/** Whether the unprivileged user may make the namespaces of which the sandbox consists; asked once per process, some 3 ms. */
export function mayMakeNamespaces(): boolean {
  namespaces ??=
    spawnSync('unshare', ['--user', 'true'], { ...UNPRIVILEGED_USER, stdio: 'ignore', timeout: 5_000 }).status === 0;
  return namespaces;
}
