/** The Chromium sandbox: on for everybody, root included; off on request or where it cannot be, never in silence (security 2). */
import { spawnSync } from 'node:child_process';
import { chmodSync, chownSync, mkdirSync, readFileSync, readlinkSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { UNPRIVILEGED_USER } from '@framefarm/process';
import { beforeAll, describe, expect, it } from 'vitest';
import { familyOf, until } from '../../support/machine/processes.js';
import { composition, makeProject, repository, scratchDirectory } from '../../support/projects/project.js';
import { useBundledFfmpeg } from '../../support/renders/bundled-ffmpeg.js';
import { framefarm, startFramefarm } from '../../support/renders/command-line.js';
import { fillCache } from '../../support/renders/filled-cache.js';

useBundledFfmpeg();

const HTML = composition('<p>text</p>', { duration: 0.1 });
const FAST = ['--quality', 'draft', '--fps', '10'];
const isRoot = process.getuid?.() === 0;
/** An ordinary user: the one who runs the tests, or nobody when that is root. */
const user = isRoot ? { uid: 65_534, gid: 65_534 } : {};

/** A project, home and temporary directory that belong to the ordinary user. */
async function ownedByUser(): Promise<{ project: string; env: NodeJS.ProcessEnv }> {
  const project = await makeProject({ 'index.html': HTML });
  const home = join(scratchDirectory(), 'home');
  mkdirSync(home);
  if (isRoot) {
    chmodSync(join(home, '..'), 0o755);
    for (const path of [project, home]) chownSync(path, 65_534, 65_534);
  }
  const cache = join(home, 'cache');
  await fillCache(cache, user);
  return { project, env: { HOME: home, TMPDIR: home, XDG_CACHE_HOME: cache } };
}

/** Whether this system lets the ordinary user make the namespaces of which the sandbox consists. */
const namespaces = spawnSync('unshare', ['--user', '--map-root-user', 'true'], user).status === 0;

/** Root may keep its files, this checkout among them, from everybody else. */
const admitted = spawnSync('test', ['-r', join(repository, 'oclif/bin/run.js')], user).status === 0;

describe.runIf(admitted)('an ordinary user', () => {
  let project: string;
  let env: NodeJS.ProcessEnv;
  beforeAll(async () => {
    ({ project, env } = await ownedByUser());
  });

  it(`renders ${namespaces ? 'with the sandbox on' : 'not at all where the system forbids it, and is told why'}`, async () => {
    const args = ['render', project, '-o', join(project, 'out.mp4'), '--json', ...FAST];
    const result = await framefarm(args, { env, ...user });
    const last = result.events().at(-1);
    if (namespaces) expect(last, result.stderr).toMatchObject({ type: 'render-complete', sandbox: { on: true } });
    else expect(last).toMatchObject({ errorCode: 'BROWSER_CRASHED', hint: expect.stringContaining('--no-sandbox') });
  });

  // What people read then is what root reads below.
  it('may switch it off', async () => {
    const args = ['render', project, '-o', join(project, 'out.mp4'), '--no-sandbox', '--json', ...FAST];
    const result = await framefarm(args, { env, ...user });
    expect(result.events().at(-1), result.stderr).toMatchObject({
      type: 'render-complete',
      sandbox: { on: false, reason: 'switched off on request' },
    });
  });
});

interface Renderer {
  readonly status: string;
  readonly namespaces: readonly string[];
}

const namespacesOf = (pid: number | 'self'): string[] =>
  ['user', 'pid', 'net'].map((name) => readlinkSync(`/proc/${pid}/ns/${name}`));

/** The renderer processes below `pid` that run as the user of root's browsers. */
function renderersOf(pid: number): Renderer[] {
  return familyOf(pid).flatMap(({ pid: one, command }) => {
    if (!command.includes('--type=renderer')) return [];
    try {
      if (statSync(`/proc/${one}`).uid !== UNPRIVILEGED_USER.uid) return [];
      return [{ status: readFileSync(`/proc/${one}/status`, 'utf8'), namespaces: namespacesOf(one) }];
    } catch {
      return []; // It ended while it was looked at.
    }
  });
}

/** A process carries its name before it has shut itself in: not every look finds the filter of calls in place. */
const isConfined = ({ status, namespaces: its }: Renderer): boolean =>
  /^Seccomp:\s*2$/m.test(status) &&
  /^NoNewPrivs:\s*1$/m.test(status) &&
  namespacesOf('self').every((name, index) => its[index] !== name);

// Each waits for processes of its own, so they wait together.
describe.runIf(isRoot && namespaces && admitted)('root', { concurrent: true }, () => {
  it('renders with the sandbox on: the browser runs as another user, its renderers confined', async () => {
    const project = await makeProject({ 'index.html': composition('<p>text</p>', { duration: 2 }) });
    const rendering = startFramefarm(['render', project, '-o', join(project, 'out.mp4'), '--json', ...FAST]);
    let seen: Renderer[] = [];
    await until(
      () => {
        seen = renderersOf(rendering.pid);
        return seen.some(isConfined);
      },
      () => `no renderer is confined: ${JSON.stringify(seen)}`,
    );
    const result = await rendering.ended;
    expect(result.events().at(-1), result.stderr).toMatchObject({ type: 'render-complete', sandbox: { on: true } });
  });
});

describe.runIf(isRoot)('root on a PATH without the programs of the system', { concurrent: true }, () => {
  it('renders without the sandbox, and reads what is missing', async () => {
    const project = await makeProject({ 'index.html': HTML });
    const args = ['render', project, '-o', join(project, 'out.mp4'), ...FAST];
    const { stderr } = await framefarm(args, { env: { PATH: '/nowhere' } });
    expect(stderr).toMatch(/sandbox is off: framefarm runs as root, and "unshare", .* is not on PATH/);
  });
});

describe.runIf(isRoot)('root, whose browser lies where others may not go', { concurrent: true }, () => {
  it('renders without the sandbox, and reads why', async () => {
    const project = await makeProject({ 'index.html': HTML });
    // The scratch directory is closed to others, and so is the browser in it.
    const cache = join(scratchDirectory(), 'cache');
    await fillCache(cache);
    const env = { XDG_CACHE_HOME: cache };
    const args = ['render', project, '-o', join(project, 'out.mp4'), ...FAST];
    const { stderr } = await framefarm(args, { env });
    expect(stderr).toMatch(/sandbox is off: framefarm runs as root, and .* is closed to the unprivileged user/);
  });
});
