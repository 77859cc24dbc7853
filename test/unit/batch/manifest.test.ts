import { readdirSync, readFileSync } from 'node:fs';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { projectDigest } from '../../../libs/batch/src/inputs/project-digest.js';
import { findEarlierRows } from '../../../libs/batch/src/manifest/earlier-rows.js';
import { pendingRow } from '../../../libs/batch/src/manifest/model.js';
import { readManifest } from '../../../libs/batch/src/manifest/read-manifest.js';
import { BatchRecord } from '../../../libs/batch/src/manifest/record.js';
import { openManifestWriter } from '../../../libs/batch/src/manifest/writer.js';
import { scratchDirectory } from '../../support/projects/project.js';

const row = (index: number, variables: Record<string, unknown> = {}) =>
  pendingRow({ index, outputPath: `/out/${index}.mp4`, variables }, `digest ${index}`, true);
const record = (count: number) =>
  new BatchRecord(
    '/rows.json',
    '/out/manifest.json',
    Array.from({ length: count }, (_, index) => row(index, { text: 'a "b"\n\u2028\u2029 c' })),
  );

const textOf = (batch: BatchRecord) => Buffer.concat(batch.text()).toString();

describe('the record of a batch (cli 6.1)', () => {
  it('is indented JSON as a whole, whatever stands in its texts', () => {
    const batch = record(3);
    batch.change(1, { status: 'running' });
    expect(textOf(batch)).toBe(`${JSON.stringify(batch.manifest, null, 2)}\n`);
    batch.change(1, { status: 'failed', error: 'line one\nline two' });
    expect(textOf(batch)).toBe(`${JSON.stringify(batch.manifest, null, 2)}\n`);
    expect(JSON.parse(textOf(batch)).rows[1].error).toBe('line one\nline two');
    // As many rows as stand together in its text, and twice as many.
    for (const count of [32, 64]) {
      const { version, total, rows } = JSON.parse(textOf(record(count)));
      expect([version, total, rows.length]).toEqual([1, count, count]);
    }
  });

  it('counts what its rows are', () => {
    const batch = record(4);
    expect(batch.counts).toEqual({ total: 4, completed: 0, failed: 0, skipped: 0 });
    batch.change(0, { status: 'running' });
    batch.change(0, { status: 'completed' });
    batch.change(1, { status: 'failed' });
    for (const index of [2, 3]) batch.change(index, { status: 'skipped' });
    expect(batch.counts).toEqual({ total: 4, completed: 1, failed: 1, skipped: 2 });
    // Those of an earlier run, of which one is made again.
    const resumed = new BatchRecord('/b.json', '/m', batch.manifest.rows);
    resumed.change(1, { status: 'running' });
    expect(resumed.counts).toEqual({ total: 4, completed: 1, failed: 0, skipped: 2 });
  });

  it('leaves variables out where that is wanted', () => {
    expect(pendingRow({ index: 0, outputPath: '/a', variables: { secret: 1 } }, '', false)).not.toHaveProperty(
      'variables',
    );
  });

  it('makes only a few rows anew when one of a thousand changes', () => {
    const batch = record(1_000);
    const before = batch.text();
    batch.change(500, { status: 'completed' });
    const after = batch.text();
    expect(Buffer.concat(after).toString()).toBe(`${JSON.stringify(batch.manifest, null, 2)}\n`);
    expect(after.filter((piece) => !before.includes(piece)).length).toBeLessThanOrEqual(3);
    expect(Math.max(...after.map((piece) => piece.length))).toBeLessThan(Buffer.concat(after).length / 20);
  });
});

describe('the manifest on disk', () => {
  it('is replaced whole, and one write serves all changes that came meanwhile', async () => {
    const directory = join(scratchDirectory(), 'a/b');
    const path = join(directory, 'manifest.json');
    let version = 0;
    let taken = 0;
    const writer = await openManifestWriter(path, () => {
      taken += 1;
      return [Buffer.from(String(version))];
    });
    const saves = Array.from({ length: 100 }, () => {
      version += 1;
      return writer.save();
    });
    await Promise.all(saves);
    expect(readFileSync(path, 'utf8')).toBe('100');
    expect(taken).toBeLessThanOrEqual(2);
    version += 1;
    await writer.save();
    expect(readFileSync(path, 'utf8')).toBe('101');
    await writer.close();
    expect(readdirSync(directory)).toEqual(['manifest.json']);
  });

  it('says why it cannot be written', async () => {
    const directory = scratchDirectory();
    await writeFile(join(directory, 'file'), '');
    await expect(openManifestWriter(join(directory, 'file/manifest.json'), () => [])).rejects.toMatchObject({
      code: 'OUTPUT_NOT_WRITABLE',
      message: expect.stringContaining('manifest.json'),
    });
    const writer = await openManifestWriter(join(directory, 'gone/manifest.json'), () => []);
    await rm(join(directory, 'gone'), { recursive: true });
    await expect(writer.save()).rejects.toMatchObject({ code: 'OUTPUT_NOT_WRITABLE' });
    await writer.close();
  });

  it.each([
    ['{"version":1', /is not valid JSON/],
    ['{"version":2,"batchPath":"/a","rows":[]}', /is not the manifest of a batch/],
    ['[]', /is not the manifest of a batch/],
    ['null', /is not the manifest of a batch/],
  ])('is no record when it holds %s', async (text, reason) => {
    const path = join(scratchDirectory(), 'manifest.json');
    expect(await readManifest(path)).toEqual({ kind: 'none' });
    await writeFile(path, text);
    expect(await readManifest(path)).toEqual({ kind: 'foreign', reason: expect.stringMatching(reason) });
  });
});

describe('rows of an earlier run', () => {
  it('are found by output and inputs, wherever they stand now', async () => {
    const directory = scratchDirectory();
    const outputPath = join(directory, 'a.mp4');
    await writeFile(outputPath, 'abc');
    const sha256 = 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad';
    const done = { ...row(5), outputPath, status: 'completed', size: 3, sha256, inputDigest: 'same' } as const;
    const find = (inputDigest: string, changes: object = {}) =>
      findEarlierRows(
        { kind: 'manifest', manifest: { batchPath: '/old.json', rows: [{ ...done, ...changes }] } },
        {
          batchPath: '/new.json',
          manifestPath: '/m',
          rows: [{ index: 0, outputPath, inputDigest }],
          signal: new AbortController().signal,
        },
      );
    expect((await find('same')).rows.get(0)).toMatchObject({ index: 0, sha256, status: 'completed' });
    const told = async (digest: string, changes?: object) => (await find(digest, changes)).notices[0]?.message;
    expect(await told('same')).toBe('done already: 1 of 1 row; the manifest is that of /old.json');
    expect(await told('other', { inputDigest: 'x' })).toMatch(
      /^done already: 0 of 1 row; rendered again as inputs have changed: 1;/,
    );
    expect(await told('same', { size: 4 })).toMatch(
      /: 0 of 1 row; rendered again as outputs are gone or have changed: 1; the/,
    );
    expect((await find('other')).rows.size).toBe(0);
    for (const changes of [{ size: 4 }, { sha256: 'x' }, { status: 'failed' }, { status: 'running' }]) {
      expect((await find('same', changes)).rows.size).toBe(0);
    }
  });
});

describe('a manifest that shares no output with the batch', () => {
  const find = (batchPath: string) =>
    findEarlierRows(
      { kind: 'manifest', manifest: { batchPath: '/rows.json', rows: [row(0)] } },
      {
        batchPath,
        manifestPath: '/m',
        rows: [{ index: 0, outputPath: '/elsewhere.mp4', inputDigest: '' }],
        signal: new AbortController().signal,
      },
    );

  it('is refused where it is that of another one, and else told of', async () => {
    await expect(find('/other.json')).rejects.toMatchObject({ issues: [{ code: 'manifest_of_other_batch' }] });
    const { rows, notices } = await find('/rows.json');
    expect(rows.size).toBe(0);
    expect(notices[0]?.message).toMatch(/^done already: 0 of 1 row; no output of the manifest is one of this batch/);
  });
});

describe('the inputs of a batch', () => {
  it('are all files of the project but installed packages, outputs and what the batch itself writes', async () => {
    const project = scratchDirectory();
    await mkdir(join(project, 'assets'), { recursive: true });
    await writeFile(join(project, 'index.html'), 'a');
    const own = join(project, 'out.mp4');
    const digest = () => projectDigest(project, new Set([own]));
    const first = await digest();
    await mkdir(join(project, 'node_modules/x'), { recursive: true });
    await mkdir(join(project, 'renders'));
    for (const path of ['node_modules/x/a.js', 'renders/a.mp4', 'out.mp4', '.hidden']) {
      await writeFile(join(project, path), 'x');
    }
    expect(await digest()).toBe(first);
    await writeFile(join(project, 'assets/data.json'), '1');
    const second = await digest();
    expect(second).not.toBe(first);
    await writeFile(join(project, 'assets/data.json'), '2');
    expect(await digest()).not.toBe(second);
  });
});
