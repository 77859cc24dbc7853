/** What a batch leaves behind when it is stopped (cli 1.2, 6.1), and how --resume goes on from there. */
import { existsSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { processes, until } from '../../support/machine/processes.js';
import { batchProject, ofType, readManifest, runBatch, sha256, startBatch } from '../../support/projects/batch.js';
import { useBundledFfmpeg } from '../../support/renders/bundled-ffmpeg.js';
import type { JsonEvent } from '../../support/renders/command-line.js';

useBundledFfmpeg();

const HELD = [{ n: 'a' }, { n: 'b', held: true }, { n: 'c' }];
const ROWS = HELD.map(({ n }) => ({ n }));
const FLAGS = ['-o', 'out/{n}.mp4', '--json'];

/** A batch whose second row is being captured, with a temporary directory of its own. By itself it does not come further. */
async function inTheSecondRow(rows: readonly object[] = HELD, seconds = 0.7) {
  const project = await batchProject({ rows, seconds });
  const tmp = join(project, 'tmp');
  await mkdir(tmp);
  const command = startBatch(project, FLAGS, { TMPDIR: tmp });
  const capturing = ({ type, index, framesRendered }: JsonEvent) =>
    type === 'batch-row-progress' && index === 1 && framesRendered > 0;
  await command.event(capturing);
  return { project, tmp, command };
}

const statuses = (project: string): string[] =>
  readManifest(project, 'out').rows.map((row: JsonEvent) => `${row.status} ${row.errorCode ?? ''}`.trim());

// Each waits for processes to start, so they wait together.
describe('a batch that is stopped', () => {
  it.concurrent('by SIGINT completes its manifest, and --resume renders what is missing', async () => {
    const { project, tmp, command } = await inTheSecondRow();
    command.kill('SIGINT');
    const result = await command.ended;
    expect(result.exitCode).toBe(130);
    expect(result.events().at(-1)).toMatchObject({ type: 'batch-complete', completed: 1, failed: 1, skipped: 1 });
    expect(statuses(project)).toEqual(['completed', 'failed INTERRUPTED', 'skipped']);
    expect(readdirSync(join(project, 'out')).sort()).toEqual(['a.mp4', 'manifest.json']);
    expect(readdirSync(tmp)).toEqual([]);
    expect(processes().filter((one) => one.command.includes(tmp))).toEqual([]);

    const before = readManifest(project, 'out').rows[0];
    // A row that is corrected meanwhile, and one more at the end.
    writeFileSync(join(project, 'rows.json'), JSON.stringify([...ROWS, { n: 'd' }]));
    const again = await runBatch(project, [...FLAGS, '--resume']);
    expect(again.exitCode).toBe(0);
    expect(ofType(again.events(), 'batch-row-complete').map(({ index, resumed }) => [index, resumed])).toEqual([
      ...[
        [0, true],
        [1, false],
        [2, false],
        [3, false],
      ],
    ]);
    expect(statuses(project)).toEqual(Array(4).fill('completed'));
    expect(readManifest(project, 'out').rows[0]).toEqual(before);
  });

  it.concurrent('by SIGKILL leaves a true manifest and nothing else, and --resume goes on from it', async () => {
    const { project, tmp, command } = await inTheSecondRow();
    const told = await command.event(({ type }) => type === 'batch-row-complete');
    command.kill('SIGKILL');
    await command.ended;
    expect(statuses(project)).toEqual(['completed', 'running', 'pending']);
    const manifest = readManifest(project, 'out');
    expect(manifest).toMatchObject({ total: 3, completed: 1, failed: 0, skipped: 0 });
    expect(manifest.rows[0].sha256).toBe(sha256(told.outputPath));
    const left = () => [
      ...readdirSync(tmp),
      ...readdirSync(join(project, 'out')).filter((name) => name.startsWith('.')),
      ...processes().filter((one) => one.command.includes(tmp)),
    ];
    await until(
      () => left().length === 0,
      () => JSON.stringify(left()),
    );

    writeFileSync(join(project, 'rows.json'), JSON.stringify(ROWS));
    const again = await runBatch(project, [...FLAGS, '--resume']);
    expect(again.exitCode).toBe(0);
    expect(ofType(again.events(), 'batch-row-complete').filter(({ resumed }) => resumed)).toMatchObject([{ index: 0 }]);
    expect(readdirSync(join(project, 'out')).sort()).toEqual(['a.mp4', 'b.mp4', 'c.mp4', 'manifest.json']);
  });
});

describe('--resume', () => {
  it.concurrent('renders again what has changed, and only that', async () => {
    const project = await batchProject({ rows: [{ n: 'a' }, { n: 'b' }, { n: 'c' }] });
    const flags = ['-o', 'out/{n}.mp4', '--json', '--resume'];
    const run = async (more: readonly string[] = []) => {
      const result = await runBatch(project, [...flags, ...more]);
      expect(result.exitCode).toBe(0);
      const events = result.events();
      const rendered = ofType(events, 'batch-row-complete').filter(({ resumed }) => !resumed);
      const notice = events.at(-1)?.notices.find(({ code }: JsonEvent) => code === 'resume').message;
      return { rendered: rendered.map(({ index }) => index), notice };
    };
    expect(await run()).toEqual({ rendered: [0, 1, 2], notice: expect.stringContaining('there is no') });
    rmSync(join(project, 'out/b.mp4'));
    writeFileSync(join(project, 'out/c.mp4'), 'something else');
    expect(await run()).toEqual({ rendered: [1, 2], notice: expect.stringContaining('done already: 1 of 3 rows') });
    // As true as that of the first run: nothing would be left to do.
    for (const row of readManifest(project, 'out').rows) {
      expect([row.status, row.sha256]).toEqual(['completed', sha256(row.outputPath)]);
    }
    writeFileSync(join(project, 'data.txt'), 'a file that the page could read');
    expect(await run()).toEqual({ rendered: [0, 1, 2], notice: expect.stringContaining('inputs have changed') });
  });

  it.concurrent('refuses the manifest of another batch, and replaces it without --resume', async () => {
    const project = await batchProject({ rows: [{ n: 'a' }] });
    await mkdir(join(project, 'out'));
    const other = { version: 1, batchPath: '/elsewhere/rows.json', rows: [{ outputPath: '/elsewhere/x.mp4' }] };
    writeFileSync(join(project, 'out/manifest.json'), JSON.stringify(other));
    const refused = await runBatch(project, ['-o', 'out/{n}.mp4', '--resume']);
    expect(refused).toMatchObject({ exitCode: 2, stderr: expect.stringContaining('/elsewhere/rows.json') });
    expect(existsSync(join(project, 'out/a.mp4'))).toBe(false);
    expect((await runBatch(project, ['-o', 'out/{n}.mp4', '--quiet'])).exitCode).toBe(0);
    expect(readManifest(project, 'out').batchPath).toBe(join(project, 'rows.json'));
  });
});

describe('a batch whose manifest cannot be kept', () => {
  it.concurrent('ends its rows and itself, with exit 1', async () => {
    const { project, tmp, command } = await inTheSecondRow(ROWS.with(1, { n: 'b', slow: true } as never), 0.8);
    // At once: a row that begins puts its own things there.
    renameSync(join(project, 'out'), join(project, 'gone'));
    const result = await command.ended;
    expect(result.exitCode).toBe(1);
    expect(result.events().at(-1)).toMatchObject({ type: 'error', code: 'OUTPUT_NOT_WRITABLE' });
    expect(readdirSync(tmp)).toEqual([]);
  });
});
