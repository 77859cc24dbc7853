import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { type InlineContent, unpackProject, writeInlineProject } from '../../../libs/archive/src/index.js';
import { zipOf } from '../../support/projects/archives.js';
import { scratchDirectory } from '../../support/projects/project.js';

const write = (files: Record<string, InlineContent>, limits = {}) => {
  const target = join(scratchDirectory(), 'project');
  return { target, written: writeInlineProject(files, target, { limits }) };
};

describe('files inside a request become a project', () => {
  it('holds text and base64, and has the id of the same files uploaded', async () => {
    const bytes = Uint8Array.of(0, 255, 128);
    const { target, written } = write({
      'index.html': '<p>ü',
      'a/b.txt': { text: 'b' },
      'c.bin': { base64: Buffer.from(bytes).toString('base64') },
    });
    const listing = await written;
    expect(new Uint8Array(readFileSync(join(target, 'c.bin')))).toEqual(bytes);
    const upload = zipOf(
      { name: 'c.bin', content: bytes },
      { name: 'index.html', content: '<p>ü' },
      { name: 'a/b.txt', content: 'b' },
    );
    const other = join(dirname(target), 'uploaded');
    expect(await unpackProject(Readable.from([upload]), 'application/zip', other)).toEqual(listing);
  });

  const cases: [what: string, files: Record<string, InlineContent>, field: string, reason: RegExp][] = [
    ['a path out of the project', { '../x': '' }, '/files/..~1x', /leaves the project/],
    ['a folder', { 'x/': '' }, '/files/x~1', /folder/],
    ['a lone surrogate', { 'x\ud800': '' }, '/files/x\ud800', /UTF-8/],
    ['two names that differ by case', { 'a.txt': '', 'A.txt': '' }, '/files/A.txt', /same name/],
    ['bytes that are not base64', { x: { base64: 'a-b=' } }, '/files/x', /not base64/],
    ['base64 cut short', { x: { base64: 'YWJ' } }, '/files/x', /not base64/],
    ['a name that is too long to be pointed to', { ['n'.repeat(2_000)]: '' }, '/files', /2000 bytes/],
    ['no file at all', {}, '/files', /no file/],
  ];
  it.each(cases)('refuses %s and names it', async (_what, files, field, reason) => {
    const { target, written } = write(files);
    await expect(written).rejects.toMatchObject({
      code: 'VALIDATION_FAILED',
      issues: [{ field, code: 'file_rejected', message: expect.stringMatching(reason) }],
    });
    expect(readdirSync(dirname(target))).toEqual([]);
  });

  it('keeps the limits of an archive', async () => {
    await expect(write({ x: 'xxx' }, { entryBytes: 2 }).written).rejects.toThrow(/larger than 2 bytes/);
    await write({ x: 'xx' }, { entryBytes: 2 }).written;
    await expect(write({ x: '', y: '' }, { entries: 1 }).written).rejects.toThrow(/more than 1 entries/);
  });
});
