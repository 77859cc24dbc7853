/** A farm of docker-compose.yml: it comes up, renders, survives the loss of a worker, and goes without a trace. */
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ComposeFarm, openComposeFarm } from '../support/containers/compose-farm.js';
import { docker } from '../support/containers/engine.js';
import { decode } from '../support/output/decode.js';
import { openProject } from '../support/projects/open-project.js';
import { cell, colourName, middle } from '../support/projects/scene.js';
import { framefarm, startFramefarm } from '../support/renders/command-line.js';

let farm: ComposeFarm;

beforeAll(async () => {
  farm = await openComposeFarm('test', {});
  farm.compose('up', '--detach', '--scale', 'worker=2');
  await farm.healthy(['redis', 'producer', 'worker']);
});

afterAll(() => {
  expect(farm.down()).toEqual([]);
});

describe('a farm of Compose', () => {
  it('has walls around its workers', () => {
    const ids = farm.containersOf('worker');
    expect(ids).toHaveLength(2);
    for (const id of [...ids, ...farm.containersOf('producer')]) {
      const [{ HostConfig: host, Config: config }] = JSON.parse(docker('inspect', id));
      expect(host).toMatchObject({ ReadonlyRootfs: true, Privileged: false, CapDrop: ['ALL'], CapAdd: null });
      expect(host.RestartPolicy.Name).toBe('unless-stopped');
      expect([host.Memory, host.NanoCpus, host.PidsLimit].every((limit: number) => limit > 0)).toBe(true);
      expect(config.User).toBe('10001:10001');
    }
    expect(farm.compose('exec', '-T', 'redis', 'redis-cli', 'config', 'get', 'appendonly')).toMatch(/yes/);
    expect(farm.compose('exec', '-T', 'redis', 'redis-cli', 'config', 'get', 'maxmemory-policy')).toMatch(/noeviction/);
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
    const args = ['render', project, '--farm', farm.url, '-o', output, '--quality', 'draft', '--fps', '30', '--json'];
    const command = startFramefarm(args);
    await command.event(
      ({ type, stage, framesRendered }) => type === 'render-progress' && stage === 'capture' && framesRendered > 0,
    );
    const workers = farm.containersOf('worker');
    docker('kill', workers[0] ?? '');
    const result = await command.ended;
    expect(result.exitCode).toBe(0);
    const done = result.events().at(-1);
    expect(done).toMatchObject({ type: 'render-complete', outcome: 'completed', frames: seconds * 30 });
    const record = await fetch(`${farm.url}/renders/${done?.renderId}`);
    const [, other = ''] = workers;
    const manifest = JSON.parse(docker('exec', other, 'cat', '/opt/framefarm/image/manifest.json'));
    expect(await record.json()).toMatchObject({ perf: { environment: { image: manifest } } });
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
      const answer = await framefarm(['farm', 'list', '--farm', farm.url, '--json']);
      return JSON.parse(answer.stdout).items.map(({ id, status }: { id: string; status: string }) => `${id} ${status}`);
    };
    const before = await listed();
    expect(before).toEqual([expect.stringMatching(/ completed$/)]);
    farm.compose('restart', '--timeout', '30', 'redis', 'producer');
    await farm.healthy(['redis', 'producer']);
    expect(await listed()).toEqual(before);
  });
});
