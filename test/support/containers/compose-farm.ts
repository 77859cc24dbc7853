/** A farm of docker-compose.yml under a name of its own, so that it meets no other one. */
import { spawnSync } from 'node:child_process';
import { freePort } from '../machine/free-port.js';
import { until } from '../machine/processes.js';
import { repository } from '../machine/repository.js';
import { composeCommand, docker, lines } from './engine.js';

export interface ComposeFarm {
  /** Of its producer. */
  readonly url: string;
  /** Output of one call of Compose; throws with its words when it fails. */
  compose(...args: readonly string[]): string;
  containersOf(service: string): string[];
  /** Resolves when every container of these services is healthy. */
  healthy(services: readonly string[]): Promise<void>;
  /** Takes it down with its volumes; what is left of it: containers, networks, volumes. */
  down(): string[];
}

/** Nothing runs before `up`. `settings`: variables of docker-compose.yml. */
export async function openComposeFarm(name: string, settings: Readonly<Record<string, string>>): Promise<ComposeFarm> {
  const project = `framefarm-${name}-${process.pid}`;
  const port = String(await freePort());
  const env = {
    ...process.env,
    PRODUCER_PORT: port,
    WORKER_MEMORY: '2g',
    WORKER_SLOTS: '1',
    FRAMEFARM_DRAIN_SECONDS: '20',
    ...settings,
  };
  const compose = (...args: readonly string[]): string => {
    const [program, ...first] = composeCommand();
    const all = [...first, '--project-name', project, ...args];
    const run = spawnSync(program, all, { cwd: repository, env, encoding: 'utf8', timeout: 180_000 });
    if (run.status !== 0) throw new Error(`${program} ${all.join(' ')} ended with ${run.status}:\n${run.stderr}`);
    return run.stdout.trim();
  };
  const containersOf = (service: string): string[] => lines(compose('ps', '--quiet', service));
  const healthOf = (id: string): string => docker('inspect', '--format', '{{.State.Health.Status}}', id);
  const ofProject = ['--filter', `label=com.docker.compose.project=${project}`] as const;
  return {
    url: `http://127.0.0.1:${port}`,
    compose,
    containersOf,
    healthy: async (services) => {
      await until(
        () => services.every((service) => containersOf(service).every((id) => healthOf(id) === 'healthy')),
        () => `not healthy:\n${compose('logs', '--tail', '20')}`,
        120_000,
      );
    },
    down: () => {
      compose('down', '--volumes', '--timeout', '30');
      return [
        docker('ps', '--all', '--quiet', ...ofProject),
        docker('network', 'ls', '--quiet', ...ofProject),
        docker('volume', 'ls', '--quiet', ...ofProject),
      ].flatMap(lines);
    },
  };
}
