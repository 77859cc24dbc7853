/** Workers start only where browsers can have their sandbox; a container that forbids namespaces renders its tests without. */
import { spawnSync } from 'node:child_process';

const user = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {};
if (process.env.FRAMEFARM_SANDBOX === undefined && spawnSync('unshare', ['--user', 'true'], user).status !== 0) {
  process.env.FRAMEFARM_SANDBOX = 'off';
}
