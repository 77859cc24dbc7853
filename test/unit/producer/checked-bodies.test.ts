/** Bodies under the rules of their classes, and what hostile ones cost (http-api 4.4). */
import 'reflect-metadata';
import type { ArgumentMetadata } from '@nestjs/common';
import { expect, it } from 'vitest';
import { BatchDto } from '../../../apps/producer/src/batches/batch-dto.js';
import { lenientPipe, strictPipe } from '../../../apps/producer/src/http/rules/validation.js';
import { RenderDto } from '../../../apps/producer/src/renders/render-dto.js';
import { SourceDto } from '../../../apps/producer/src/sources/source-dto.js';

const as = (metatype: ArgumentMetadata['metatype']): ArgumentMetadata => ({ type: 'body', metatype });
const check = (body: unknown, of: ArgumentMetadata['metatype'] = RenderDto) => strictPipe().transform(body, as(of));
const source = { html: '<p></p>' };

it('become what the classes say, and what is free in them stays as it came', async () => {
  const variables = { list: [{ deep: [1] }] };
  const body = (await check({ source, variables, webhook: null })) as RenderDto & { variables: object };
  expect(body).toBeInstanceOf(RenderDto);
  expect(body.source).toBeInstanceOf(SourceDto);
  expect(body.variables).toBe(variables);
  expect(await lenientPipe().transform({ source, other: 1 }, as(RenderDto))).not.toHaveProperty('other');
  expect(await strictPipe().transform('rnd_1', { type: 'param', metatype: String })).toBe('rnd_1');
});

it.each([
  [{ source: { ...source, htlm: '' } }, '/source/htlm', 'did you mean "html"'],
  [{ source: [source] }, '/source', 'must be an object'],
  [{ source: 'x' }, '/source', 'must be an object'],
  [{ source, webhook: [{ url: 1 }] }, '/webhook', 'must be a JSON object'],
  [{ source, webhook: { url: 1 } }, '/webhook/url', 'must be a text'],
  [{ source, qualty: 'high' }, '/qualty', 'did you mean "quality"'],
  [{ source, Quality: 'high' }, '/Quality', 'did you mean "quality"'],
  [{ source, resolution: '4k' }, '/resolution', 'did you mean "outputResolution"'],
  // As in the render that an answer shows.
  [{ source, options: { fps: 25 } }, '/options', 'what it holds belongs beside it, at the top of the body'],
  [{ html: '<p></p>' }, '/html', 'it belongs into source'],
])('%j is refused at %s', async (body, field, words) => {
  const issue = expect.objectContaining({ field, message: expect.stringContaining(words) });
  await expect(check(body)).rejects.toMatchObject({ issues: expect.arrayContaining([issue]) });
});

// Were all that a body holds looked at, it would take longer than a test may.
it('of millions of values are checked by what their fields are', async () => {
  const empty = (length = 400_000) => Array.from({ length }, () => ({}));
  const bodies: readonly [object, ArgumentMetadata['metatype']][] = [
    [{ source, rows: empty() }, BatchDto],
    [{ source, rows: [{ a: empty() }] }, BatchDto],
    [{ source: empty(2_000_000), rows: [{}] }, BatchDto],
    [{ source, variables: { a: empty() } }, RenderDto],
  ];
  for (const [body, metatype] of bodies) await check(body, metatype).catch(() => undefined);
});

it('with ten thousand fields that are none are told the first hundred', async () => {
  const body = Object.fromEntries(Array.from({ length: 10_000 }, (_, at) => [`unknown${at}`, 1]));
  const refused = await check({ ...body, source }).catch(
    (error: { issues: { code: string; message: string }[] }) => error,
  );
  const { issues } = refused as { issues: { code: string; message: string }[] };
  expect(issues).toHaveLength(101);
  expect(issues.at(-1)).toMatchObject({ code: 'more_faults', message: '9900 more fields are wrong' });
});

// Were it compared with each name that there is, it would take longer than a test may.
it('with a name or word as long as a request are refused in few words', async () => {
  const long = 'x'.repeat(10_000_000);
  await expect(check({ source, [long]: 1 })).rejects.toMatchObject({ message: expect.stringMatching(/^.{1,300}$/) });
  await expect(check({ source, quality: long })).rejects.toMatchObject({
    message: expect.stringMatching(/^.{1,300}$/),
  });
});
