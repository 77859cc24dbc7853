/** What the service says of itself: OpenAPI, docs page, llms.txt, problems (http-api; stack-notes 8). */
import { ERRORS } from '@framefarm/contract';
import openapiTS from 'openapi-typescript';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestProducer, type TestProducer } from '../../support/farm/producer.js';

interface Operation {
  readonly operationId: string;
  readonly summary: string;
  readonly parameters?: readonly { readonly name: string; readonly in: string; readonly required?: boolean }[];
  readonly requestBody?: { readonly content: Record<string, { examples?: Record<string, { value: object }> }> };
  readonly responses: Record<string, unknown>;
}
interface Document {
  readonly openapi: string;
  readonly paths: Record<string, Record<string, Operation>>;
  readonly components: { readonly schemas: Record<string, { readonly properties?: Record<string, object> }> };
}

const ACCEPT =
  'Clients are generated from this document. If the change is meant, and breaks nobody, accept it with ' +
  '"npx vitest run test/farm/producer/documents.test.ts -u" and commit the file with the change.';

let producer: TestProducer;
let document: Document;
beforeAll(async () => {
  producer = await startTestProducer();
  document = (await (await producer.call('GET', '/openapi.json')).json()) as Document;
});
afterAll(() => producer.end());

const operations = () =>
  Object.entries(document.paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, operation]) => ({ path, method, operation })),
  );

describe('the OpenAPI document', () => {
  it('is frozen', async () => {
    const { info: _version, ...rest } = document as Document & { info: object };
    await expect(`${JSON.stringify(rest, null, 2)}\n`, ACCEPT).toMatchFileSnapshot('../../frozen/openapi.json');
  });

  it('is a valid 3.1 document from which types are made', async () => {
    expect(document.openapi).toBe('3.1.0');
    const nodes = await openapiTS(JSON.stringify(document), { silent: true });
    expect(nodes.length).toBeGreaterThan(3);
  });

  it('names every operation once, sums it up, and declares the parameters of its path', () => {
    const ids = operations().map(({ operation }) => operation.operationId);
    expect(ids).toEqual([...new Set(ids)]);
    for (const { path, operation } of operations()) {
      expect(operation.operationId, path).toMatch(/^[a-z]+([A-Z][a-z]+)+$/);
      expect(operation.summary, path).toMatch(/\w/);
      const wanted = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
      const declared = (operation.parameters ?? []).filter((one) => one.in === 'path').map((one) => one.name);
      expect(declared, path).toEqual(wanted);
    }
  });

  it('says of every query parameter that it may be left out', () => {
    const queries = operations().flatMap(({ path, operation }) =>
      (operation.parameters ?? []).filter((one) => one.in === 'query').map((one) => ({ path, ...one })),
    );
    expect(queries.map(({ path, name }) => `${path}?${name}`)).toEqual(
      expect.arrayContaining(['/renders/{id}/logs?step', '/renders/{id}/events?lastEventId', '/renders?cursor']),
    );
    for (const { path, name, required } of queries) expect(required ?? false, `${path}?${name}`).toBe(false);
  });

  it('names for each route that changes something what it answers to a body that cannot be read', async () => {
    const changing = operations().filter(({ method }) => /^(?:post|put|delete)$/.test(method));
    expect(changing.length).toBeGreaterThan(10);
    for (const { method, path, operation } of changing) {
      expect(Object.keys(operation.responses ?? {}), `${method} ${path}`).toEqual(
        expect.arrayContaining(['413', '415']),
      );
    }
    const answer = await producer.call('POST', '/renders/r_1/cancel', undefined, { 'content-type': 'text/plain' });
    expect(answer.status).toBe(415);
  });

  it('has every path of the specification', () => {
    const paths = operations().map(({ method, path }) => `${method} ${path}`);
    for (const one of [
      ...[
        'post /render',
        'post /render/stream',
        'get /render/queue',
        'get /health',
        'get /outputs/{token}',
        'post /lint',
      ],
      ...['post /renders', 'post /renders/check', 'get /renders', 'get /renders/{id}', 'post /renders/{id}/cancel'],
      ...['delete /renders/{id}', 'get /renders/{id}/deletion', 'get /renders/{id}/events', 'get /renders/{id}/output'],
      ...['get /renders/{id}/output/{file}', 'post /renders/{id}/retry', 'get /renders/{id}/webhook-deliveries'],
      ...['post /batches', 'post /batches/check', 'get /batches', 'get /batches/{id}', 'get /batches/{id}/manifest'],
      ...['get /batches/{id}/events', 'post /batches/{id}/cancel', 'post /compositions', 'get /compositions/{id}'],
      ...[
        'delete /compositions/{id}',
        'post /webhook-deliveries/{id}/redeliver',
        'get /farm/limits',
        'put /farm/limits',
      ],
      ...[
        'get /farm/workers',
        'get /workers',
        'post /farm/workers/{id}/drain',
        'post /farm/workers/{id}/clear',
        'get /metrics',
        'get /readyz',
      ],
    ]) {
      expect(paths).toContain(one);
    }
  });

  it('says how direct calls fail', () => {
    const failures = (path: string, method = 'post') => {
      const { responses = {} } = document.paths[path]?.[method] ?? {};
      return Object.keys(responses).filter((status) => JSON.stringify(responses[status]).includes('DirectFailure'));
    };
    expect(failures('/render')).toEqual(expect.arrayContaining(['400', '401', '422', '429', '500', '503']));
    expect(failures('/render/stream')).not.toContain('400');
    expect(failures('/lint')).toContain('400');
    expect(failures('/outputs/{token}', 'get')).toEqual(['400', '404', '416', '503']);
  });

  it('says of each operation what any key may be refused with, in the shape of its path', () => {
    for (const { path, method, operation } of operations()) {
      if (!('security' in operation)) continue;
      const shape = ['/render', '/render/stream', '/render/queue', '/lint'].includes(path)
        ? 'DirectFailure'
        : 'Problem';
      for (const status of method === 'head' ? [] : ['401', '403', '429', '503']) {
        const told = JSON.stringify(operation.responses[status] ?? {});
        expect(told, `${method} ${path} ${status}`).toContain(`#/components/schemas/${shape}`);
      }
    }
  });

  it('says where an entity tag or a range changes the answer', () => {
    const answers = (path: string) => Object.keys(document.paths[path]?.get?.responses ?? {});
    for (const path of ['/renders/{id}', '/batches/{id}', '/batches/{id}/manifest', '/outputs/{token}']) {
      expect(answers(path), path).toContain('304');
    }
    for (const path of ['/renders/{id}/output', '/outputs/{token}']) {
      expect(JSON.stringify(document.paths[path]?.get?.responses['206']), path).toContain('video/mp4');
    }
  });

  it('names every type that an output is downloaded as', () => {
    const types = (path: string, status: string) => {
      const { content } = (document.paths[path]?.get?.responses[status] ?? {}) as { readonly content?: object };
      return Object.keys(content ?? {});
    };
    const ofFormats = ['video/mp4', 'video/quicktime', 'video/webm', 'image/gif', 'application/zip'];
    for (const path of ['/renders/{id}/output', '/outputs/{token}']) {
      expect(types(path, '200'), path).toEqual(ofFormats);
      expect(types(path, '206'), path).toEqual(ofFormats);
    }
    expect(types('/renders/{id}/output/{file}', '200')).toEqual(['image/png', 'audio/aac']);
  });

  it('says what else is answered in the same shape, and what types are not taken', () => {
    const answers = (path: string, method = 'post') => document.paths[path]?.[method]?.responses ?? {};
    for (const [path, status, schema] of [
      ['/renders/{id}/cancel', '200', 'Render'],
      ['/batches/{id}/cancel', '200', 'Batch'],
      ['/compositions', '200', 'Composition'],
      ['/renders', '415', 'Problem'],
      ['/batches', '415', 'Problem'],
    ] as const) {
      expect(JSON.stringify(answers(path)[status]), `${path} ${status}`).toContain(`/${schema}"`);
    }
  });

  it('describes why the service is not ready', () => {
    const { responses = {} } = document.paths['/readyz']?.get ?? {};
    expect(JSON.stringify(responses['503'])).toContain('#/components/schemas/Readiness');
  });

  it('describes what a problem code is answered with', async () => {
    const { responses = {} } = document.paths['/problems/{code}']?.get ?? {};
    expect(JSON.stringify(responses['200'])).toContain('#/components/schemas/ProblemCode');
    const { properties = {} } = document.components.schemas.ProblemCode ?? {};
    const given = (await (await producer.call('GET', '/problems/NOT_FOUND')).json()) as object;
    expect(Object.keys(properties).sort()).toEqual(Object.keys(given).sort());
  });

  it('declares every render option with the range of the option table', () => {
    const { properties = {} } = document.components.schemas.RenderDto ?? {};
    expect(properties.crf).toMatchObject({ type: 'integer', minimum: 0, maximum: 51 });
    expect(properties.format).toMatchObject({ enum: ['mp4', 'mov', 'webm', 'gif', 'png-sequence'], default: 'mp4' });
    expect(properties).not.toHaveProperty('ffmpegPath');
  });

  it('has examples that the service takes', async () => {
    for (const path of ['/renders', '/batches'] as const) {
      const { examples = {} } = document.paths[path]?.post?.requestBody?.content['application/json'] ?? {};
      expect(Object.keys(examples).length).toBeGreaterThan(0);
      for (const { value } of Object.values(examples)) {
        const strictly = { ...(value as object), strict: true, strictAll: true, strictVariables: true };
        const answer = await producer.call('POST', `${path}/check`, strictly);
        expect(answer.status, await answer.text()).toBe(200);
      }
    }
  });
});

describe('pages', () => {
  it('shows the API without script and without any other file', async () => {
    const answer = await producer.call('GET', '/docs');
    const html = await answer.text();
    expect(answer.headers.get('content-security-policy')).toContain("default-src 'none'");
    expect(html).not.toMatch(/<script|<link|<img|src=/);
    for (const { path } of operations()) expect(html).toContain(path);
  });

  it('tells agents how to make a video', async () => {
    const text = await (await producer.call('GET', '/llms.txt')).text();
    expect(text).toContain('Idempotency-Key');
    const [, example = ''] = /POST \/renders:.*\n.*\n {2}Example: (.*)/.exec(text) ?? [];
    expect((await producer.call('POST', '/renders/check', JSON.parse(example))).status).toBe(200);
  });

  it('explains each code of the catalogue', async () => {
    for (const code of Object.keys(ERRORS)) {
      const answer = await producer.call('GET', `/problems/${code}`);
      expect(await answer.json()).toMatchObject({ type: `/problems/${code}`, title: expect.any(String) });
    }
  });

  it('serves the dashboard with its own policy', async () => {
    const answer = await producer.call('GET', '/');
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
    expect(answer.headers.get('content-security-policy')).toContain("script-src 'self'");
    expect((await producer.call('GET', '/dashboard/ui.js')).status).toBe(200);
    expect((await producer.call('GET', '/dashboard/other.js')).status).toBe(404);
  });
});
