import { spawn } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { composition, makeProject, scratchDirectory } from '../../support/projects/project.js';
import { useBundledFfmpeg } from '../../support/renders/bundled-ffmpeg.js';
import { framefarm, program } from '../../support/renders/command-line.js';

useBundledFfmpeg();

const SMALL = composition('', { id: 'small', duration: 0.5 });
const DRAFT = ['--quality', 'draft', '--fps', '10'];

/** Node.js tells of an exit that is called for: a command ends by itself, as one that calls for its end may wait for ever. */
const TRACED = { NODE_OPTIONS: '--trace-exit' };
const EXIT_CALLED_FOR = 'Exited the environment';

describe('a render that succeeds', () => {
  it('prints the three lines on stdout, makes the default output, and ends by itself', async () => {
    const project = await makeProject({ 'index.html': SMALL });
    const cwd = scratchDirectory();
    const { exitCode, stdout, stderr } = await framefarm(['render', project, ...DRAFT], { cwd, env: TRACED });
    expect(exitCode).toBe(0);
    expect(stderr).not.toContain(EXIT_CALLED_FOR);
    const output = join('renders', `${basename(project)}.mp4`);
    const lines = stdout.trimEnd().split('\n');
    expect(lines[0]).toBe('Rendering composition "small" (10fps, draft quality)');
    expect(lines[1]).toMatch(/^Captured 5 frames in \d+\.\ds$/);
    expect(lines[2]).toMatch(new RegExp(`^Encoded to ${output} \\(0\\.5s, 160x90, [\\d.]+(B|KB)\\)$`));
    expect(lines).toHaveLength(3);
    expect(stderr).toMatch(/^Workers: 1 of \d+ \(\w+\)$/m);
    expect(stderr).toMatch(/^Progress \d+% capturing/m);
    expect(stderr).not.toContain('\u001b');
    expect(statSync(join(cwd, output)).size).toBeGreaterThan(0);
    expect(readdirSync(join(cwd, 'renders'))).toEqual([basename(output)]);
  });

  it('prints with --quiet the path alone', async () => {
    const project = await makeProject({ 'index.html': SMALL });
    const result = await framefarm(['render', '--quiet', '-o', 'out.mp4', ...DRAFT], { cwd: project });
    expect(result).toMatchObject({ exitCode: 0, stdout: 'out.mp4\n', stderr: '' });
  });

  it('streams with --json start, progress and complete with all facts', async () => {
    const project = await makeProject({ 'index.html': SMALL });
    const result = await framefarm(['render', project, '-o', 'out.mp4', '--json', ...DRAFT], { cwd: project });
    expect(result.exitCode).toBe(0);
    const events = result.events();
    expect(events[0]).toMatchObject({ type: 'render-start', compositionId: 'small', fps: '10', quality: 'draft' });
    expect(events.slice(1, -1).every((event) => event.type === 'render-progress')).toBe(true);
    const path = join(project, 'out.mp4');
    expect(events.at(-1)).toMatchObject({
      type: 'render-complete',
      outputPath: path,
      durationMs: 500,
      frames: 5,
      fps: '10',
      width: 160,
      height: 90,
      size: statSync(path).size,
      sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
      lanes: { count: 1, upperBound: expect.any(Number), reason: expect.any(String) },
      capture: { path: expect.any(String), reason: expect.any(String) },
      versions: { browser: expect.stringMatching(/\d/), ffmpeg: expect.stringMatching(/\d/) },
      sandbox: { on: expect.any(Boolean) },
      timings: { capture: expect.any(Number), total: expect.any(Number) },
      substitutions: [],
      warnings: [],
    });
  });

  it('ends its lines with the number of warnings, and obeys no escape sequence of the page', async () => {
    const script = '<script>setTimeout(() => { throw new Error("broken \\u001b[2J here") }, 0)</script>';
    const project = await makeProject({ 'index.html': composition(script, { duration: 0.2 }) });
    const { exitCode, stderr } = await framefarm(['render', project, '-o', 'out.mp4', ...DRAFT], { cwd: project });
    expect(exitCode).toBe(0);
    expect(stderr).toMatch(/^Warning script_error: .*broken \\x1b\[2J here/m);
    expect(stderr).toMatch(/Completed with 1 warning\n$/);
    expect(stderr).not.toContain('\u001b');
  });

  it('goes on when its reader leaves', async () => {
    const project = await makeProject({ 'index.html': SMALL });
    const child = spawn(
      process.execPath,
      [program, 'render', project, '-o', join(project, 'out.mp4'), '--json', ...DRAFT],
      { stdio: ['ignore', 'pipe', 'ignore'] },
    );
    child.stdout.destroy();
    const exitCode = await new Promise((resolve) => child.once('close', resolve));
    expect(exitCode).toBe(0);
    expect(existsSync(join(project, 'out.mp4'))).toBe(true);
  });

  it('renders nothing with --dry-run', async () => {
    const project = await makeProject({ 'index.html': SMALL });
    const result = await framefarm(['render', project, '--dry-run', ...DRAFT], { cwd: project });
    expect(result.exitCode).toBe(0);
    expect(result.stdout).toMatch(/\nDry run: 5 frames in 1 chunk; nothing was rendered\n$/);
    expect(existsSync(join(project, 'renders'))).toBe(false);
  });
});

describe('a render that fails', () => {
  it('leaves an older output as it was, and ends its events with render-error', async () => {
    const project = await makeProject({
      'index.html': composition('<script>throw new Error("no good")</script>'),
      'out.mp4': 'older',
    });
    const args = ['render', project, '-o', 'out.mp4', '--strict', '--json', ...DRAFT];
    const result = await framefarm(args, { cwd: project });
    expect(result.exitCode).toBe(1);
    expect(result.events().at(-1)).toMatchObject({
      type: 'render-error',
      errorCode: 'COMPOSITION_SCRIPT_ERROR',
      error: expect.stringContaining('no good'),
      outputPath: join(project, 'out.mp4'),
      stage: expect.any(String),
    });
    expect(readFileSync(join(project, 'out.mp4'), 'utf8')).toBe('older');
    expect(readdirSync(project).sort()).toEqual(['index.html', 'out.mp4']);
  });

  it('tells the limit when --timeout passes', async () => {
    const project = await makeProject({ 'index.html': composition('', { duration: 600 }) });
    const tmp = join(project, 'tmp');
    await mkdir(tmp);
    const args = ['render', project, '-o', 'out.mp4', '--timeout', '1s', '--quality', 'draft'];
    const { exitCode, stderr } = await framefarm(args, { cwd: project, env: { TMPDIR: tmp } });
    expect(stderr).toMatch(/\[RENDER_TIMEOUT\]\n {2}the render was not done after 1 s\n {2}Hint: Raise --timeout, /);
    expect(exitCode).toBe(1);
    expect(readdirSync(tmp)).toEqual([]);
    expect(existsSync(join(project, 'out.mp4'))).toBe(false);
  });

  it('shows a stack with --debug only, and ends by itself', async () => {
    const project = await makeProject({});
    await writeFile(join(project, 'index.html'), '<p>no root</p>');
    const quiet = await framefarm(['render', project, ...DRAFT], { cwd: project, env: TRACED });
    expect(quiet.stderr).not.toContain(EXIT_CALLED_FOR);
    expect(quiet.stderr).toMatch(/\[COMPOSITION_ROOT_MISSING\]/);
    expect(quiet.stderr).not.toMatch(/^\s+at /m);
    const loud = await framefarm(['render', project, '--debug', ...DRAFT], {
      cwd: project,
      env: { TMPDIR: scratchDirectory() },
    });
    expect(loud.stderr).toMatch(/^\s+at /m);
    expect([quiet.exitCode, loud.exitCode]).toEqual([1, 1]);
  });
});
