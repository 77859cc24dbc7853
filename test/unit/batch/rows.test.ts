import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { PassThrough, Readable } from 'node:stream';
import { parseRows, readBatchFile, readBatchInput } from '@framefarm/batch';
import { describe, expect, it } from 'vitest';
import { scratchDirectory } from '../../support/projects/project.js';

const codes = (text: string) => parseRows(text).issues.map((issue) => issue.code);

describe('the rows of a batch file (cli 5)', () => {
  it('are an array of objects, or an object with one', () => {
    expect(parseRows('[{"a":1},{"a":2}]')).toEqual({ rows: [{ a: 1 }, { a: 2 }], issues: [] });
    expect(parseRows('{"rows":[{"a":1}],"note":"x"}')).toEqual({ rows: [{ a: 1 }], issues: [] });
    expect(parseRows('[{}]').rows).toEqual([{}]);
  });

  it('may follow a byte order mark', () => {
    expect(parseRows('\ufeff[{"a":1}]').rows).toEqual([{ a: 1 }]);
  });

  it('are UTF-8, and no other encoding becomes replacement characters', () => {
    expect(parseRows(Buffer.from('[{"a":"Müller"}]')).rows).toEqual([{ a: 'Müller' }]);
    for (const encoding of ['latin1', 'utf16le'] as const) {
      const { issues } = parseRows(Buffer.from('\ufeff[{"a":"Müller"}]', encoding));
      expect(issues).toMatchObject([{ code: 'batch_json_invalid', message: expect.stringContaining('is not UTF-8') }]);
    }
  });

  it('hold whole characters, however they are spelt', () => {
    expect(parseRows('[{"a":"\\ud83d\\ude00","b":"\\\\ud800"}]').rows).toEqual([{ a: '😀', b: '\\ud800' }]);
    const message = expect.stringContaining(
      'the batch file is not all text: /1/a holds half of a surrogate pair, which cannot be written as UTF-8',
    );
    expect(parseRows('[{},{"a":"\\ud800"}]').issues).toMatchObject([{ code: 'batch_json_invalid', message }]);
  });

  it('of a table of another kind are refused in one line that says what they must be', () => {
    const [issue] = parseRows('name,title\nanna,Hello\n').issues;
    expect(issue?.message).toMatch(
      /^the batch file is not valid JSON \(.*\); it must be JSON, an array of objects, or .*$/,
    );
  });

  it.each([
    ['{"a":', ['batch_json_invalid']],
    ['', ['batch_json_invalid']],
    ['"rows"', ['batch_payload_invalid']],
    ['null', ['batch_payload_invalid']],
    ['{"items":[]}', ['batch_payload_invalid']],
    ['{"rows":{"0":{}}}', ['batch_payload_invalid']],
    ['[]', ['batch_empty']],
    ['{"rows":[]}', ['batch_empty']],
  ])('%j gives %j', (text, expected) => {
    expect(codes(text)).toEqual(expected);
  });

  it('name every row that is no object, with what it is', () => {
    const { rows, issues } = parseRows('[{"a":1},3,null,[1,2],"x"]');
    expect(rows).toEqual([{ a: 1 }, null, null, null, null]);
    expect(issues.map(({ row, code, message }) => [row, code, message])).toEqual([
      [1, 'row_not_object', 'the row is 3, but must be an object of variables'],
      [2, 'row_not_object', 'the row is null, but must be an object of variables'],
      [3, 'row_not_object', 'the row is an array of 2, but must be an object of variables'],
      [4, 'row_not_object', 'the row is "x", but must be an object of variables'],
    ]);
  });

  it('hold no key that could reach a prototype, at any depth', () => {
    const text = '[{"__proto__":{"x":1}},{"a":[{"constructor":1}]},{"prototype":1},{"proto":1}]';
    expect(parseRows(text).issues.map(({ row, field, code }) => [row, field, code])).toEqual([
      [0, '__proto__', 'forbidden_key'],
      [1, 'a.0.constructor', 'forbidden_key'],
      [2, 'prototype', 'forbidden_key'],
    ]);
    expect(({} as Record<string, unknown>).x).toBeUndefined();
  });

  it('may be large and many', () => {
    const text = JSON.stringify(Array.from({ length: 20_000 }, (_, n) => ({ n, text: 'x'.repeat(1_000) })));
    expect(parseRows(text).rows).toHaveLength(20_000);
  });
});

describe('the file of a batch', () => {
  it('is named when it cannot be read', async () => {
    const directory = scratchDirectory();
    for (const path of [join(directory, 'absent.json'), directory]) {
      const { issues } = await readBatchFile(path);
      expect(issues).toMatchObject([{ field: '--batch', code: 'batch_unreadable' }]);
      expect(issues[0]?.message).toContain(path);
    }
    await writeFile(join(directory, 'rows.json'), '[{"a":1}]');
    await writeFile(join(directory, 'rows.csv'), 'name\nanna\n');
    const [table] = (await readBatchFile(join(directory, 'rows.csv'))).issues;
    expect(table?.message).toContain(`--batch "${join(directory, 'rows.csv')}" is not valid JSON`);
    const [none] = (await readBatchInput(Readable.from([]), new AbortController().signal)).issues;
    expect(none?.message).toMatch(/^--batch -: standard input is empty; it must be JSON/);
    expect((await readBatchFile(join(directory, 'rows.json'))).rows).toEqual([{ a: 1 }]);
  });
});

describe('rows from standard input', () => {
  const { signal } = new AbortController();

  it('are read to its end, however it comes in parts', async () => {
    const bytes = Buffer.from('[{"a":"ä"}]');
    const parts = Readable.from([bytes.subarray(0, 8), bytes.subarray(8)], { objectMode: false });
    expect((await readBatchInput(parts, signal)).rows).toEqual([{ a: 'ä' }]);
  });

  it('that cannot be read are a fault of the batch', async () => {
    const broken = new Readable({ read: () => broken.destroy(Object.assign(new Error('x'), { code: 'EISDIR' })) });
    const { issues } = await readBatchInput(broken, signal);
    expect(issues).toEqual([
      { field: '--batch', code: 'batch_unreadable', message: '--batch: standard input cannot be read (EISDIR)' },
    ]);
  });

  it('that never end are waited for until a signal', async () => {
    const stop = new AbortController();
    const reading = readBatchInput(new PassThrough(), stop.signal);
    stop.abort(new Error('enough'));
    await expect(reading).rejects.toThrow('enough');
  });
});
