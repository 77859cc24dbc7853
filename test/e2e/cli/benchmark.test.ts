/** `framefarm benchmark` as its user runs it (cli 10). */
import { execFile } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { mkdir, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { builtInDocument } from '../../../libs/benchmark/src/scene/built-in.js';
import { decode, streams } from '../../support/output/decode.js';
import { composition, makeProject, scratchDirectory } from '../../support/projects/project.js';
import { useBundledFfmpeg } from '../../support/renders/bundled-ffmpeg.js';
import { framefarm, type JsonEvent, program, startFramefarm } from '../../support/renders/command-line.js';
import { nothingIsLeft } from '../../support/renders/fault-bench.js';
import { renderCold } from '../../support/renders/warm-render.js';

useBundledFfmpeg();

const run = promisify(execFile);

const tiny = composition(
  `<style>@keyframes go { to { transform: translateX(90px) } }</style>
   <div style="position:absolute;left:10px;top:20px;width:40px;height:40px;background:#e04060;animation:go 0.4s linear both"></div>`,
  { duration: 0.4 },
);

describe('benchmark', () => {
  it('measures, compares, and recommends a command line that runs', async () => {
    const parent = scratchDirectory();
    const project = await makeProject({ 'index.html': tiny });
    await symlink(project, join(parent, 'tiny'));
    const tmp = join(scratchDirectory(), 'tmp');
    await mkdir(tmp);
    const result = await framefarm(
      ['benchmark', 'tiny', '--runs', '1', '--quality', 'draft', '--fps', '20', '--output-dir', 'kept', '--json'],
      { cwd: parent, env: { TMPDIR: tmp } },
    );
    expect(result.stderr).toContain('Each run renders 8 of 8 frames');
    expect(result.exitCode).toBe(0);
    await nothingIsLeft(tmp);

    const document: JsonEvent = JSON.parse(result.stdout);
    expect(document.host).toMatchObject({ cpus: expect.any(Number), memoryMb: expect.any(Number) });
    expect(document.composition).toMatchObject({ compositionId: 'test', builtIn: false, frames: 8, fps: '20' });
    // Eight frames keep one worker busy, so paths, encoder threads and renders at once are what is compared.
    const results: JsonEvent[] = document.results;
    expect(
      results.map(({ capturePath, encoderThreads, concurrency }) => [capturePath, encoderThreads, concurrency]),
    ).toEqual(
      expect.arrayContaining([
        ['beginframe', 1, 1],
        ['surface', 1, 1],
        ['screenshot', 1, 1],
        ['beginframe', 2, 1],
        ['beginframe', 1, 2],
      ]),
    );
    for (const one of results) {
      expect(one).toMatchObject({ fps: '20', quality: 'draft', workers: 1, failures: 0 });
      expect(one.runs).toHaveLength(1);
      expect(one.avgTimeMs).toBeGreaterThan(0);
      // A browser alone needs more than this.
      expect(one.peakMemoryMb).toBeGreaterThan(60);
      expect(one.runs[0].cpuSeconds.capture).toBeGreaterThan(0);
    }
    expect(document.frames).toMatchObject({ same: true, outliers: [] });
    // Which part it is hangs on how busy the machine is; unit tests pin the rule.
    expect(document.limit).toMatchObject({
      part: expect.stringMatching(/^(start|page|capture|encoder)$/),
      busyShare: expect.any(Number),
    });
    expect(document._meta.version).toMatch(/^\d+\.\d+\.\d+/);

    // Of each configuration one output stays, and nothing else.
    const kept = readdirSync(join(parent, 'kept'));
    expect(kept).toHaveLength(results.length);
    const { video } = await streams(join(parent, 'kept', kept[0] ?? ''));
    expect(video?.nb_read_packets).toBe('8');

    const { command } = document.recommendation;
    expect(command).toMatch(/^framefarm render tiny --workers 1 --fps 20 --quality draft$/);
    await run('sh', ['-c', command.replace(/^framefarm/, `${process.execPath} ${program}`)], {
      cwd: parent,
      env: { ...process.env, TMPDIR: tmp },
    });
    expect((await streams(join(parent, 'renders', 'tiny.mp4'))).video?.nb_read_packets).toBe('8');
  });

  // What these measure is thrown away, so they measure together.
  it.concurrent('leaves nothing when it is interrupted while a render is measured', async () => {
    const project = await makeProject({ 'index.html': composition('', { duration: 60 }) });
    const tmp = join(project, 'tmp');
    await mkdir(tmp);
    const command = startFramefarm(['benchmark', project, '--runs', '20'], { cwd: project, env: { TMPDIR: tmp } });
    await command.seen(/^\[1\//m);
    command.kill('SIGINT');
    const result = await command.ended;
    expect(result.exitCode).toBe(130);
    expect(result.stdout).toBe('');
    expect(result.stderr).toContain('SIGINT: stopped');
    expect(result.stderr).not.toMatch(/^\s+at /m);
    await nothingIsLeft(tmp);
    expect(existsSync(join(project, 'renders'))).toBe(false);
  });

  it.concurrent('reports what it has measured when it is interrupted later', async () => {
    const project = await makeProject({ 'index.html': tiny });
    const command = startFramefarm(['benchmark', project, '--json', '--quality', 'draft', '--fps', '20']);
    await command.seen(/^\[2\//m);
    command.kill('SIGINT');
    const result = await command.ended;
    expect(result.exitCode).toBe(130);
    const document: JsonEvent = JSON.parse(result.stdout);
    expect(document.unfinished).toEqual({ runs: 1, of: expect.any(Number) });
    // Eight frames keep one worker busy: that one is all there is to choose.
    expect(document.results).toHaveLength(1);
    expect(document.recommendation.command).toMatch(/^framefarm render .* --workers 1 /);
  });

  it.concurrent('fails as a render does where the composition cannot be rendered at all', async () => {
    const project = await makeProject({ 'index.html': composition('', { duration: null }) });
    const result = await framefarm(['benchmark', project, '--json']);
    expect(result.exitCode).toBe(1);
    expect(result.events().at(-1)).toMatchObject({ type: 'error', code: 'COMPOSITION_ZERO_DURATION' });
  });

  it.concurrent('refuses wrong flags at once, and a directory that keeps nothing', async () => {
    const flags = await framefarm(['benchmark', scratchDirectory(), '--runs', '0', '--fps', '29.97']);
    expect(flags.exitCode).toBe(2);
    expect(flags.stderr).toContain('--runs "0": must be a whole number from 1 to 20');
    expect(flags.stderr).toContain('30000/1001');
    const project = await makeProject({ 'index.html': composition('') });
    const kept = await framefarm(['benchmark', project, '--output-dir', '/proc/kept']);
    expect(kept.exitCode).toBe(2);
    expect(kept.stderr).toContain('Choose another --output-dir');
    expect(kept.stderr).not.toContain('Measuring');
  });
});

describe('the built-in composition', () => {
  it('moves in every frame, needs no other file and passes the strictest checks', async () => {
    const project = await makeProject({ 'index.html': builtInDocument() });
    const output = join(scratchDirectory(), 'out.mp4');
    await renderCold(project, output, ['--frames', '299-301', '--strict-all', '--offline']);
    const frames = await decode(output);
    expect(frames.count).toBe(3);
    const differing = (a: number, b: number): number => {
      let count = 0;
      for (let y = 0; y < frames.height; y += 8) {
        for (let x = 0; x < frames.width; x += 8) {
          if (Math.abs(frames.pixel(a, x, y)[0] - frames.pixel(b, x, y)[0]) > 8) count += 1;
        }
      }
      return count;
    };
    expect(differing(0, 1)).toBeGreaterThan(20);
    expect(differing(1, 2)).toBeGreaterThan(20);
  });
});
