import { describe, expect, it } from 'vitest';
import { readTar } from '../../../libs/browser/src/discovery/tar-entries.js';

function entry(name: string, data: string, kind = '0', mode = '755'): Buffer {
  const header = Buffer.alloc(512);
  header.write(name, 0);
  header.write(mode.padStart(7, '0'), 100);
  header.write(Buffer.byteLength(data).toString(8).padStart(11, '0'), 124);
  header.write(kind, 156);
  const body = Buffer.alloc(Math.ceil(Buffer.byteLength(data) / 512) * 512);
  body.write(data);
  return Buffer.concat([header, body]);
}
const end = Buffer.alloc(1024);

describe('readTar', () => {
  it('reads files with their modes and skips directories', () => {
    const archive = Buffer.concat([entry('lib/', '', '5'), entry('lib/a.so', 'abc'), entry('b', '', '0', '644'), end]);
    expect(readTar(archive).map(({ path, mode, data }) => [path, mode, Buffer.from(data).toString()])).toEqual([
      ['lib/a.so', 0o755, 'abc'],
      ['b', 0o644, ''],
    ]);
  });
  it.each([
    ['a name that leaves the directory', Buffer.concat([entry('../x', 'a'), end]), /unsafe name/],
    ['an absolute name', Buffer.concat([entry('/etc/x', 'a'), end]), /unsafe name/],
    ['a link', Buffer.concat([entry('l', '', '2'), end]), /kind "2"/],
    ['an archive cut off', entry('a', 'abc').subarray(0, 513), /cut off/],
  ])('refuses %s', (_, archive, message) => {
    expect(() => readTar(archive)).toThrow(message);
  });
});
