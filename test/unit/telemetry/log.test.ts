import { openLog } from '@framefarm/telemetry';
import { describe, expect, it } from 'vitest';

function written(write: (log: ReturnType<typeof openLog>) => void, level = 'info'): string {
  const lines: string[] = [];
  write(openLog(level, { program: 'test' }, { write: (line) => void lines.push(line) }));
  return lines.join('');
}

const parsed = (write: Parameters<typeof written>[0]): Record<string, unknown> => JSON.parse(written(write));

describe('the log', () => {
  it('is one line of JSON for an event, with words for levels and a time that people read', () => {
    const text = written((log) => log.warn({ renderId: 'rnd_1', chunk: 3 }, 'two\nlines'));
    expect(text.split('\n')).toHaveLength(2);
    expect(JSON.parse(text)).toMatchObject({
      level: 'warn',
      program: 'test',
      renderId: 'rnd_1',
      chunk: 3,
      msg: 'two\nlines',
      time: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
    });
  });

  it('leaves out what is below its level', () => {
    expect(written((log) => log.info('quiet'), 'warn')).toBe('');
  });

  it.each([
    ['a key', { note: 'sent ffk_live.AbC-123_x= again' }, 'AbC-123'],
    ['a webhook secret', { note: 'whsec_c2VjcmV0LXNlY3JldA==' }, 'c2VjcmV0'],
    ['a header of authentication', { note: 'Authorization: Bearer abc.def-ghi' }, 'abc.def'],
    ['a member by its name, at any depth', { a: { b: [{ apiKey: 'hidden"quoted' }] } }, 'hidden'],
    ['a list by its name', { webhookSecrets: ['hidden', 'more'] }, 'hidden'],
    ['the query of a URL', { url: 'https://x.test/a.png?X-Amz-Signature=hidden&y=1' }, 'hidden'],
    ['a query in a text', { err: 'GET http://x.test/a?token=hidden failed' }, 'hidden'],
    ['user and password of a URL', { redis: 'redis://user:hidden@host:6379/0' }, 'hidden'],
    ['the token of an output', { path: `/outputs/${'hidden-'.repeat(6)}` }, 'hidden'],
  ])('redacts %s', (_what, facts, secret) => {
    const text = written((log) => log.info(facts, 'seen'));
    expect(text).not.toContain(secret);
    expect(text).toContain('[redacted]');
    expect(JSON.parse(text)).toMatchObject({ msg: 'seen' });
  });

  it('redacts in messages, too', () => {
    expect(written((log) => log.info('fetched https://x.test/a?sig=hidden'))).not.toContain('hidden');
  });

  it('redacts each of several URLs that follow each other without a gap', () => {
    const text = written((log) =>
      log.info({ urls: 'http://a/x,redis://user:hidden@b/y;https://c/z?hidden=1' }, 'seen'),
    );
    expect(text).not.toContain('hidden');
    expect(text).toContain('http://a/x,redis://');
  });

  // Were what follows passed over again from each of them, it would take longer than a test may.
  it.each(['a.', 'a-', '://a', 'token', 'http://', 'secret.'])('writes a long line of nothing but %j', (unit) => {
    const path = unit.repeat(1_000_000 / unit.length);
    expect(written((log) => log.info({ path }, 'seen'))).toContain('"seen"');
  });

  it('leaves what is no secret as it is', () => {
    const facts = {
      path: '/renders/rnd_1',
      url: 'https://x.test/a.png',
      requestId: 'token-7',
      ms: 12,
      code: 'DISK_FULL',
    };
    expect(parsed((log) => log.info(facts, 'seen'))).toMatchObject(facts);
  });

  it('escapes every character that could move a terminal', () => {
    const hostile = '\u001b[31m\u0007\u009b31m\u007f\u2028\u202eevil\r\n';
    const text = written((log) => log.info({ owner: hostile }, hostile));
    expect(text.slice(0, -1)).toMatch(/^[\x20-\x7e]*$/);
    expect(JSON.parse(text)).toMatchObject({ owner: hostile, msg: hostile });
  });
});
