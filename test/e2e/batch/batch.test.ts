/** Batches (cli 5, 6, 6.1) by the real command: outputs, events, manifest, exit codes. */
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { decode } from '../../support/output/decode.js';
import { batchProject, ofType, readManifest, runBatch, sha256 } from '../../support/projects/batch.js';
import { colourName } from '../../support/projects/scene.js';
import { useBundledFfmpeg } from '../../support/renders/bundled-ffmpeg.js';
import { type CommandResult, framefarm, type JsonEvent } from '../../support/renders/command-line.js';

useBundledFfmpeg();

describe('a batch with --json', () => {
  let result: CommandResult;
  let events: JsonEvent[];
  let project: string;
  const out = (name: string) => join(project, 'out', name);
  const rows = [
    { name: 'red', tint: '#ff0000' },
    { name: 'lime', tint: '#00ff00' },
    { name: 'again', tint: '#ff0000' },
    { name: 'blue', tint: '#0000ff' },
  ];
  beforeAll(async () => {
    project = await batchProject({ rows });
    result = await runBatch(project, ['-o', 'out/{name}-{index}.mp4', '--json', '--variables', '{"tint":"#ffffff"}']);
    events = result.events();
  });

  it('renders one output for each row, and nothing else', () => {
    expect(result.exitCode).toBe(0);
    expect(readdirSync(join(project, 'out')).sort()).toEqual([
      ...['again-2.mp4', 'blue-3.mp4', 'lime-1.mp4', 'manifest.json', 'red-0.mp4'],
    ]);
  });

  it.each([
    ['red-0.mp4', 'red'],
    ['lime-1.mp4', 'lime'],
    ['blue-3.mp4', 'blue'],
  ])('shows in %s the variables of its row', async (name, colour) => {
    const frames = await decode(out(name));
    expect(frames.count).toBe(3);
    expect(colourName(frames.pixel(0, 32, 18))).toBe(colour);
  });

  it('begins with batch-start and ends with batch-complete', () => {
    const manifestPath = out('manifest.json');
    expect(events[0]).toEqual({ type: 'batch-start', ts: expect.any(String), total: 4, concurrency: 1, manifestPath });
    expect(events.at(-1)).toMatchObject({ type: 'batch-complete', manifestPath });
    expect(events.at(-1)).toMatchObject({ total: 4, completed: 4, failed: 0, skipped: 0 });
    for (const event of events) expect(new Date(event.ts).toISOString()).toBe(event.ts);
  });

  it('tells of one row after the other, in order', () => {
    const told = events.filter((event) => /^batch-row-(start|complete)$/.test(event.type));
    expect(told.map((event) => `${event.type.slice(10)} ${event.index}`)).toEqual(
      rows.flatMap((_, index) => [`start ${index}`, `complete ${index}`]),
    );
  });

  it('has all fields in every event of a row', () => {
    for (const event of ofType(events, 'batch-row-start')) {
      expect(event.outputPath).toBe(out(`${rows[event.index]?.name}-${event.index}.mp4`));
    }
    for (const event of ofType(events, 'batch-row-complete')) {
      expect(event).toMatchObject({
        outputPath: out(`${rows[event.index]?.name}-${event.index}.mp4`),
        durationMs: 300,
        renderTimeMs: expect.any(Number),
        warnings: [],
        width: 64,
        height: 36,
        frames: 3,
        sha256: sha256(event.outputPath),
        size: readFileSync(event.outputPath).length,
      });
    }
    for (const event of ofType(events, 'batch-row-progress')) {
      expect(event.progress).toBeGreaterThanOrEqual(0);
      expect(event.progress).toBeLessThanOrEqual(100);
      expect(event).toMatchObject({
        stage: expect.any(String),
        framesRendered: expect.any(Number),
        totalFrames: expect.any(Number),
      });
    }
    expect(ofType(events, 'batch-row-progress').length).toBeGreaterThan(0);
  });

  it('leaves a manifest that says the same', () => {
    const manifest = readManifest(project, 'out');
    const last = events.at(-1);
    expect(manifest).toMatchObject({ version: 1, batchPath: join(project, 'rows.json'), total: 4, completed: 4 });
    expect(manifest.rows).toEqual(last?.rows);
    expect(manifest.rows[1]).toMatchObject({
      index: 1,
      status: 'completed',
      error: null,
      errorCode: null,
      errorDetails: null,
      warnings: [],
      renderId: null,
      frames: 3,
      variables: rows[1],
    });
    for (const row of manifest.rows) {
      expect(Date.parse(row.completedAt)).toBeGreaterThanOrEqual(Date.parse(row.startedAt));
      expect(row.sha256).toBe(sha256(row.outputPath));
    }
    expect(readFileSync(out('manifest.json'), 'utf8')).toBe(`${JSON.stringify(manifest, null, 2)}\n`);
  });
});

// Each waits for processes to start, so some of them wait together.
describe('rows that would replace their own source', () => {
  it.concurrent('are refused before the first one is rendered, and may replace what is no source', async () => {
    const project = await batchProject({ rows: [{ n: 'old' }, { n: 'clip' }] });
    const page = readFileSync(join(project, 'index.html'), 'utf8');
    writeFileSync(join(project, 'index.html'), page.replace('</div>', '<video src="clip.mp4"></video></div>'));
    for (const name of ['old.mp4', 'clip.mp4']) writeFileSync(join(project, name), name);
    const { exitCode, events } = await runBatch(project, ['-o', '{n}.mp4', '--json']);
    expect(exitCode).toBe(2);
    const message = expect.stringContaining('clip.mp4 is a file that the composition itself uses');
    expect(events()).toEqual([expect.objectContaining({ issues: [expect.objectContaining({ row: 1, message })] })]);
    expect(readFileSync(join(project, 'old.mp4'), 'utf8')).toBe('old.mp4');
  });
});

describe('rows that fail', () => {
  const rows = [{ n: 1 }, { n: 2, boom: true }, { n: 3 }];
  const flags = ['-o', 'out/{n}.mp4', '--strict'];

  it.concurrent('leave the others alone: exit 68, with error details in manifest and lines', async () => {
    const project = await batchProject({ rows });
    const { exitCode, stdout, stderr } = await runBatch(project, flags);
    expect(exitCode).toBe(68);
    expect(stdout.match(/^\[\d\/3\] \w+/gm)).toEqual([
      ...['[1/3] Rendering', '[1/3] Captured', '[1/3] Encoded', '[3/3] Rendering', '[3/3] Captured', '[3/3] Encoded'],
    ]);
    expect(stdout.trimEnd().split('\n').at(-1)).toBe('Batch: 2 of 3 completed, 1 failed; manifest out/manifest.json');
    expect(stderr).toMatch(/^\[2\/3\] Error: .*\[COMPOSITION_SCRIPT_ERROR\]$/m);
    expect(readManifest(project, 'out')).toMatchObject({ completed: 2, failed: 1, skipped: 0 });
    expect(readManifest(project, 'out').rows[1]).toMatchObject({
      status: 'failed',
      errorCode: 'COMPOSITION_SCRIPT_ERROR',
      error: expect.stringContaining('boom'),
      errorDetails: { stage: expect.any(String), owner: 'user', retryable: false },
      sha256: null,
      durationMs: null,
    });
    expect(existsSync(join(project, 'out/2.mp4'))).toBe(false);
  });

  it.concurrent('are told as events; with --batch-fail-fast the rest is skipped, and where none is done it ends with 1', async () => {
    const project = await batchProject({ rows: [{ n: 2, boom: true }, { n: 3 }, { n: 4 }] });
    const result = await runBatch(project, [...flags, '--json', '--batch-fail-fast']);
    const events = result.events();
    expect(result.exitCode).toBe(1);
    expect(ofType(events, 'batch-row-error')).toMatchObject([
      {
        index: 0,
        outputPath: join(project, 'out/2.mp4'),
        errorCode: 'COMPOSITION_SCRIPT_ERROR',
        error: expect.stringContaining('boom'),
        stage: expect.any(String),
      },
    ]);
    expect(ofType(events, 'batch-row-skipped').map(({ index }) => index)).toEqual([1, 2]);
    expect(events.at(-1)).toMatchObject({ completed: 0, failed: 1, skipped: 2 });
    expect(readdirSync(join(project, 'out'))).toEqual(['manifest.json']);
  });
});

describe('other formats', () => {
  it.concurrent('gif, with one path a row under --quiet', async () => {
    const project = await batchProject({ rows: [{ n: 'a' }, { n: 'b' }] });
    const result = await runBatch(project, ['-o', 'out/{n}.gif', '--format', 'gif', '--quiet']);
    expect(result).toMatchObject({ exitCode: 0, stdout: 'out/a.gif\nout/b.gif\n', stderr: '' });
    expect(readFileSync(join(project, 'out/a.gif')).subarray(0, 4).toString()).toBe('GIF8');
  });

  it.concurrent('png-sequence: a directory a row, rendered once and copied as a whole where rows have the same inputs', async () => {
    const project = await batchProject({ rows: [{ tint: '#ff0000' }, { tint: '#ff0000' }, { tint: '#00ff00' }] });
    const flags = ['-o', 'out/{index}', '--format', 'png-sequence', '--json', '--batch-concurrency', '2'];
    const result = await runBatch(project, flags);
    expect(result.exitCode).toBe(0);
    const done = ofType(result.events(), 'batch-row-complete').toSorted((a, b) => a.index - b.index);
    expect(done.map(({ copyOf }) => copyOf)).toEqual([null, 0, null]);
    const frames = ['frame_000001.png', 'frame_000002.png', 'frame_000003.png'];
    for (const row of ['0', '1', '2']) expect(readdirSync(join(project, 'out', row)).sort()).toEqual(frames);
    const [first, copy, other] = ['0', '1', '2'].map((row) =>
      frames.map((name) => sha256(join(project, 'out', row, name))),
    );
    expect(copy).toEqual(first);
    expect(other).not.toEqual(first);
    expect(readdirSync(join(project, 'out')).sort()).toEqual(['0', '1', '2', 'manifest.json']);
  });
});

describe('a batch that cannot start', () => {
  it.concurrent('ends with 2, tells every fault, and writes nothing', async () => {
    const project = await batchProject({ rows: [{ tint: 3 }, { name: 'a' }, { name: 'A' }, 'x', { name: '../e' }] });
    await mkdir(join(project, 'out'));
    const flags = ['-o', 'out/{name}.mp4', '--strict-variables', '--json'];
    const result = await runBatch(project, flags);
    expect(result.exitCode).toBe(2);
    expect(result.events()).toMatchObject([{ type: 'error', code: 'BATCH_PREFLIGHT_FAILED' }]);
    expect(result.events()[0]?.issues.map((issue: JsonEvent) => [issue.row, issue.field, issue.code])).toEqual([
      [0, 'tint', 'type-mismatch'],
      [0, 'name', 'placeholder_missing'],
      [2, '--output', 'output_duplicate'],
      [3, undefined, 'row_not_object'],
      [4, 'name', 'placeholder_unsafe'],
    ]);
    expect(result.stderr).toMatch(/row 4: the row is "x"/);
    expect(readdirSync(join(project, 'out'))).toEqual([]);
  });

  it.concurrent('is told of flags before rows, and of the environment before any row', async () => {
    const project = await batchProject({ rows: 'nonsense' });
    const flags = await framefarm(['render', project, '--batch-fail-fast'], { cwd: project });
    expect(flags).toMatchObject({ exitCode: 2, stderr: expect.stringContaining('--batch-fail-fast needs --batch') });
    await writeFile(join(project, 'rows.json'), '[{}]');
    const environment = await runBatch(project, ['--json', '--ffmpeg-path', '/no/ffmpeg']);
    expect(environment.exitCode).toBe(1);
    expect(environment.events()).toMatchObject([{ type: 'error', code: 'ENCODER_NOT_FOUND' }]);
    expect(existsSync(join(project, 'renders'))).toBe(false);
  });

  it.concurrent('can be tried: --dry-run plans every row and leaves nothing; its rows may come from standard input', async () => {
    const project = await batchProject({ rows: [{ n: 1 }, { boom: true }] });
    const args = ['render', project, '--batch', '-', '--dry-run', '--strict', '--json'];
    const result = await framefarm(args, { cwd: project, by: ['sh', '-c', 'exec "$@" < rows.json', 'sh'] });
    expect(result.exitCode).toBe(68);
    expect(ofType(result.events(), 'batch-row-complete')).toMatchObject([{ index: 0, dryRun: true, frames: 3 }]);
    expect(ofType(result.events(), 'batch-row-error')).toMatchObject([{ index: 1 }]);
    expect(existsSync(join(project, 'renders'))).toBe(false);
  });
});
