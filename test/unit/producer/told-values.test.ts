/** What a refusal quotes of its request (http-api 4.3): values as they were sent, and nothing of the host. */
import 'reflect-metadata';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { asFramefarmError, FramefarmError, resolveRenderOptions } from '@framefarm/contract';
import { expect, it } from 'vitest';
import { planBatch } from '../../../apps/producer/src/batches/batch-plan.js';
import { DirectRenderDto } from '../../../apps/producer/src/direct/direct-dto.js';
import { type Problem, problemOf } from '../../../apps/producer/src/http/problems/problems.js';
import { parseJsonBody } from '../../../apps/producer/src/http/requests/json-body.js';
import { lenientPipe } from '../../../apps/producer/src/http/rules/validation.js';
import { requiredEntry } from '../../../apps/producer/src/sources/project-checks.js';
import { projectOfSource } from '../../../apps/producer/src/sources/source-project.js';

/** What a client is told of the refusal that `work` ends with. */
async function told(work: () => unknown): Promise<Problem> {
  try {
    await work();
  } catch (thrown) {
    return problemOf(asFramefarmError(thrown), '/render', 'request');
  }
  throw new Error('nothing was refused');
}

const direct = (body: object) => () =>
  lenientPipe().transform({ html: '<p></p>', ...body }, { type: 'body', metatype: DirectRenderDto });

it.each([
  ['/etc/x.mp4', 'is absolute'],
  ['C:\\out\\x.mp4', 'holds a backslash'],
  ['C:/out/x.mp4', 'is absolute'],
  ['../x.mp4', 'has the part ".."'],
  ['/tmp/out/', 'is absolute'],
  ['out/', 'has the part ""'],
])('an output called %s is refused by that name', async (name, rule) => {
  const problem = await told(direct({ outputPath: name }));
  expect(problem.detail).toContain(`outputPath "${name}": ${rule}`);
  expect(problem.errors?.[0]?.detail).toBe(problem.detail);
});

it('a name that is null is none', async () => {
  await direct({ outputPath: null, output: 'a.mp4' })();
  expect((await told(direct({ outputPath: 'b.mp4', output: 'a.mp4' }))).detail).toContain('must be the same as');
});

it('an entry, a file and a key are told as they were sent', async () => {
  expect((await told(() => requiredEntry(['a.txt'], '/home/ana/x.html'))).detail).toContain('"/home/ana/x.html"');
  const half = () => parseJsonBody(Buffer.from('{"data":{"x":"\\ud800"}}'));
  expect((await told(half)).detail).toMatch(/^\/data\/x /);
  const scratch = await mkdtemp(join(tmpdir(), 'framefarm-told-'));
  try {
    const files = { '/etc/passwd': 'x' };
    const refused = () => projectOfSource({ files }, undefined, scratch, { projectRoots: [], networkAllow: [] });
    expect((await told(refused)).detail).toContain('"/etc/passwd"');
  } finally {
    await rm(scratch, { recursive: true });
  }
});

it('rows and the template of a batch are, and another row is named by its pointer', async () => {
  const resolved = resolveRenderOptions({});
  if (!resolved.ok) throw new Error('the defaults are refused');
  const plan = (rows: object[], template: string) => () =>
    planBatch(rows, template, resolved.options, null, '/nowhere');
  const faults = await told(plan([{ n: 'a' }, { n: '/etc/b' }, { n: 'A' }], '{n}'));
  expect(faults.errors).toMatchObject([
    { pointer: '/rows/1/n', detail: expect.stringContaining('{n} is "/etc/b"') },
    { pointer: '/rows/2', detail: expect.stringMatching(/^the output A\.mp4 is already that of \/rows\/0 /) },
  ]);
  expect((await told(plan([{}], '/etc/{index}'))).errors?.[0]?.detail).toContain('outputTemplate /etc/{index}.mp4');
});

it('paths of the host and queries of addresses are told to nobody', async () => {
  const fault = new FramefarmError('COMPOSITION_NOT_FOUND', '/srv/store/a/index.html does not exist');
  expect((await told(() => Promise.reject(fault))).detail).toBe('index.html does not exist');
  const signed = await told(direct({ onDisconnect: 'https://a.example/x?token=secret' }));
  expect(signed.detail).toContain('https://a.example/x');
  expect(JSON.stringify(signed)).not.toContain('secret');
});
