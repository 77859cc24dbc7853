/** The container engine as its own user sees it. */
import { execFileSync, spawnSync } from 'node:child_process';
import { statSync } from 'node:fs';
import { RENDER_LABEL } from '../../../libs/container/src/engine/run-arguments.js';

/** Output of one call of `docker`; throws with its words when it fails. */
export function docker(...args: readonly string[]): string {
  return execFileSync('docker', args, { encoding: 'utf8', timeout: 60_000 }).trim();
}

/** Identities of containers that render for `--docker`, running or not. */
export function renderContainers(): string[] {
  return lines(docker('ps', '--all', '--quiet', '--no-trunc', '--filter', `label=${RENDER_LABEL}`));
}

/** Names of volumes that no container uses. */
export function looseVolumes(): string[] {
  return lines(docker('volume', 'ls', '--quiet', '--filter', 'dangling=true'));
}

/** Group that may use the engine's socket. */
export function engineGroup(): number {
  return statSync('/var/run/docker.sock').gid;
}

/**
 * Address by which containers on a network of the engine reach this machine, and nobody outside does. An engine that has made
 * its bridge only now names its subnet alone, of which it takes the first address; the interface, which no container uses yet,
 * is not among those that Node.js lists.
 */
export function bridgeAddress(): string {
  const [{ Gateway, Subnet }] = JSON.parse(
    docker('network', 'inspect', '--format', '{{json .IPAM.Config}}', 'bridge'),
  ) as [{ readonly Gateway?: string; readonly Subnet: string }];
  return Gateway ?? Subnet.replace(/0\/\d+$/, '1');
}

/** How Compose is called here: the plug-in, or the program of before. */
export function composeCommand(): readonly [program: string, ...args: string[]] {
  return spawnSync('docker', ['compose', 'version']).status === 0 ? ['docker', 'compose'] : ['docker-compose'];
}

export function lines(text: string): string[] {
  return text.split('\n').filter((line) => line !== '');
}
