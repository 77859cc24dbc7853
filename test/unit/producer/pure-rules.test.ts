/** Rules of the producer that need no service: names, ranges, texts, cursors, keys, pauses. */
import { FramefarmError, PRODUCER_SETTINGS, readSettings } from '@framefarm/contract';
import { describe, expect, it, vi } from 'vitest';
import { isLoopback, readProducerConfig } from '../../../apps/producer/src/config/producer-config.js';
import { compareIds, lastEventId } from '../../../apps/producer/src/events/event-id.js';
import { matchesTag } from '../../../apps/producer/src/http/entity-tag.js';
import { readCursor, signCursor } from '../../../apps/producer/src/http/lists/cursor.js';
import { readListQuery, readRenderQuery } from '../../../apps/producer/src/http/lists/list-query.js';
import { allowedMethods } from '../../../apps/producer/src/http/problems/allowed-methods.js';
import { publicText } from '../../../apps/producer/src/http/problems/public-text.js';
import { parseJsonBody } from '../../../apps/producer/src/http/requests/json-body.js';
import { pathOf } from '../../../apps/producer/src/http/requests/request-path.js';
import { fingerprint } from '../../../apps/producer/src/idempotency/idempotency-key.js';
import { isOwnName } from '../../../apps/producer/src/keys/own-name.js';
import { parseKeys } from '../../../apps/producer/src/keys/parse-keys.js';
import { outputNameFault } from '../../../apps/producer/src/options/output-name.js';
import { chooseRange } from '../../../apps/producer/src/outputs/byte-range.js';
import { entryOf } from '../../../apps/producer/src/sources/entry-file.js';
import { type Delivery, KEPT_ATTEMPTS, withAttempt } from '../../../apps/producer/src/webhooks/delivery.js';
import { nextPause } from '../../../apps/producer/src/webhooks/retry-schedule.js';

const settings = (env: Record<string, string>) => readProducerConfig({ FRAMEFARM_STORE: '/s', ...env });

describe('settings', () => {
  it.each(['abc', '-1', '2.5', '0', '11', ' 2', '1e1'])(
    'refuse PRODUCER_MAX_CONCURRENT_RENDERS=%j by name',
    (value) => {
      expect(() => settings({ PRODUCER_MAX_CONCURRENT_RENDERS: value })).toThrow(
        `PRODUCER_MAX_CONCURRENT_RENDERS ${JSON.stringify(value)}: must be a whole number from 1 to 10`,
      );
    },
  );

  it('take origins that private addresses may be reached at, and nothing that would be cut off them', () => {
    const allowed = (text: string) => settings({ FRAMEFARM_NETWORK_ALLOW: text }).networkAllow;
    expect(allowed('https://a.example/, http://10.0.0.1:8080')).toEqual(['https://a.example', 'http://10.0.0.1:8080']);
    for (const text of ['a.example', 'ftp://a.example', 'https://a.example/b', 'https://a.example?b', 'https://a#b']) {
      expect(() => allowed(`http://b ${text}`), text).toThrow(`(received ${text})`);
    }
    expect(() => allowed('https://u:pw@a.example')).toThrow(
      /^FRAMEFARM_NETWORK_ALLOW: must be origins [^@]*, without a user or password$/,
    );
  });

  it('take 1 to 10, and a flag before the environment', () => {
    expect(settings({ PRODUCER_MAX_CONCURRENT_RENDERS: '10' }).maxConcurrentRenders).toBe(10);
    const flags = { maxConcurrentRenders: '3' };
    const read = readSettings(PRODUCER_SETTINGS, { PRODUCER_MAX_CONCURRENT_RENDERS: '10' }, flags);
    expect(read.maxConcurrentRenders).toBe(3);
    expect(settings({}).maxConcurrentRenders).toBeNull();
  });

  it('are not taken from an empty flag', () => {
    const flags = { host: '', projectRoots: ['/p', ''] };
    expect(() => readSettings(PRODUCER_SETTINGS, {}, flags)).toThrow(
      '--host "": must be a text that is not empty; --project-root ["/p",""]: must be a path each, none of them empty',
    );
  });

  it('read older names of a variable', () => {
    expect(readProducerConfig({ PRODUCER_RENDERS_DIR: '/old' }).store).toBe('/old');
    expect(() => readProducerConfig({})).toThrow('FRAMEFARM_STORE');
  });

  it('serve an address that is not loopback only with keys or an explicit word', () => {
    expect(() => settings({ PRODUCER_HOST: '0.0.0.0' })).toThrow('FRAMEFARM_AUTH=none');
    expect(settings({ PRODUCER_HOST: '0.0.0.0', FRAMEFARM_AUTH: 'none' }).host).toBe('0.0.0.0');
    expect(settings({ PRODUCER_HOST: '::', FRAMEFARM_API_KEYS_FILE: '/k' }).host).toBe('::');
    expect(['127.0.0.1', '127.9.9.9', '::1', 'localhost'].every(isLoopback)).toBe(true);
    expect(['0.0.0.0', '::', '10.0.0.1', 'example.com', '127.example.com', '10.127.0.1'].some(isLoopback)).toBe(false);
  });
});

describe('the name of a service without keys', () => {
  const local = settings({});
  it.each([
    '127.0.0.1:9847',
    'localhost',
    'LocalHost:8000',
    '[::1]:9847',
    '127.0.0.2',
    'farm.localhost:9847',
    undefined,
  ])('may be %j', (host) => expect(isOwnName(host, local)).toBe(true));
  it.each([
    'evil.example:9847',
    '127.0.0.1.evil.example',
    'localhost.evil.example',
    'a.localhost.evil.example',
    '',
    '10.0.0.1',
    '0.0.0.0:9847',
  ])('is not %j', (host) => expect(isOwnName(host, local)).toBe(false));
  it('may be the one that it listens on', () => {
    const named = { ...local, host: 'Farm.Example' };
    expect(['farm.example:9847', 'FARM.example', 'x.farm.example'].map((host) => isOwnName(host, named))).toEqual([
      true,
      true,
      false,
    ]);
  });
  it('is any with keys, and where everybody is served', () => {
    expect(isOwnName('farm.example', settings({ FRAMEFARM_API_KEYS_FILE: '/k' }))).toBe(true);
    expect(isOwnName('farm.example', settings({ FRAMEFARM_AUTH: 'none' }))).toBe(true);
  });
});

describe('texts for clients', () => {
  it.each([
    ['failed at /tmp/x/secret/a.mp4, sorry', 'failed at a.mp4, sorry'],
    ['GET https://s3/x?X-Amz-Signature=abc now', 'GET https://s3/x now'],
    ['see /problems/RATE_LIMITED and POST /renders/check', 'see /problems/RATE_LIMITED and POST /renders/check'],
    ['assets/home/a.png is missing', 'assets/home/a.png is missing'],
    ['no answer for media/a.mp4?token=abc&x=1', 'no answer for media/a.mp4'],
    ['"/films/today?token=abc" and "a.png?v=3"', '"/films/today" and "a.png"'],
    ['file:///home/ana/film/index.html?key=1 failed', 'index.html failed'],
    ['did you mean src/a.html? or fps=30/1?', 'did you mean src/a.html? or fps=30/1?'],
  ])('%j becomes %j', (text, shown) => expect(publicText(text)).toBe(shown));

  // Were each address looked at to the end of the text, it would take longer than a test may.
  it('are made from many addresses without a gap as fast as from one', () => {
    const text = 'http://'.repeat(150_000);
    expect(publicText(text) === text).toBe(true);
  });
});

describe('the path of a request', () => {
  it.each([
    ['/renders?limit=5', '/renders'],
    ['http://farm:9847/compositions', '/compositions'],
    ['HTTP://farm?x=/a', '/'],
    ['/http://x', '/http://x'],
    ['', '/'],
    ['/com%70ositions?a=%70', '/compositions'],
    ['/a%2Fb%20%7e%5F%e9%zz', '/a%2Fb%20~_%e9%zz'],
  ])('of %j is %j', (target, path) => expect(pathOf(target)).toBe(path));
});

describe('filters of a list', () => {
  it('are 50 of all where nothing is asked for, and 1 to 100 where a number is', () => {
    expect(readListQuery({})).toEqual({ limit: 50, cursor: undefined });
    expect(readListQuery({ limit: '1', cursor: 'a.b' })).toEqual({ limit: 1, cursor: 'a.b' });
    expect(readListQuery({ limit: '100' }).limit).toBe(100);
    for (const limit of ['0', '101', '1.5', '-1', 'x', '', ['5', '6']])
      expect(() => readListQuery({ limit }), String(limit)).toThrow('must be an integer from 1 to 100');
    expect(readRenderQuery({}, 'ana')).toEqual({ limit: 50, cursor: undefined, filter: { owner: 'ana' } });
  });

  it('are those that a list knows; all faults are told at once', () => {
    expect(() => readListQuery({ status: 'queued' })).toThrow('status is not a field here; known are limit, cursor');
    const wrong = { label: 'a', status: 'queued,gone', createdAfter: 'soon', limit: '0' };
    const fields = ['limit', 'status', 'label', 'createdAfter'].map((field) => expect.objectContaining({ field }));
    expect(() => readRenderQuery(wrong, 'ana')).toThrow(expect.objectContaining({ issues: fields }));
    for (const label of [':a', 'a:', 'a', ''])
      expect(() => readRenderQuery({ label }, 'ana'), label).toThrow('must be key:value');
  });

  it('are put together', () => {
    const query = { status: 'failed', batch: 'bat_1', label: 'job:x:y', createdBefore: '2026-01-31T12:00:00Z' };
    expect(readRenderQuery(query, 'ana').filter).toEqual({
      owner: 'ana',
      status: ['failed'],
      batch: 'bat_1',
      labels: { job: 'x:y' },
      createdBefore: Date.UTC(2026, 0, 31, 12),
    });
  });

  it('take every key of a label, and one value of each', () => {
    const { filter } = readRenderQuery({ label: ['__proto__:a', 'job:x', 'job:x'] }, 'ana');
    expect(Object.entries(filter.labels ?? {})).toEqual([
      ['__proto__', 'a'],
      ['job', 'x'],
    ]);
    const two = { label: ['job:x', 'job:y'] };
    expect(() => readRenderQuery(two, 'ana')).toThrow('label "job:y": no render has two values of one key');
  });

  it('take a time without a zone for one of UTC, wherever the producer stands', () => {
    vi.stubEnv('TZ', 'Asia/Tokyo');
    const read = (createdAfter: string) => readRenderQuery({ createdAfter }, 'ana').filter.createdAfter;
    try {
      for (const same of [
        '2026-01-31T12:00',
        '2026-01-31T12:00:00',
        '2026-01-31T12:00:00.000',
        '2026-01-31T21:00+09:00',
      ])
        expect(read(same), same).toBe(Date.UTC(2026, 0, 31, 12));
      expect(read('2026-01-31')).toBe(Date.UTC(2026, 0, 31));
    } finally {
      vi.unstubAllEnvs();
    }
  });

  it('name a status once, however often it is said', () => {
    const { filter } = readRenderQuery({ status: ['queued,failed,queued', 'failed'] }, 'ana');
    expect(filter).toEqual({ owner: 'ana', status: ['queued', 'failed'] });
  });
});

describe('bodies', () => {
  const read = (value: unknown): unknown => parseJsonBody(Buffer.from(JSON.stringify(value)));
  const nested = (levels: number): unknown => (levels === 0 ? 1 : [nested(levels - 1)]);

  it('are told where a forbidden key stands, in objects and lists', () => {
    const bodies: readonly [string, string][] = [
      ['{"a":{"b":[0,{"constructor":1}]}}', '/a/b/1/constructor'],
      ['{"x":{},"a~/b":{"__proto__":{}}}', '/a~0~1b/__proto__'],
      ['{"rows":[{"x":1},{"prototype":1}]}', '/rows/1/prototype'],
    ];
    for (const [text, field] of bodies) {
      const refusal = expect.objectContaining({ issues: [expect.objectContaining({ field, code: 'forbidden_key' })] });
      expect(() => parseJsonBody(Buffer.from(text)), text).toThrow(refusal);
    }
    expect(read({ rows: ['constructor', null, { a: ['__proto__'] }] })).toBeTruthy();
  });

  it.each([
    ['{"metadata":{"note":"a\\ud800b"}}', '/metadata/note'],
    ['{"labels":{"x\\udc00":"y"}}', '/labels/x\ufffd'],
    ['{"rows":[{"t":"\\ude00\\ud83d"}]}', '/rows/0/t'],
  ])('with half of a surrogate pair are refused: %s', (text, field) => {
    const message = `${field} holds half of a surrogate pair, which cannot be written as UTF-8.`;
    const refusal = expect.objectContaining({
      code: 'VALIDATION_FAILED',
      issues: [{ field, code: 'invalid_value', message }],
    });
    expect(() => parseJsonBody(Buffer.from(text))).toThrow(refusal);
  });

  it('may spell whole pairs', () => {
    expect(parseJsonBody(Buffer.from('{"a":"\\ud83d\\ude00"}'))).toEqual({ a: '😀' });
  });

  it('have more than 1 MiB only for documents, files and rows, of the request or of its source', () => {
    const MiB = 1024 * 1024;
    const large = 'x'.repeat(MiB);
    for (const value of [{ html: large }, { files: { a: large } }, { rows: [large] }, { source: { html: large } }])
      expect(read(value)).toEqual(value);
    for (const value of [
      large,
      [large],
      { metadata: large },
      { source: { url: large } },
      { source: null, labels: large },
    ])
      expect(() => read(value)).toThrow(expect.objectContaining({ code: 'PAYLOAD_TOO_LARGE' }));
    // With its quotes.
    expect(read('x'.repeat(MiB - 2))).toHaveLength(MiB - 2);
    expect(() => read('x'.repeat(MiB - 1))).toThrow(`The body has ${MiB + 1} bytes; at most ${MiB} are allowed`);
  });

  it('may be empty, and are JSON in UTF-8 otherwise', () => {
    expect(parseJsonBody(Buffer.alloc(0))).toBeUndefined();
    for (const bytes of [Buffer.from('{'), Buffer.from([0x22, 0xff, 0x22])])
      expect(() => parseJsonBody(bytes)).toThrow(expect.objectContaining({ code: 'INVALID_JSON' }));
  });

  it('may be 32 levels deep', () => {
    expect(read(nested(32))).toBeTruthy();
    expect(() => read(nested(33))).toThrow('32 levels');
    expect(() => parseJsonBody(Buffer.from('['.repeat(100_000) + ']'.repeat(100_000)))).toThrow('32 levels');
  });

  // 10 MB of zeros were a gigabyte of pairs.
  it('are walked without a copy of their lists', () => {
    const listed = [vi.spyOn(Object, 'keys'), vi.spyOn(Object, 'entries'), vi.spyOn(Object, 'values')];
    read({ rows: [0, [1], { a: [2] }] });
    const copied = listed.flatMap(({ mock }) => mock.calls.map(([value]) => value)).filter(Array.isArray);
    for (const spy of listed) spy.mockRestore();
    expect(copied).toEqual([]);
  });
});

describe('names of outputs', () => {
  it.each([
    '',
    '/a',
    'a//b',
    '../a',
    'a/../b',
    'C:\\x',
    'C:x',
    'a\\b',
    'a\u0007',
    'x.',
    'x ',
    'y'.repeat(256),
    '\ud800',
  ])('refuse %j', (name) => expect(outputNameFault(name)).not.toBeNull());

  it('have at most 255 bytes between two slashes, and 1024 in all', () => {
    const parts = (...bytes: number[]): string => bytes.map((count) => 'x'.repeat(count)).join('/');
    expect([parts(255), parts(255, 255, 255, 254, 1)].map(outputNameFault)).toEqual([null, null]);
    expect(outputNameFault(parts(256))).toBe('has a part of more than 255 bytes');
    expect(outputNameFault('ä'.repeat(128))).toBe('has a part of more than 255 bytes');
    expect(outputNameFault(parts(255, 255, 255, 254, 2))).toBe('has more than 1024 bytes');
    expect(outputNameFault('')).toBe('is empty; an output needs a name');
  });
  it.each(['a.mp4', 'films/2026/a b.mp4', 'Größe.webm', '..a', 'a..b'])('take %j', (name) =>
    expect(outputNameFault(name)).toBeNull(),
  );
});

describe('ranges and tags', () => {
  it.each([
    ['bytes=0-', { kind: 'part', start: 0, end: 9 }],
    ['bytes=5-99999999999999999999', { kind: 'part', start: 5, end: 9 }],
    ['bytes=-99999999999999999999', { kind: 'part', start: 0, end: 9 }],
    ['bytes=99999999999999999999-', { kind: 'outside' }],
    ['bytes=-0', { kind: 'outside' }],
    ['bytes=-99', { kind: 'part', start: 0, end: 9 }],
    ['bytes=5-2', { kind: 'whole' }],
    ['bytes=-', { kind: 'whole' }],
    ['bytes=10-11', { kind: 'outside' }],
    ['bytes=2-4', { kind: 'part', start: 2, end: 4 }],
    ['bytes=5-5', { kind: 'part', start: 5, end: 5 }],
    [' Bytes= 9 - 9 ', { kind: 'part', start: 9, end: 9 }],
    ['bytes=0-1,3-4', { kind: 'whole' }],
    ['items=0-1', { kind: 'whole' }],
    [undefined, { kind: 'whole' }],
  ])('%s of ten bytes', (range, choice) => expect(chooseRange(10, '"t"', range, undefined)).toEqual(choice));

  it('may have blanks, as many as a header holds', () => {
    const blanks = ' '.repeat(15_000);
    expect(chooseRange(10, '"t"', `bytes=${blanks}2 -${blanks}4`, undefined)).toEqual({
      kind: 'part',
      start: 2,
      end: 4,
    });
    expect(chooseRange(10, '"t"', `bytes=${blanks}x`, undefined)).toEqual({ kind: 'whole' });
  });

  it('are of a file that has not changed, where If-Range says so', () => {
    const part = { kind: 'part', start: 2, end: 4 };
    const choices = ['"t"', ' "t" ', '"u"', 'W/"t"', 'Thu, 01 Jan 1970 00:00:00 GMT'].map((ifRange) =>
      chooseRange(10, '"t"', 'bytes=2-4', ifRange),
    );
    expect(choices).toEqual([part, part, { kind: 'whole' }, { kind: 'whole' }, { kind: 'whole' }]);
    expect(chooseRange(0, '"t"', 'bytes=0-', undefined)).toEqual({ kind: 'outside' });
  });

  it('compare each tag of a list', () => {
    expect(matchesTag(undefined, '"b"')).toBe(false);
    expect(matchesTag('"a" , * ', '"b"')).toBe(true);
    expect(matchesTag('"a", "b" ', '"b"')).toBe(true);
    expect(matchesTag('"a", W/"b"', '"b"')).toBe(true);
    expect(matchesTag('*', '"b"')).toBe(true);
    expect(matchesTag('"a"', '"b"')).toBe(false);
  });
});

describe('ids of events', () => {
  it('are ordered by number, not by text', () => {
    expect(compareIds('9-0', '10-0')).toBeLessThan(0);
    expect(compareIds('10-2', '10-10')).toBeLessThan(0);
    expect(compareIds('10-1', '10-1')).toBe(0);
    expect(compareIds('10-0', '9-5')).toBeGreaterThan(0);
    expect(compareIds('10-10', '10-2')).toBeGreaterThan(0);
  });
  it('come from the header before the query, and are refused when malformed', () => {
    expect(lastEventId('1-0', '2-0')).toBe('1-0');
    expect(lastEventId(undefined, '2-0')).toBe('2-0');
    expect(lastEventId(undefined, undefined)).toBeNull();
    expect(lastEventId(undefined, '')).toBeNull();
    expect(() => lastEventId(['1-0'], undefined)).toThrow(FramefarmError);
    for (const bad of ['1', 'a-b', '1-0-0', '$']) expect(() => lastEventId(bad, undefined)).toThrow(FramefarmError);
  });
});

describe('cursors', () => {
  it('fit the list that they came from and nothing else', () => {
    const cursor = signCursor('secret', 'renders', 'rnd_1');
    expect(readCursor('secret', 'renders', cursor)).toBe('rnd_1');
    expect(() => readCursor('secret', 'batches', cursor)).toThrow('changed');
    expect(() => readCursor('other', 'renders', cursor)).toThrow('changed');
    expect(() => readCursor('secret', 'renders', `${cursor}x`)).toThrow('changed');
    expect(() => readCursor('secret', 'renders', `${cursor}.x`)).toThrow('changed');
    expect(() => readCursor('secret', 'renders', '')).toThrow('changed');
  });
});

describe('idempotency', () => {
  it('knows a body whatever the order of its keys', () => {
    expect(fingerprint({ a: 1, b: { c: 2, d: [1, 2] } })).toBe(fingerprint({ b: { d: [1, 2], c: 2 }, a: 1 }));
    expect(fingerprint({ a: [1, 2] })).not.toBe(fingerprint({ a: [2, 1] }));
    expect(fingerprint({ a: [1, 2] })).not.toBe(fingerprint({ a: { 0: 1, 1: 2 } }));
    expect(fingerprint({ a: [{ c: 1, b: null }] })).toBe(fingerprint({ a: [{ b: null, c: 1 }] }));
    expect(fingerprint({ a: null })).not.toBe(fingerprint({}));
  });
});

describe('key files', () => {
  const sha256 = 'a'.repeat(64);
  it.each([
    ['{', 'not valid JSON'],
    ['{}', '"keys" array'],
    [JSON.stringify([{ name: 'a/b', sha256, scopes: [] }]), 'name'],
    [JSON.stringify([{ name: 'a', sha256: 'x', scopes: [] }]), 'sha256'],
    [JSON.stringify([{ name: 'a', sha256, scopes: ['root'] }]), 'scopes'],
    [JSON.stringify([{ name: 'a', sha256, scopes: [], limits: { permitsHeld: 1, x: 1 } }]), 'limit'],
    ...[0, -1, 1.5, '5', null].map((permits): [string, string] => [
      JSON.stringify([{ name: 'a', sha256, scopes: [], limits: { permits } }]),
      'limits.permits must be 1 or more',
    ]),
    [JSON.stringify([{ name: 'a', sha256, scopes: [], limits: [] }]), 'limits must be an object'],
    [JSON.stringify([5]), 'entry 0: must be an object'],
    [JSON.stringify([{ name: 5, sha256, scopes: [] }]), 'name'],
    [JSON.stringify([{ name: 'a', sha256, scopes: 'read' }]), 'scopes'],
    [JSON.stringify([{ name: 'a', sha256: 5, scopes: [] }]), 'sha256'],
    [JSON.stringify([{ name: 'a', sha256, scopes: [], webhookSecrets: `whsec_${'a'.repeat(32)}` }]), 'whsec_'],
    [JSON.stringify([{ name: 'a', sha256, scopes: [], secret: 1 }]), 'not a field'],
    [JSON.stringify([{ name: 'a', sha256, scopes: [], webhookSecrets: ['x'] }]), 'whsec_'],
    [
      JSON.stringify([
        { name: 'a', sha256, scopes: [] },
        { name: 'a', sha256, scopes: [] },
      ]),
      'two keys',
    ],
    [
      JSON.stringify([
        { name: 'a', sha256, scopes: [] },
        { name: 'b', sha256: sha256.toUpperCase(), scopes: [] },
      ]),
      'entry 1: "b" has the sha256 of "a"; each name needs a key of its own',
    ],
  ])('refuse %s', (text, word) => expect(() => parseKeys(text)).toThrow(word));
  it('take scopes and limits', () => {
    const [key] = parseKeys(
      JSON.stringify({ keys: [{ name: 'ci', sha256, scopes: ['read'], limits: { queuedRenders: 5, permits: 1 } }] }),
    );
    expect(key).toMatchObject({
      owner: 'ci',
      scopes: ['read'],
      limits: { queuedRenders: 5, permits: 1 },
      webhookSecrets: [],
    });
  });
});

describe('webhook retries', () => {
  it('spread over a day with growing pauses, then end', () => {
    const pauses: number[] = [];
    for (let tries = 1; ; tries += 1) {
      const pause = nextPause(tries, null, 0.5);
      if (pause === null) break;
      pauses.push(pause);
    }
    expect(pauses).toEqual(pauses.toSorted((a, b) => a - b));
    const hours = pauses.reduce((sum, pause) => sum + pause, 0) / 3_600_000;
    expect(hours).toBeGreaterThan(23);
    expect(hours).toBeLessThan(25);
  });
  it('are kept to the last ones, and never so few that a delivery could begin anew', () => {
    const attempt = (ms: number) => ({ at: '2026-01-01T00:00:00.000Z', status: 500, ms, excerpt: '' });
    let delivery = { attempts: [] } as unknown as Delivery;
    for (let tries = 1; tries <= KEPT_ATTEMPTS + 5; tries += 1) delivery = withAttempt(delivery, attempt(tries));
    expect(delivery.attempts.map(({ ms }) => ms)).toEqual(Array.from({ length: KEPT_ATTEMPTS }, (_, at) => at + 6));
    expect(nextPause(delivery.attempts.length, null, 0.5)).toBeNull();
  });

  it('wait for what the receiver asks, within reason', () => {
    expect(nextPause(1, 60_000, 0.5)).toBe(60_000);
    expect(nextPause(1, 1, 0.5)).toBe(5_000);
    expect(nextPause(1, 1e12, 0.5)).toBe(43_200_000);
  });
});

describe('methods and entries', () => {
  it('tell what a path takes', () => {
    const routes = [
      { method: 'GET', path: '/renders/:id' },
      { method: 'DELETE', path: '/renders/:id' },
      { method: 'POST', path: '/renders' },
    ];
    expect(allowedMethods(routes, '/renders/x')).toEqual(['DELETE', 'GET']);
    expect(allowedMethods(routes, '/renders/x/y')).toEqual([]);
    const withPreflights = [...routes, { method: 'OPTIONS', path: '*' }];
    expect(allowedMethods(withPreflights, '/renders/x')).toEqual(['DELETE', 'GET', 'OPTIONS']);
    expect(allowedMethods(withPreflights, '/renders/x/y')).toEqual([]);
  });
  it('find the entry of a project', () => {
    expect(entryOf(['a.html', 'src/index.html'], undefined)).toBe('src/index.html');
    expect(entryOf(['a.css', 'b.htm'], undefined)).toBe('b.htm');
    expect(entryOf(['a.css'], undefined)).toBeNull();
    expect(entryOf(['a.html'], '../a.html')).toBeNull();
  });
});
