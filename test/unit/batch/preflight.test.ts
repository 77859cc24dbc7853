import { existsSync } from 'node:fs';
import { mkdir, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type BatchInput, parseRows, parseTemplate, preflightBatch } from '@framefarm/batch';
import { FramefarmError } from '@framefarm/contract';
import { describe, expect, it } from 'vitest';
import { scratchDirectory } from '../../support/projects/project.js';

function input(rows: unknown, template: string, changes: Partial<BatchInput> = {}): BatchInput {
  const cwd = changes.cwd ?? scratchDirectory();
  const parsed = parseTemplate(template);
  return {
    batchPath: join(cwd, 'rows.json'),
    parsed: parseRows(typeof rows === 'string' ? rows : JSON.stringify(rows)),
    template: parsed.template,
    templateIssues: parsed.faults,
    cwd,
    baseVariables: {},
    declarations: null,
    outputFault: async () => null,
    ...changes,
  };
}

async function faults(batch: BatchInput): Promise<string[]> {
  const error = await preflightBatch(batch).then(
    () => null,
    (thrown) => thrown,
  );
  expect(error).toBeInstanceOf(FramefarmError);
  expect(error).toMatchObject({ code: 'BATCH_PREFLIGHT_FAILED', entry: { exit: 2 } });
  return error.issues.map((issue: { row?: number; code: string }) => `${issue.row ?? '-'} ${issue.code}`);
}

const declarations = [
  { id: 'name', type: 'string', label: 'Name', default: 'x' },
  { id: 'size', type: 'number', label: 'Size' },
] as const;

describe('the preflight of a batch (cli 5)', () => {
  it('plans outputs and variables of every row, and the manifest in their common directory', async () => {
    const batch = input([{ name: 'a' }, { name: 'b', size: 2 }], 'out/{name}/{index}.mp4', {
      baseVariables: { size: 1, tint: 'red' },
    });
    const plan = await preflightBatch(batch);
    expect(plan.manifestPath).toBe(join(batch.cwd, 'out/manifest.json'));
    expect(plan.rows).toEqual([
      { index: 0, variables: { name: 'a', size: 1, tint: 'red' }, outputPath: join(batch.cwd, 'out/a/0.mp4') },
      { index: 1, variables: { name: 'b', size: 2, tint: 'red' }, outputPath: join(batch.cwd, 'out/b/1.mp4') },
    ]);
    expect(existsSync(join(batch.cwd, 'out'))).toBe(false);
  });

  it('lets variables of all rows fill placeholders', async () => {
    const plan = await preflightBatch(input([{}], '{who}.mp4', { baseVariables: { who: 'all' } }));
    expect(plan.rows[0]?.outputPath).toMatch(/all\.mp4$/);
  });

  it('reports all faults at once, in the order of the rows', async () => {
    const rows = [{ name: 'A' }, 3, { name: '..' }, { name: 'a' }, {}, { name: 'ok', size: 'big', more: 1 }];
    expect(await faults(input(rows, '{name}.mp4', { declarations }))).toEqual([
      '1 row_not_object',
      '2 placeholder_unsafe',
      '3 output_duplicate',
      '4 placeholder_missing',
      '5 type-mismatch',
      '5 undeclared',
    ]);
  });

  it('says which key of a row does not fit', async () => {
    const error = await preflightBatch(input([{ size: 'big' }], '{index}.mp4', { declarations })).catch((e) => e);
    expect(error.issues).toMatchObject([{ row: 0, field: 'size', code: 'type-mismatch' }]);
    expect(error.issues[0].message).toContain('"big"');
  });

  it('judges the variables of all rows as the rows leave them', async () => {
    const batch = input([{ size: 1 }, {}], '{index}.mp4', { declarations, baseVariables: { size: 'big' } });
    expect(await faults(batch)).toEqual(['1 type-mismatch']);
  });

  it('refuses faults of the template together with those of the rows', async () => {
    expect(await faults(input([{ a: 1 }, null], '{a.mp4'))).toEqual(['- template_invalid', '1 row_not_object']);
    expect(await faults(input([{}, {}], '{a.mp4'))).toEqual(['- template_invalid']);
  });

  it.each([
    ['{"rows":', ['- batch_json_invalid']],
    ['[]', ['- batch_empty']],
    ['7', ['- batch_payload_invalid']],
  ])('refuses %s', async (text, expected) => {
    expect(await faults(input(text, '{index}.mp4'))).toEqual(expected);
  });

  it('refuses a name that is too long for a file', async () => {
    const rows = [{ a: 'x'.repeat(150), b: 'y'.repeat(150) }];
    expect(await faults(input(rows, '{a}{b}.mp4'))).toEqual(['0 output_too_long']);
    expect((await preflightBatch(input(rows, '{a}/{b}.mp4'))).rows).toHaveLength(1);
    const outputFault = async (path: string) => new FramefarmError('OUTPUT_NOT_WRITABLE', path);
    expect(await faults(input(rows, 'out/{a}{b}/x.mp4', { outputFault }))).toEqual(['0 output_too_long']);
    const longest = [{ a: 'x'.repeat(200), b: 'y'.repeat(51) }];
    expect((await preflightBatch(input(longest, '{a}{b}.mp4'))).rows).toHaveLength(1);
    expect(await faults(input(longest, '{a}{b}.webm'))).toEqual(['0 output_too_long']);
  });

  it('refuses a row that leaves the directory of the template through a link', async () => {
    const cwd = scratchDirectory();
    const elsewhere = scratchDirectory();
    await mkdir(join(cwd, 'out/real'), { recursive: true });
    await symlink(elsewhere, join(cwd, 'out/link'));
    await symlink(join(cwd, 'out/real'), join(cwd, 'out/inner'));
    await symlink(cwd, join(cwd, 'out/above'));
    const rows = [{ d: 'real' }, { d: 'link' }, { d: 'new' }, { d: 'inner' }, { d: 'above' }];
    expect(await faults(input(rows, 'out/{d}/{index}.mp4', { cwd }))).toEqual([
      '1 output_leaves_template',
      '4 output_leaves_template',
    ]);
    // What is to be made below a link lies where the link leads.
    expect(await faults(input([{ d: 'link' }], 'out/{d}/new/deep/{index}.mp4', { cwd }))).toEqual([
      '0 output_leaves_template',
    ]);
  });

  it('lets a link of the template itself lead anywhere', async () => {
    const cwd = scratchDirectory();
    await symlink(scratchDirectory(), join(cwd, 'out'));
    expect((await preflightBatch(input([{ a: 1 }], 'out/{a}.mp4', { cwd }))).rows).toHaveLength(1);
  });

  it('asks of every output whether it can be written', async () => {
    const outputFault = async (path: string) =>
      path.endsWith('1.mp4') ? new FramefarmError('OUTPUT_NOT_WRITABLE', `${path} is a directory`) : null;
    expect(await faults(input([{}, {}, {}], '{index}.mp4', { outputFault }))).toEqual(['1 output_not_writable']);
    // One that has a fault of its own is not asked about.
    const rows = [{ n: 0 }, { n: 1 }, { n: 1 }];
    expect(await faults(input(rows, '{n}.mp4', { outputFault }))).toEqual([
      '1 output_not_writable',
      '2 output_duplicate',
    ]);
  });

  it('leaves a manifest.json alone that is no record of a batch', async () => {
    const cwd = scratchDirectory();
    await writeFile(join(cwd, 'manifest.json'), '{"name":"a web app"}');
    expect(await faults(input([{}], '{index}.mp4', { cwd }))).toEqual(['- manifest_not_replaceable']);
    await writeFile(join(cwd, 'manifest.json'), '{"version":1,"batchPath":"/x.json","rows":[]}');
    expect((await preflightBatch(input([{}], '{index}.mp4', { cwd }))).rows).toHaveLength(1);
  });

  it('says that {index} is not the key of that name, where the template uses it', async () => {
    const rows = [{ index: 'x' }, { name: 'b' }];
    expect((await preflightBatch(input(rows, '{index}.mp4'))).notices).toMatchObject([
      { code: 'index_placeholder', message: expect.stringMatching(/the key "index" of 1 row is a variable only$/) },
    ]);
    expect((await preflightBatch(input([{}], '{index}.mp4'))).notices).toEqual([]);
    expect((await preflightBatch(input([{ index: 'x', n: 1 }], '{n}.mp4'))).notices).toEqual([]);
  });

  it('says that a number of a row may have lost digits', async () => {
    const rows = [{ at: 1.5, id: '12345678901234567890' }, { id: JSON.parse('12345678901234567890') }];
    expect((await preflightBatch(input(rows, '{index}.mp4'))).notices).toMatchObject([
      {
        code: 'lost_digits',
        message: expect.stringMatching(/^"id" of row 2 is 12345678901234567000, a number beyond/),
      },
    ]);
  });

  it('takes ten thousand rows in its stride', async () => {
    const rows = Array.from({ length: 10_000 }, (_, n) => ({ n }));
    expect((await preflightBatch(input(rows, 'out/{n}.mp4'))).rows).toHaveLength(10_000);
  });
});
