/** How settings of a program are read, by the kinds of their declarations (http-api 4.5). */
import { readSettings, type SettingSpec } from '@framefarm/contract';
import { describe, expect, it } from 'vitest';

/** What one setting of this kind is read as; `flag` stands before `text`, which comes from the environment. */
function read(spec: Omit<SettingSpec, 'env' | 'help'>, text?: string, flag?: unknown): unknown {
  const table = { one: { ...spec, env: 'ONE', also: ['ELDER'], flag: 'one', help: '' } as SettingSpec };
  return readSettings(table, { ONE: text }, { one: flag }).one;
}

const small = { kind: 'integer', min: 2, max: 4 } as const;

describe('settings', () => {
  it.each([
    [small, '2', 2],
    [small, '4', 4],
    [{ kind: 'integer' }, '0', 0],
    [{ kind: 'switch' }, '1', true],
    [{ kind: 'switch' }, 'True', true],
    [{ kind: 'switch' }, '0', false],
    [{ kind: 'switch' }, 'false', false],
    [{ kind: 'enum', values: ['on', 'off'] }, 'off', 'off'],
    [{ kind: 'redis-url' }, 'rediss://u:pw@h:1/0', 'rediss://u:pw@h:1/0'],
    [{ kind: 'redis-url' }, '/run/redis.sock', '/run/redis.sock'],
    [{ kind: 'url' }, 'https://a.example/b/', 'https://a.example/b'],
    [{ kind: 'paths' }, '/a::/b', ['/a', '/b']],
    [{ kind: 'names' }, 'gpu, eu-1', ['gpu', 'eu-1']],
    [{ kind: 'path' }, '/a', '/a'],
  ] as const)('of %j take %j', (spec, text, value) => expect(read(spec, text)).toEqual(value));

  it.each([
    [small, '1', 'ONE "1": must be a whole number from 2 to 4'],
    [small, '5', 'from 2 to 4'],
    [{ kind: 'integer' }, '9007199254740993', 'from 0 to 9007199254740991'],
    [{ kind: 'switch' }, 'yes', 'ONE "yes": must be 1 or 0'],
    [{ kind: 'enum', values: ['on', 'off'] }, 'offf', 'must be one of on, off; did you mean "off"?'],
    [{ kind: 'redis-url' }, 'http://a', 'ONE "http://a": must be a URL such as redis://localhost:6379/0'],
    [{ kind: 'url' }, 'a.example', 'must be an http or https URL'],
    [{ kind: 'names' }, 'gpu,a/b', '(received a/b)'],
    [{ kind: 'text' }, 'a\0b', 'must be a text that is not empty'],
  ] as const)('of %j refuse %j: %s', (spec, text, message) => expect(() => read(spec, text)).toThrow(message));

  it.each([
    [{ kind: 'text', secret: true }, 'a\0b', 'ONE: must be a text that is not empty'],
    [
      { kind: 'redis-url' },
      'redis:/u:pw@h',
      'ONE: must be a URL such as redis://localhost:6379/0, or the path of a socket',
    ],
    [{ kind: 'url' }, 'htps://u:pw@h', 'ONE: must be an http or https URL such as https://service.example.org'],
  ] as const)('of %j do not quote %j, which may be secret', (spec, text, message) =>
    expect(() => read(spec, text)).toThrow(expect.objectContaining({ message })),
  );

  it('come from a flag first, which may be repeated, then from the first name of the environment that is not empty', () => {
    expect(read(small, '2', 3)).toBe(3);
    expect(() => read(small, '2', '9')).toThrow('--one "9": must be');
    expect(read({ kind: 'paths' }, '/a', ['/b:c'])).toEqual(['/b:c']);
    expect(() => read({ kind: 'paths' }, '/a', ['/b', ''])).toThrow('none of them empty');
    expect(read({ kind: 'names' }, undefined, ['a', 'b,c'])).toEqual(['a', 'b', 'c']);
    const table = { one: { kind: 'text', env: 'ONE', also: ['ELDER', 'OLDEST'], default: 'd', help: '' } } as const;
    expect(readSettings(table, { ONE: '', ELDER: 'e', OLDEST: 'o' }).one).toBe('e');
    expect(() => readSettings(table, { ELDER: '\0' })).toThrow('ELDER ');
    expect(readSettings(table, { ONE: '' }).one).toBe('d');
  });

  it('that are not given are their defaults, else an empty list or null', () => {
    expect([read({ kind: 'names' }), read({ kind: 'origins' }), read({ kind: 'paths' }, '')]).toEqual([[], [], []]);
    expect([read(small), read({ kind: 'switch', default: false })]).toEqual([null, false]);
  });

  it('are refused all together', () => {
    const table = { a: { kind: 'switch', env: 'A', help: '' }, b: { kind: 'url', env: 'B', help: '' } } as const;
    expect(() => readSettings(table, { A: 'x', B: 'y' })).toThrow(/^A "x": .*; B "y": /);
  });
});
