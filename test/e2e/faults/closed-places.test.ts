/** Users without a home that can be written, and temporary directories that cannot: named, or done without. */
import { chmodSync, existsSync, lstatSync, readdirSync } from 'node:fs';
import { mkdir, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { composition, openDirectory } from '../../support/projects/project.js';
import { useBundledFfmpeg } from '../../support/renders/bundled-ffmpeg.js';
import { framefarm } from '../../support/renders/command-line.js';
import { fillCache } from '../../support/renders/filled-cache.js';
import { wrappedBrowser } from '../../support/renders/wrapped-browser.js';

useBundledFfmpeg();

const isRoot = process.getuid?.() === 0;
/** Somebody whom files of root's tests do not belong to. */
const stranger = isRoot ? { uid: 65_534, gid: 65_534 } : {};
const uid = isRoot ? 65_534 : process.getuid?.();
const NOWHERE = '/proc/nowhere';

/** A project and a directory for temporary files, open to anybody. */
async function place(): Promise<{ readonly project: string; readonly tmp: string; readonly output: string }> {
  const project = openDirectory();
  await writeFile(join(project, 'index.html'), composition('', { duration: 0.2 }));
  const tmp = join(project, 'tmp');
  await mkdir(tmp);
  chmodSync(tmp, 0o777);
  return { project, tmp, output: join(project, 'out.mp4') };
}

/** Nobody but root enters it. */
function closedDirectory(): string {
  const directory = openDirectory();
  chmodSync(directory, 0);
  return directory;
}

describe('a user without a home', () => {
  const homeless = { HOME: '/nonexistent', XDG_CACHE_HOME: '' };

  it('renders with a cache of their own among the temporary files, closed to others', async () => {
    const { project, tmp, output } = await place();
    // A number that no system knows has neither home nor shell: so run containers that were given one.
    const user = isRoot ? { uid: 54_321, gid: 54_321 } : {};
    const env = { ...(isRoot ? { HOME: undefined, SHELL: undefined } : homeless), XDG_CACHE_HOME: '', TMPDIR: tmp };
    // Of what a cache holds the fonts are enough here; to unpack a browser takes a core some seconds.
    const flags = ['--quality', 'draft', '--browser-path', await wrappedBrowser(':')];
    const result = await framefarm(['render', project, '-o', output, ...flags], { env, ...user });
    expect(result.stderr).not.toMatch(/Error/);
    expect(result.exitCode).toBe(0);
    expect(existsSync(output)).toBe(true);
    const cache = `framefarm-cache-${user.uid ?? uid}`;
    expect(readdirSync(tmp)).toEqual([cache]);
    expect(lstatSync(join(tmp, cache)).mode & 0o777).toBe(0o700);
  });

  it('is told of HOME where another one has taken that name', async () => {
    const { project, tmp, output } = await place();
    const elsewhere = openDirectory();
    await symlink(elsewhere, join(tmp, `framefarm-cache-${uid}`));
    const env = { ...homeless, TMPDIR: tmp };
    const result = await framefarm(['render', project, '-o', output, '--quality', 'draft'], { env, ...stranger });
    expect(result.stderr).toMatch(/\[OUTPUT_NOT_WRITABLE\]/);
    expect(result.stderr).toMatch(/Hint: Set HOME or XDG_CACHE_HOME/);
    expect(readdirSync(elsewhere)).toEqual([]);
  });
});

// They wait for processes to start, so some of them wait together.
describe('a command starts and says nothing of', () => {
  // Node.js makes directories for ever where none can have children; then only SIGKILL ends the process.
  const by = ['timeout', '--signal=KILL', '30'] as const;

  it.concurrent.each([
    ['a home that is closed to this user, as that of root is', () => ({ HOME: closedDirectory() })],
    ['a home that takes no directories', () => ({ HOME: '/proc', XDG_CACHE_HOME: '' })],
    ['a home that is a file', () => ({ HOME: '/dev/null', XDG_CACHE_HOME: '' })],
  ])('%s', async (_, env) => {
    const result = await framefarm(['--version'], { by, env: env(), ...stranger });
    expect(result).toMatchObject({ stderr: '', exitCode: 0 });
  });
});

describe('a directory for temporary files that cannot be written', () => {
  it.concurrent.each(['render', 'inspect'])('is named by %s', async (command) => {
    const { project, output } = await place();
    const flags = command === 'render' ? ['-o', output] : [];
    const result = await framefarm([command, project, ...flags], { env: { TMPDIR: NOWHERE } });
    expect(result.stderr).toMatch(/\[OUTPUT_NOT_WRITABLE\]/);
    expect(result.stderr).toContain(`TMPDIR "${NOWHERE}"`);
    expect(result.exitCode).toBe(2);
  });

  it.concurrent('is a finding of doctor', async () => {
    const result = await framefarm(['doctor', '--strict'], { env: { TMPDIR: NOWHERE } });
    expect(result.stdout).toContain(`TMPDIR "${NOWHERE}"`);
    expect(result.stderr).toBe('');
    expect(result.exitCode).toBe(1);
  });
});

describe('a file that this user may not read', () => {
  const home = openDirectory();
  beforeAll(() => fillCache(join(home, '.cache'), stranger));

  async function closed(files: readonly string[], body: string) {
    const { project, tmp, output } = await place();
    await writeFile(join(project, 'index.html'), composition(body, { duration: 0.2 }));
    for (const file of files) {
      if (file !== 'index.html') await writeFile(join(project, file), 'closed');
      chmodSync(join(project, file), 0o000);
    }
    const env = { HOME: home, XDG_CACHE_HOME: '', TMPDIR: tmp };
    return framefarm(['render', project, '-o', output, '--quality', 'draft'], { env, ...stranger });
  }

  it.concurrent('is named and refused as the entry', async () => {
    const result = await closed(['index.html'], '');
    expect(result.stderr).toMatch(/\[COMPOSITION_NOT_FOUND\]\n.*index\.html cannot be read \(EACCES\)/);
    expect(result.exitCode).toBe(2);
  });

  it.concurrent('is named, where it is the directory of the project', async () => {
    const { project, output } = await place();
    chmodSync(project, 0o000);
    const result = await framefarm(['render', project, '-o', output], { env: { HOME: home }, ...stranger });
    expect(result.stderr).toMatch(/\[COMPOSITION_NOT_FOUND\]\n.*cannot be read \(EACCES\)/);
    expect(result.exitCode).toBe(2);
    chmodSync(project, 0o700);
  });

  it.concurrent('is a warning as an image, a stylesheet, a sound, and a request, where a script asks for it', async () => {
    const body = `<img src="closed.png"><link rel="stylesheet" href="closed.css"><audio src="closed.mp3" data-start="0"></audio>
      <script>fetch("closed.json").catch(() => {});</script>`;
    const files = ['closed.png', 'closed.css', 'closed.mp3'];
    const result = await closed([...files, 'closed.json'], body);
    for (const file of files) {
      expect(result.stderr).toMatch(
        new RegExp(`Warning media_load_failed: .*${file}.* (could not be loaded|cannot be read)`),
      );
    }
    expect(result.stderr).toContain('Warning media_load_failed: request /closed.json: the file cannot be read');
    expect(result.exitCode).toBe(0);
  });
});

it.runIf(process.platform === 'linux')('a project where the system makes no directories is refused', async () => {
  const result = await framefarm(['init', NOWHERE]);
  expect(result.stderr).toMatch(
    /\[OUTPUT_NOT_WRITABLE\]\n {2}the project \/proc\/nowhere cannot be written \(ENOENT\)/,
  );
});
