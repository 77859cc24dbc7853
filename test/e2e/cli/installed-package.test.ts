/** The package as "npm install -g" takes it: packed, installed into an empty place, used there. */
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync } from 'node:fs';
import { mkdir, readFile, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { beforeAll, describe, expect, it } from 'vitest';
import { BUNDLED } from '../../../oclif/packaging/bundled.mjs';
import { startTestRedis } from '../../support/farm/redis.js';
import {
  composition,
  makeProject,
  openDirectory,
  repository,
  scratchDirectory,
} from '../../support/projects/project.js';

const run = promisify(execFile);
/** A disk that is busy writes the packages, some 400 MB in thousands of files, slowly. */
const INSTALL_MS = 240_000;

let prefix: string;
let packed: { readonly filename: string; readonly files: readonly { readonly path: string }[] };

/** The installed command, away from the repository. */
function framefarm(args: readonly string[], env = process.env): ReturnType<typeof run> {
  return run(process.execPath, [join(prefix, 'lib/node_modules/framefarm/bin/run.js'), ...args], { cwd: prefix, env });
}

beforeAll(async () => {
  prefix = scratchDirectory();
  // The suite runs on a built workspace; packing alone would build it again, under the feet of other tests. What makes the package
  // of it has run where the whole suite does (scripts/tests/run-tests.mjs).
  if (process.env.FRAMEFARM_TEST_PROGRAM === undefined)
    await run(process.execPath, [join(repository, 'oclif/packaging/build.mjs')]);
  const pack = ['pack', '--ignore-scripts', '--json', '--pack-destination', prefix];
  [packed] = JSON.parse((await run('npm', pack, { cwd: join(repository, 'oclif') })).stdout);
  // No script is needed but that of "node", for an older Node.js than this one.
  const install = [
    'install',
    '--global',
    '--prefix',
    prefix,
    '--ignore-scripts',
    '--prefer-offline',
    '--no-audit',
    '--no-fund',
  ];
  await run('npm', [...install, join(prefix, packed.filename)], { cwd: prefix });
}, INSTALL_MS);

describe('the package', () => {
  it('holds its licence, its manual and its data, and neither sources nor tests', () => {
    const paths = packed.files.map((file) => file.path);
    for (const path of ['LICENSE', 'README.md', 'bin/run.js', 'bundle/index.js', 'templates/title/index.html']) {
      expect(paths).toContain(path);
    }
    expect(paths.filter((path) => /(^|\/)(src|test|packaging)\/|\.map$|\.test\.|tsbuildinfo/.test(path))).toEqual([]);
  });

  it('brings the packages that its code is bundled with, and their licences; npm installs only the others', async () => {
    const directory = join(prefix, 'lib/node_modules/framefarm');
    const licences = await readFile(join(directory, 'bundle/THIRD-PARTY-LICENSES.txt'), 'utf8');
    for (const name of BUNDLED.keys()) expect(licences).toContain(`\n${name} `);
    // None that another package may ask for.
    for (const name of ['@oclif/core', 'parse5', 'postcss', 'puppeteer-core', '@nestjs/core', 'bullmq', 'rxjs'])
      expect(existsSync(join(directory, 'node_modules', name)), name).toBe(false);
    expect(existsSync(join(directory, 'node_modules/@ffmpeg-installer/ffmpeg'))).toBe(true);
  });

  it('brings everything its code looks for beside itself', async () => {
    const missing: string[] = [];
    const directory = join(prefix, 'lib/node_modules/framefarm');
    for (const { path } of packed.files.filter((file) => /^bundle\/.*\.js$/.test(file.path))) {
      const code = await readFile(join(directory, path), 'utf8');
      for (const [, file = ''] of code.matchAll(
        /__pathOfUrl\w*\(new URL\("([^"]+\.[a-z0-9]+)", import\.meta\.url\)\)/g,
      )) {
        if (!existsSync(join(directory, path, '..', file))) missing.push(`${path}: ${file}`);
      }
    }
    expect(missing).toEqual([]);
  });

  it('brings the page of the preview whole', () => {
    const bundled = 'libs/preview/dist/ui-bundle';
    const paths = packed.files.map((file) => file.path);
    const files = readdirSync(join(repository, bundled)).filter((name) => !name.endsWith('.map'));
    expect(files).toContain('index.html');
    for (const name of files) expect(paths).toContain(`bundle/${bundled}/${name}`);
  });
});

describe('the installed command', () => {
  it('is found on the path by its name', async () => {
    const { stdout } = await run(join(prefix, 'bin/framefarm'), ['--version'], {
      env: { ...process.env, PATH: `${join(process.execPath, '..')}:${process.env.PATH}` },
    });
    const { version } = JSON.parse(await readFile(join(repository, 'package.json'), 'utf8'));
    expect(stdout).toMatch(new RegExp(`^framefarm/${version} `));
  });

  it('explains itself, and a flag that it does not have', async () => {
    expect((await framefarm(['help', 'render'])).stdout).toContain('$ framefarm render');
    const refused = await framefarm(['render', '--nonsense']).catch((error) => error);
    expect(refused).toMatchObject({ code: 2, stderr: expect.stringContaining('--nonsense is not a flag') });
  });

  it.each(['development', 'test'])('says nothing of compilers where NODE_ENV is %s', async (NODE_ENV) => {
    const { stderr } = await framefarm(['completion', 'bash'], { ...process.env, NODE_ENV });
    expect(stderr).toBe('');
  });

  it('finds what it brings, where nothing else is installed', async () => {
    const env = { ...process.env, PATH: scratchDirectory() };
    const report = JSON.parse(String((await framefarm(['doctor', '--json', '--all'], env)).stdout));
    const failed = report.checks.filter((check: { required: boolean; ok: boolean }) => check.required && !check.ok);
    expect(failed).toEqual([]);
    const bundled = expect.stringContaining('bundled');
    expect(report.checks).toContainEqual(expect.objectContaining({ name: 'FFmpeg', detail: bundled }));
    expect(report.checks).toContainEqual(expect.objectContaining({ name: 'Fonts', ok: true, detail: bundled }));
  });

  it('renders a project that it started itself', async () => {
    await framefarm(['init', 'first']);
    await framefarm(['render', 'first', '--frames', '0-4', '-q', 'draft', '-o', 'first.mp4']);
    expect(existsSync(join(prefix, 'first.mp4'))).toBe(true);
  });

  it('renders a WebM by what it brings alone, and says that this takes long', async () => {
    const env = { ...process.env, PATH: scratchDirectory() };
    const page = await makeProject({ 'index.html': composition('<h1>Hi</h1>', { duration: 0.1 }) });
    const { stderr } = await framefarm(['render', page, '--format', 'webm', '-o', 'first.webm'], env);
    expect(existsSync(join(prefix, 'first.webm'))).toBe(true);
    expect(stderr).toContain('Notice slow_vp9: the bundled FFmpeg encodes VP9');
  });
});

describe('the installed farm', () => {
  it.each([
    ['serve', /"msg":"the producer takes requests"/],
    ['worker', /"msg":"worker ready"/],
  ])('%s starts with what npm has installed, and ends when it is told to', async (command, ready) => {
    const redis = await startTestRedis();
    const scratch = openDirectory();
    const child = spawn(process.execPath, [join(prefix, 'lib/node_modules/framefarm/bin/run.js'), command], {
      cwd: prefix,
      env: {
        ...process.env,
        REDIS_URL: redis.url,
        FRAMEFARM_STORE: join(scratch, 'store'),
        FRAMEFARM_SCRATCH_DIR: scratch,
        FRAMEFARM_LOG_LEVEL: 'info',
        PRODUCER_PORT: '0',
        PRODUCER_HEALTH_PORT: '0',
      },
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    let [words, isTold] = ['', false];
    child.stderr.on('data', (data) => {
      words += data;
      // Twice would end it at once.
      if (!isTold && ready.test(words)) isTold = child.kill('SIGTERM');
    });
    const [status] = await once(child, 'close');
    await redis.end();
    expect(words).toMatch(ready);
    expect(status, words).toBe(0);
  });
});

describe('the installed library', () => {
  const page = composition('<h1 style="color: teal">Hi</h1>', { duration: 0.2 });

  async function consumer(files: Readonly<Record<string, string>>): Promise<string> {
    const project = await makeProject({ 'page/index.html': page, 'package.json': '{"type":"module"}', ...files });
    await mkdir(join(project, 'node_modules'));
    await symlink(join(prefix, 'lib/node_modules/framefarm'), join(project, 'node_modules/framefarm'));
    return project;
  }

  it('renders from a plain script, with progress, and says with a code what is wrong', async () => {
    const project = await consumer({
      'script.js': `
        import { FramefarmError, lint, render, version } from 'framefarm';
        const seen = [];
        const { output } = await render('page', {
          output: 'page.gif', fps: 10, quality: 'draft', onProgress: ({ progress }) => seen.push(progress),
        });
        const fault = await render('page', { fps: 0 }).catch((error) => error);
        const { ok } = await lint('page');
        console.log(JSON.stringify({
          path: output.path, frames: output.frames, last: seen.at(-1), ok, version,
          code: fault instanceof FramefarmError && fault.code, fields: fault.issues.map((issue) => issue.field),
        }));`,
    });
    const { stdout } = await run(process.execPath, ['script.js'], { cwd: project });
    expect(JSON.parse(stdout)).toEqual({
      path: join(project, 'page.gif'),
      frames: 2,
      last: 99,
      ok: true,
      version: '0.1.0',
      code: 'VALIDATION_FAILED',
      fields: ['fps'],
    });
  });

  it('is typed, with nothing else installed', async () => {
    const project = await consumer({
      'program.ts': `
        import { FramefarmError, type RenderResult, lint, render, version } from 'framefarm';
        const stop: AbortController = new AbortController();
        const result: RenderResult = await render('page', {
          format: 'webm', fps: '30000/1001', workers: 'auto', variables: { title: 'Hi', tags: ['a'] }, signal: stop.signal,
          onEvent: (event) => { if (event.kind === 'warning') event.warning.code satisfies string; },
          onProgress: ({ progress, stage }) => { (progress satisfies number) + stage; },
        }).catch((error: unknown) => {
          if (error instanceof FramefarmError && error.code === 'RENDER_CANCELLED') error.issues.map((one) => one.message);
          throw error;
        });
        const seconds: number | undefined = result.output?.durationSeconds;
        const findings: number = (await lint('page', { format: 'gif' })).findings.length;
        export { seconds, findings, version };
        // @ts-expect-error There is no such format.
        await render('page', { format: 'avi' });
        // @ts-expect-error There is no such option.
        await render('page', { colour: 'red' });`,
      'tsconfig.json': JSON.stringify({
        compilerOptions: {
          module: 'nodenext',
          target: 'es2023',
          lib: ['es2023', 'dom'],
          types: [],
          strict: true,
          exactOptionalPropertyTypes: true,
          // The compiler's own declarations, not those of the package.
          skipDefaultLibCheck: true,
          noEmit: true,
        },
        files: ['program.ts'],
      }),
    });
    const tsc = join(repository, 'node_modules/typescript/bin/tsc');
    const { stdout } = await run(process.execPath, [tsc, '-p', project]).catch((error) => error);
    expect(stdout).toBe('');
  });
});
