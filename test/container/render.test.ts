/** What `--docker` gives its caller, and what it lets a composition reach (cli 2; security 2). */
import { mkdir, readdir, readFile, readlink, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { RENDER_IMAGE } from '../../libs/container/src/engine/image.js';
import { docker, engineGroup, lines, looseVolumes, renderContainers } from '../support/containers/engine.js';
import { until } from '../support/machine/processes.js';
import { openProject } from '../support/projects/open-project.js';
import { framefarm, render, startFramefarm } from '../support/renders/command-line.js';

/** A user who is neither root nor the one of the image. */
const USER = 54_321;
const isRoot = process.getuid?.() === 0;

/** A render that lasts far longer than the test, seen capturing in its container. */
async function capturing() {
  const project = await openProject('<p>long</p>', { duration: 600 });
  const command = startFramefarm(['render', project, '--docker', '-o', join(project, 'out', 'a.mp4'), '-q', 'draft']);
  await command.seen(/capturing, [1-9]/);
  const [id = ''] = lines(docker('ps', '--quiet', '--no-trunc', '--filter', `volume=${project}`));
  return { project, command, id };
}

async function containerGone(id: string): Promise<void> {
  await until(
    () => !renderContainers().includes(id),
    () => `the container ${id} is there`,
    30_000,
  );
}

const volumesBefore = new Set(looseVolumes());
afterEach(() => {
  expect(looseVolumes().filter((name) => !volumesBefore.has(name))).toEqual([]);
});

describe('a render in a container', () => {
  it('tells what the image holds, with the sandbox on, and leaves a file of the caller and nothing else', async () => {
    const project = await openProject('<p>hello</p>', { duration: 0.5 });
    const done = await render(project, join(project, 'out', 'new', 'a.mp4'), ['--docker']);
    expect(done.sandbox).toEqual({ on: true, reason: 'on' });
    expect(done.versions).toMatchObject({ node: done.image.node.version, ffmpeg: done.image.ffmpeg.version });
    expect(done.image.browser.version).toContain(done.versions.browser);
    for (const part of ['node', 'browser', 'ffmpeg', 'ffprobe', 'fonts']) {
      expect(done.image[part]).toMatchObject({ sha256: expect.stringMatching(/^[0-9a-f]{64}$/) });
    }
    expect(done.image.digest).toMatch(/^[0-9a-f]{64}$/);
    const digest = expect.stringMatching(/^sha256:[0-9a-f]{64}$/);
    expect(JSON.parse(docker('image', 'inspect', '--format', '{{json .Config.Labels}}', RENDER_IMAGE))).toMatchObject({
      'org.opencontainers.image.base.name': expect.stringMatching(/^debian/),
      'org.opencontainers.image.base.digest': digest,
      'org.framefarm.node.name': expect.stringMatching(/^node/),
      'org.framefarm.node.digest': digest,
    });
    expect((await stat(join(project, 'out', 'new', 'a.mp4'))).uid).toBe(process.getuid?.());
    expect(await readdir(join(project, 'out', 'new'))).toEqual(['a.mp4']);
    expect((await readdir(project)).sort()).toEqual(['index.html', 'out']);
  });

  it.runIf(isRoot)('works for a user of the engine who is not root, and gives the file to that user', async () => {
    const project = await openProject('<p>hello</p>', { duration: 0.5 });
    const output = join(project, 'out', 'a.webm');
    const user = { uid: USER, gid: engineGroup() };
    const args = ['render', project, '--docker', '-o', output, '--format', 'webm'];
    const result = await framefarm(args, { cwd: join(project, 'out'), env: { HOME: join(project, 'out') }, ...user });
    expect(result).toMatchObject({ exitCode: 0, stdout: expect.stringContaining('Encoded to') });
    expect(await stat(output)).toMatchObject(user);
  });

  it('reaches no network, cannot write the project, and goes on without what it could not have', async () => {
    const script = `fetch('https://example.com/a.js').catch(() => {}); const mark = document.createElement('p'); mark.textContent = navigator.onLine; document.querySelector('[data-composition-id]').append(mark);`;
    const project = await openProject(`<img src="https://example.com/a.png"><script>${script}</script>`, {
      duration: 0.5,
    });
    const done = await render(project, join(project, 'out', 'a.mp4'), ['--docker']);
    expect(done.warnings.map(({ code }: { code: string }) => code)).toContain('media_load_failed');
  });

  it('renders a batch in one container, with its manifest outside', async () => {
    const project = await openProject('<p>{{name}}</p>', { duration: 0.5 });
    await writeFile(join(project, 'rows.json'), JSON.stringify([{ name: 'a' }, { name: 'b' }, { name: 'a' }]));
    const args = ['render', project, '--docker', '--batch', join(project, 'rows.json'), '--batch-concurrency', '2'];
    const result = await framefarm([
      ...args,
      '-o',
      join(project, 'out', '{name}-{index}.gif'),
      '--format',
      'gif',
      '--json',
    ]);
    expect(result.exitCode).toBe(0);
    expect(result.events().at(-1)).toMatchObject({ type: 'batch-complete', total: 3, completed: 3, failed: 0 });
    const rows = result.events().filter(({ type }) => type === 'batch-row-complete');
    const digest = expect.stringMatching(/^[0-9a-f]{64}$/);
    expect(rows.map(({ image }) => image)).toEqual(Array(3).fill(expect.objectContaining({ digest })));
    expect((await readdir(join(project, 'out'))).sort()).toEqual(['a-0.gif', 'a-2.gif', 'b-1.gif', 'manifest.json']);
    expect(renderContainers()).toEqual([]);
  });

  it('has walls around it, and SIGINT removes it with everything it made', async () => {
    const { project, command, id } = await capturing();
    const [facts] = JSON.parse(docker('inspect', id));
    const { HostConfig: host, Config: config, Mounts: mounts } = facts;
    expect(host).toMatchObject({
      NetworkMode: 'none',
      ReadonlyRootfs: true,
      Privileged: false,
      CapAdd: null,
      CapDrop: ['ALL'],
      AutoRemove: true,
      ShmSize: 2 * 1024 ** 3,
    });
    expect(host.Memory).toBeGreaterThan(0);
    expect(host.NanoCpus).toBeGreaterThan(0);
    expect(host.PidsLimit).toBeGreaterThan(0);
    expect(host.SecurityOpt).toContain('no-new-privileges');
    expect(config.User).not.toMatch(/^0?(:|$)/);
    const binds = mounts.filter((mount: { Type: string }) => mount.Type === 'bind');
    const writable = binds.filter((mount: { RW: boolean }) => mount.RW);
    expect(binds).toContainEqual(expect.objectContaining({ Source: project, RW: false }));
    expect(writable).toHaveLength(1);
    expect(writable[0].Source).toMatch(/\/\.framefarm-[^/]+$/);
    expect(writable[0].Source).toContain(join(project, 'out'));
    if (isRoot) await expectSandboxedRenderer(id);

    command.kill('SIGINT');
    expect(await command.ended).toMatchObject({ exitCode: 130, stderr: expect.stringContaining('[INTERRUPTED]') });
    expect(renderContainers()).not.toContain(id);
    expect(await readdir(join(project, 'out'))).toEqual([]);
  });

  it('ends with a command that is killed outright', async () => {
    const { project, command, id } = await capturing();
    command.kill('SIGKILL');
    await command.ended;
    await containerGone(id);
    await until(
      async () => (await readdir(join(project, 'out'))).length === 0,
      () => 'something is left beside the output',
    );
  });
});

/** A renderer has a system call filter and namespaces of its own (security 2.3). */
async function expectSandboxedRenderer(id: string): Promise<void> {
  const [, ...rows] = lines(docker('top', id, '-o', 'pid,args'));
  const pidOf = (pattern: RegExp) =>
    rows
      .find((row) => pattern.test(row))
      ?.trim()
      .split(/\s+/)[0];
  const renderer = await until(
    () => pidOf(/--type=renderer/),
    () => 'no renderer runs',
  );
  const outside = pidOf(/session\.js/);
  expect(await readFile(`/proc/${renderer}/status`, 'utf8')).toMatch(/^Seccomp:\t2$/m);
  for (const namespace of ['user', 'pid', 'net']) {
    const own = await readlink(`/proc/${renderer}/ns/${namespace}`);
    expect(own).not.toBe(await readlink(`/proc/${outside}/ns/${namespace}`));
  }
}

describe('what keeps a container from starting', () => {
  const project = openProject('<p>hello</p>', { duration: 0.5 });
  const tell = async (flags: readonly string[], options: Parameters<typeof framefarm>[1] = {}) => {
    const directory = await project;
    const args = ['render', directory, '--docker', '-o', join(directory, 'out', 'a.mp4'), '--json', ...flags];
    const result = await framefarm(args, { cwd: join(directory, 'out'), ...options });
    expect(result.exitCode).toBe(1);
    expect(result.stderr).toMatch(/^ {2}Hint: /m);
    return result.events().at(-1);
  };

  it('an image that the engine does not have', async () => {
    expect(await tell(['--docker-image', 'framefarm/none:0'])).toMatchObject({
      type: 'error',
      code: 'CONTAINER_IMAGE_NOT_FOUND',
      message: 'the engine has no image framefarm/none:0',
      hint: expect.stringContaining('docker/build.sh'),
    });
  });

  it.each(['debian:bookworm-slim', RENDER_IMAGE.replace('render', 'producer')])(
    'an image that renders nothing: %s',
    async (image) => {
      expect(await tell(['--docker-image', image])).toMatchObject({
        type: 'error',
        code: 'CONTAINER_IMAGE_MISMATCH',
        message: `${image} is not a render image of framefarm`,
      });
    },
  );

  it('an engine that does not run', async () => {
    const env = { DOCKER_HOST: 'unix:///nowhere/docker.sock' };
    expect(await tell([], { env })).toMatchObject({ type: 'error', code: 'CONTAINER_ENGINE_UNAVAILABLE' });
  });

  it.runIf(isRoot)('a socket that is closed to the user', async () => {
    const event = await tell([], { uid: USER, gid: USER, env: { HOME: join(await project, 'out') } });
    expect(event).toMatchObject({ type: 'error', code: 'CONTAINER_ENGINE_DENIED' });
  });

  it.runIf(isRoot)('a project of root that nobody else may read', async () => {
    const closed = join(await project, 'closed');
    await mkdir(closed, { mode: 0o700 });
    await writeFile(join(closed, 'index.html'), await readFile(join(await project, 'index.html')));
    const result = await framefarm(['render', closed, '--docker', '-o', join(await project, 'out', 'b.mp4'), '--json']);
    expect(result.events().at(-1)).toMatchObject({ type: 'error', code: 'CONTAINER_MOUNT_REFUSED' });
  });
});
