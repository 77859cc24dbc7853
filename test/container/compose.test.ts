/** A farm of docker-compose.yml: it comes up, renders, survives the loss of a worker, and goes without a trace. */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { framefarm, startFramefarm } from '../support/command-line.js';
import { decode } from '../support/decode.js';
import { composeCommand, docker, lines } from '../support/engine.js';
import { freePort } from '../support/free-port.js';
import { openProject } from '../support/open-project.js';
import { until } from '../support/processes.js';
import { repository } from '../support/repository.js';
import { cell, colourName, middle } from '../support/scene.js';

const PROJECT = `framefarm-test-${process.pid}`;
const OF_PROJECT = ['--filter', `label=com.docker.compose.project=${PROJECT}`] as const;

let url: string;
let env: NodeJS.ProcessEnv;

function compose(...args: readonly string[]): string {
  const [program, ...first] = composeCommand();
  const all = [...first, '--project-name', PROJECT, ...args];
  const run = spawnSync(program, all, { cwd: repository, env, encoding: 'utf8', timeout: 180_000 });
  if (run.status !== 0) throw new Error(`${program} ${all.join(' ')} ended with ${run.status}:\n${run.stderr}`);
  return run.stdout.trim();
}

const containersOf = (service: string): string[] => lines(compose('ps', '--quiet', service));
const healthOf = (id: string): string => docker('inspect', '--format', '{{.State.Health.Status}}', id);

beforeAll(async () => {
  const port = await freePort();
  url = `http://127.0.0.1:${port}`;
  env = {
    ...process.env,
    PRODUCER_PORT: String(port),
    WORKER_MEMORY: '2g',
    WORKER_SLOTS: '1',
    FRAMEFARM_DRAIN_SECONDS: '20',
  };
  compose('up', '--detach', '--scale', 'worker=2');
  await until(
    () => ['redis', 'producer', 'worker'].every((name) => containersOf(name).every((id) => healthOf(id) === 'healthy')),
    () => `not healthy:\n${compose('logs', '--tail', '20')}`,
    120_000,
  );
});

afterAll(() => {
  compose('down', '--volumes', '--timeout', '30');
  const left = [
    docker('ps', '--all', '--quiet', ...OF_PROJECT),
    docker('network', 'ls', '--quiet', ...OF_PROJECT),
    docker('volume', 'ls', '--quiet', ...OF_PROJECT),
  ];
  expect(left).toEqual(['', '', '']);
});

describe('a farm of Compose', () => {
  it('has walls around its workers', () => {
    const ids = containersOf('worker');
    expect(ids).toHaveLength(2);
    for (const id of [...ids, ...containersOf('producer')]) {
      const [{ HostConfig: host, Config: config }] = JSON.parse(docker('inspect', id));
      expect(host).toMatchObject({ ReadonlyRootfs: true, Privileged: false, CapDrop: ['ALL'], CapAdd: null });
      expect(host.RestartPolicy.Name).toBe('unless-stopped');
      expect([host.Memory, host.NanoCpus, host.PidsLimit].every((limit: number) => limit > 0)).toBe(true);
      expect(config.User).toBe('10001:10001');
    }
    expect(compose('exec', '-T', 'redis', 'redis-cli', 'config', 'get', 'appendonly')).toMatch(/yes/);
    expect(compose('exec', '-T', 'redis', 'redis-cli', 'config', 'get', 'maxmemory-policy')).toMatch(/noeviction/);
  });

  it('renders the right video with two workers, of which one is killed', async () => {
    const seconds = 20;
    const body = Array.from({ length: seconds }, (_, second) =>
      cell(
        second,
        second % 2 === 0 ? 'red' : 'lime',
        `class="clip" data-start="${second}" data-duration="1" data-track-index="0"`,
      ),
    ).join('');
    const project = await openProject(body, { duration: seconds });
    const output = join(project, 'out', 'a.mp4');
    const args = ['render', project, '--farm', url, '-o', output, '--quality', 'draft', '--fps', '30', '--json'];
    const command = startFramefarm(args);
    await command.event(
      ({ type, stage, framesRendered }) => type === 'render-progress' && stage === 'capture' && framesRendered > 0,
    );
    const [victim = ''] = containersOf('worker');
    docker('kill', victim);
    const result = await command.ended;
    expect(result.exitCode).toBe(0);
    expect(result.events().at(-1)).toMatchObject({
      type: 'render-complete',
      outcome: 'completed',
      frames: seconds * 30,
    });
    const frames = await decode(output);
    expect(frames.count).toBe(seconds * 30);
    for (let second = 0; second < seconds; second += 1) {
      const [x, y] = middle(second);
      const seen = colourName(frames.pixel(second * 30 + 15, x, y));
      expect(`${second}: ${seen}`).toBe(`${second}: ${second % 2 === 0 ? 'red' : 'lime'}`);
    }
  }, 240_000);

  it('comes back after a restart of all with what it had', async () => {
    const listed = async (): Promise<string[]> => {
      const answer = await framefarm(['farm', 'list', '--farm', url, '--json']);
      return JSON.parse(answer.stdout).items.map(({ id, status }: { id: string; status: string }) => `${id} ${status}`);
    };
    const before = await listed();
    expect(before).toEqual([expect.stringMatching(/ completed$/)]);
    compose('restart', '--timeout', '30', 'redis', 'producer');
    await until(
      () => ['redis', 'producer'].every((name) => containersOf(name).every((id) => healthOf(id) === 'healthy')),
      () => 'not healthy again',
      120_000,
    );
    expect(await listed()).toEqual(before);
  });
});
