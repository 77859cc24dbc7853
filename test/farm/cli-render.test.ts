/** The command line as the client of a farm: the same commands, the same frames (cli 7). */
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, lstatSync, readFileSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type FarmProcess, startFarm } from '../support/farm/farm-process.js';
import { frameHashes } from '../support/output/decode.js';
import { composition, makeProject, repository, scratchDirectory } from '../support/projects/project.js';
import { useBundledFfmpeg } from '../support/renders/bundled-ffmpeg.js';
import { type CommandResult, framefarm, startFramefarm } from '../support/renders/command-line.js';

useBundledFfmpeg();

let farm: FarmProcess;
let project: string;
/** For outputs: those in the project would be sent with it by the next command. */
const out = scratchDirectory();
const home = scratchDirectory();
/** As the repository is where the README is read: with `examples` in it. */
let checkout: string;

beforeAll(async () => {
  // A tenth of a second of five, in the size that it has.
  const example = readFileSync(join(repository, 'examples/css-only/index.html'), 'utf8');
  checkout = await makeProject({
    'examples/css-only/index.html': example.replace(' data-duration="5"', ' data-duration="0.1"'),
  });
  farm = await startFarm({ flags: ['--slots', '1', '--project-root', join(checkout, 'examples')] });
  const moving = '<style>@keyframes go{to{margin-left:100px}} p{animation:go 1s linear}</style>';
  project = await makeProject({ 'index.html': composition(`${moving}<p>Hi</p>`, { duration: 0.5 }) });
});
afterAll(async () => {
  await farm.stop();
});

function run(args: readonly string[], cwd = project): Promise<CommandResult> {
  return framefarm(args, inProject(cwd));
}

const inProject = (cwd: string) => ({ cwd, env: { FRAMEFARM_URL: farm.url, XDG_STATE_HOME: home } });

async function succeeded(args: readonly string[], cwd = project): Promise<CommandResult> {
  const result = await run(args, cwd);
  expect(result.exitCode, `${args.join(' ')}\n${result.stdout}\n${result.stderr}`).toBe(0);
  return result;
}

// Each waits for commands to start and for the farm, so some of them wait together.
describe('a render on a farm', () => {
  it.concurrent('has the frames of a local one and prints the same lines; the next one sends nothing and says which frames the farm had', async () => {
    const onFarm = await succeeded(['render', '.', '-q', 'draft', '-o', join(out, 'farm.mp4')]);
    const local = await succeeded(['render', '.', '-q', 'draft', '-o', join(out, 'local.mp4'), '--local']);
    expect(await frameHashes(join(out, 'farm.mp4'))).toEqual(await frameHashes(join(out, 'local.mp4')));
    const lines = ({ stdout }: CommandResult): string =>
      stdout
        .replace(/[\d.]+s$/m, 'Ns')
        .replaceAll(/farm|local/g, 'out')
        .replace(/, [\d.]+[KM]?B\)/, ')');
    expect(lines(onFarm)).toBe(lines(local));
    const again = await succeeded(['render', '.', '-q', 'draft', '-o', join(out, 'again.mp4')]);
    expect(onFarm.stderr).toMatch(/^Sent \d/m);
    expect(again.stderr).not.toMatch(/^Sent \d/m);
    expect(again.stdout).toMatch(/^Captured 0 frames in [\d.]+s, took 15 from an earlier render$/m);
    expect(await frameHashes(join(out, 'again.mp4'))).toEqual(await frameHashes(join(out, 'local.mp4')));
  });

  it.concurrent('that is drawn larger is drawn by its surface, has the frames of a local one too and tells its file', async () => {
    const style = '<style>@keyframes go{to{translate:150px 200px}} b{animation:go 0.7s linear;font:40px Inter}</style>';
    // The fewest frames that a surface is for, and one.
    const small = await makeProject({
      'index.html': composition(`${style}<b>Larger</b>`, { width: 360, height: 360, duration: 0.7 }),
    });
    const args = ['render', '.', '-q', 'draft', '--resolution', 'square', '--json'];
    const onFarm = (await succeeded([...args, '-o', 'farm.mp4'], small)).events();
    const local = await succeeded([...args, '-o', 'local.mp4', '--local'], small);
    expect(onFarm.map(({ type }) => type)).toContain('project-uploaded');
    const file = join(small, 'farm.mp4');
    const told = { type: 'render-complete', outputPath: file, frames: 21, width: 1080, height: 1080 };
    const sha256 = createHash('sha256').update(readFileSync(file)).digest('hex');
    expect(onFarm.at(-1)).toMatchObject({ ...told, sha256 });
    // Pictures of another way of capture are coded as JPEG, and no frame would be the same.
    expect(local.events().at(-1)).toMatchObject({ width: 1080, height: 1080, capture: { path: 'surface' } });
    expect(await frameHashes(file)).toEqual(await frameHashes(join(small, 'local.mp4')));
  });

  it.concurrent('that fails leaves no output and tells the error of the composition', async () => {
    const broken = await makeProject({ 'index.html': '<p>no root</p>' });
    const result = await run(['render', '.', '-o', 'out/a.mp4'], broken);
    expect([result.exitCode, existsSync(join(broken, 'out'))]).toEqual([1, false]);
    expect(result.stderr).toMatch(/\[COMPOSITION_ROOT_MISSING\]/);
  });

  it.concurrent('whose output cannot be put in its place stays on the farm, and only a file gives way to it', async () => {
    // Of which nothing is known yet: its page has to be opened, and the directory is there long before the output is.
    const fresh = await makeProject({ 'index.html': composition('<u>lost</u>', { duration: 0.1 }) });
    const command = startFramefarm(['render', '.', '-q', 'draft', '-o', 'lost.mp4', '--json'], inProject(fresh));
    await command.event((event) => event.type === 'render-submitted');
    await mkdir(join(fresh, 'lost.mp4'));
    const lost = await command.ended;
    expect(lost.exitCode).toBe(1);
    const id = /"framefarm farm output (rnd_\w+) --output <path>"/.exec(lost.stderr)?.[1] ?? '';
    const pipe = join(scratchDirectory(), 'pipe');
    await promisify(execFile)('mkfifo', [pipe]);
    const refused = await run(['farm', 'output', id, '-o', pipe]);
    expect([refused.exitCode, refused.stderr]).toEqual([2, expect.stringContaining('is not a regular file')]);
    expect(lstatSync(pipe).isFIFO()).toBe(true);
  });

  it('without waiting is an id that can be watched, looked at and fetched', async () => {
    const submitted = await succeeded(['render', '.', '-q', 'draft', '--no-wait', '--label', 'job=later']);
    const id = submitted.stdout.trim();
    expect(submitted.stderr).toContain(`framefarm farm watch ${id}`);
    const watched = await succeeded(['farm', 'watch', '--last', '--json']);
    expect(watched.events().at(-1)).toMatchObject({ type: 'render-complete', renderId: id, frames: 15 });
    expect((await succeeded(['farm', 'status', id])).stdout).toMatch(/is completed/);
    const { items } = JSON.parse((await succeeded(['farm', 'list', '--label', 'job=later', '--json'])).stdout);
    expect(items.map((item: { id: string }) => item.id)).toEqual([id]);
    const fetched = await succeeded(['farm', 'output', id, '-o', 'fetched.mov']);
    expect(fetched.stderr).toBe('Notice output_extension: fetched.mov has the extension of mov but will hold mp4\n');
    expect(await frameHashes(join(project, 'fetched.mov'))).toHaveLength(15);
    expect((await succeeded(['farm', 'logs', id, '--step', 'prepare'])).stdout).toMatch(/^\[prepare\] /);
    const none = await succeeded(['farm', 'logs', id, '--step', 'nope']);
    expect([none.stdout, none.stderr]).toEqual(['', 'no step whose name begins with "nope" has written anything\n']);
  });

  it('is only checked with --dry-run', async () => {
    const renders = async () => ((await (await fetch(`${farm.url}/renders`)).json()) as { items: unknown[] }).items;
    const before = await renders();
    expect((await succeeded(['render', '.', '--dry-run'])).stdout).toMatch(/nothing was rendered/);
    expect(await renders()).toHaveLength(before.length);
  });
});

it('a batch on a farm has the manifest and the outputs of a local one', async () => {
  await writeFile(join(project, 'rows.json'), '[{"name":"anna"},{"name":"ben"}]');
  await succeeded(['render', '.', '--batch', 'rows.json', '-q', 'draft', '-o', 'out/{name}.mp4']);
  const manifest = JSON.parse(readFileSync(join(project, 'out/manifest.json'), 'utf8'));
  expect(manifest).toMatchObject({ total: 2, completed: 2, failed: 0, skipped: 0 });
  for (const row of manifest.rows) {
    expect(row).toMatchObject({ status: 'completed', frames: 15, renderId: expect.stringMatching(/^rnd_/) });
    expect(createHash('sha256').update(readFileSync(row.outputPath)).digest('hex')).toBe(row.sha256);
  }
});

it.each([
  ['rows', ['--batch', 'large-rows.json', '--dry-run'], /Divide the rows over several files/],
  ['variables', ['--variables-file', 'large.json', '--dry-run'], /out of the variables into files/],
])('%s that are too large for a farm are refused with what to do about them', async (_what, args, hint) => {
  const row = { text: 'x'.repeat(1_100_000) };
  await writeFile(join(project, 'large-rows.json'), JSON.stringify(Array.from({ length: 10 }, () => row)));
  await writeFile(join(project, 'large.json'), JSON.stringify(row));
  const { exitCode, stderr } = await run(['render', '.', ...args]);
  expect([exitCode, stderr]).toEqual([2, expect.stringMatching(/The body has \d+ bytes; at most \d+ are/)]);
  expect(stderr).toMatch(hint);
  expect(stderr).not.toContain('.framefarmignore');
});

it('the commands of the README that submit, watch and fetch do so as they are written', async () => {
  const readme = readFileSync(join(repository, 'README.md'), 'utf8');
  const block = /```sh\n(id=[\s\S]+?)```/.exec(readme)?.[1] ?? '';
  const output = join(out, 'readme.mp4');
  const script = block.replaceAll('http://127.0.0.1:9847', farm.url).replace('css-only.mp4', output);
  const { stdout } = await promisify(execFile)('sh', ['-ec', script], { cwd: checkout });
  expect(stdout).toMatch(/event: completed/);
  expect(await frameHashes(output)).toHaveLength(3);
});

it('the queue and the workers of a farm are told', async () => {
  expect(JSON.parse((await succeeded(['farm', 'queue', '--json'])).stdout)).toEqual({
    maxConcurrentRenders: 2,
    activeRenders: 0,
    queuedRenders: 0,
  });
  const { items } = JSON.parse((await succeeded(['farm', 'workers', '--json'])).stdout);
  expect(items).toHaveLength(1);
  const [{ id, name }] = items;
  expect((await succeeded(['farm', 'workers', '--clear', name])).stdout).toBe(`${id} takes steps again\n`);
  const unknown = await run(['farm', 'workers', '--clear', 'nobody']);
  expect(unknown.exitCode).not.toBe(0);
  expect(unknown.stderr).toContain(name);
});
