import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { readdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { PassThrough, Readable } from 'node:stream';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { type UnpackOptions, unpackProject } from '../../../libs/archive/src/index.js';
import { paxOf, type TarEntry, tarGzOf, tarOf, type ZipEntry, zipOf } from '../../support/projects/archives.js';
import { scratchDirectory } from '../../support/projects/project.js';

const ZIP = 'application/zip';
const TAR = 'application/x-tar';
const GZIP = 'application/gzip';
const LINK = 0o120777;

/** Unpacks below a fresh directory; the parent tells what was left behind. */
async function unpack(bytes: Uint8Array, type: string, options: UnpackOptions = {}) {
  const parent = scratchDirectory();
  const target = join(parent, 'project');
  const upload = join(scratchDirectory(), 'upload');
  await writeFile(upload, bytes);
  const listing = await unpackProject(upload, type, target, options).catch((error: unknown) => {
    expect(readdirSync(parent), 'nothing may be left behind').toEqual([]);
    throw error;
  });
  return { target, listing };
}

const paths = async (result: ReturnType<typeof unpack>) => (await result).listing.files.map((file) => file.path);
const refusal = (entry: string, reason: RegExp) => ({
  code: 'ARCHIVE_REJECTED',
  message: expect.stringMatching(reason),
  details: expect.objectContaining({ entry }),
});

describe('an upload becomes a project', () => {
  it('has the same files and the same id as zip, tar and gzipped tar', async () => {
    const files = { 'index.html': '<p>', 'a/ü.txt': 'ü', 'a/b/empty.css': '' };
    const entries = Object.entries(files).map(([name, content]) => ({ name, content }));
    const unpacked = await Promise.all([
      unpack(zipOf(...entries), ZIP),
      unpack(zipOf(...entries.toReversed().map((entry) => ({ ...entry, method: 0 }))), `${ZIP}; x=y`),
      unpack(tarOf({ name: './', type: '5' }, ...entries.map((e) => ({ ...e, name: `./${e.name}` }))), TAR),
      unpack(tarGzOf({ name: 'a/', type: '5' }, ...entries), 'Application/GZIP'),
    ]);
    expect(new Set(unpacked.map(({ listing }) => listing.id)).size).toBe(1);
    for (const { target, listing } of unpacked) {
      expect(listing).toMatchObject({ totalBytes: 5, id: expect.stringMatching(/^cmp_[0-9a-f]{64}$/) });
      expect(readFileSync(join(target, 'a/ü.txt'), 'utf8')).toBe('ü');
      expect(statSync(target).mode & 0o777).toBe(0o700);
      expect(statSync(join(target, 'a/b')).mode & 0o777).toBe(0o700);
      expect(statSync(join(target, 'index.html')).mode & 0o777).toBe(0o644);
      expect(readdirSync(dirname(target))).toEqual(['project']);
    }
  });

  it('reads long names of pax and GNU tar', async () => {
    const long = `${'d'.repeat(120)}/${'f'.repeat(120)}.txt`;
    const gnu: TarEntry = { name: '././@LongLink', type: 'L', content: `${long}\0` };
    expect(await paths(unpack(tarOf(paxOf({ path: long }), { name: 'x', content: 'x' }), TAR))).toEqual([long]);
    expect(await paths(unpack(tarOf(gnu, { name: 'x', content: 'x' }), TAR))).toEqual([long]);
  });

  it('brings names into Unicode NFC, in the id and on disk', async () => {
    const { target, listing } = await unpack(zipOf({ name: 'u\u0308.txt', content: 'x' }), ZIP);
    expect(listing.files[0]?.path).toBe('\u00fc.txt');
    expect(readdirSync(target)).toEqual(['\u00fc.txt']);
  });

  it('takes a stream, and passes an error of the stream on', async () => {
    const parent = scratchDirectory();
    const bytes = zipOf({ name: 'index.html', content: 'x' });
    await unpackProject(Readable.from([bytes]), ZIP, join(parent, 'good'));
    const broken = Readable.from(
      (async function* () {
        yield bytes;
        throw new Error('digest differs');
      })(),
    );
    await expect(unpackProject(broken, ZIP, join(parent, 'bad'))).rejects.toThrow('digest differs');
    expect(readdirSync(parent)).toEqual(['good']);
  });
});

describe('names that are refused, each with a neighbour that passes (security 8)', () => {
  const cases: [what: string, bad: string | Uint8Array, reason: RegExp, good: string | Uint8Array][] = [
    ['a path out of the project', '../x', /leaves the project/, '..x'],
    ['a path out of a folder', 'a/../../x', /leaves the project/, 'a/b/x'],
    ['an absolute path', '/etc/x', /absolute/, 'etc/x'],
    ['a drive letter', 'C:x', /drive letter/, 'C/x'],
    ['a backslash', 'a\\x', /backslash/, 'a-x'],
    ['a NUL byte in a zip', 'a\0b', /control character/, 'ab'],
    ['a control character', 'a\u001bb', /control character/, 'a b'],
    ['a trailing dot', 'a./x', /dot or a space/, '.a/x'],
    ['a trailing space', 'x ', /dot or a space/, ' x'],
    ['an empty name inside', 'a//x', /empty/, 'a/x'],
    ['a name of 256 bytes', 'ä'.repeat(128), /256 bytes; 255/, `${'ä'.repeat(127)}x`],
    ['21 levels', `${'a/'.repeat(20)}x`, /21 levels deep; 20/, `${'a/'.repeat(19)}x`],
    ['a path of 2,052 bytes', `${`${'n'.repeat(227)}/`.repeat(8)}${'n'.repeat(228)}`, /2052 bytes; 2048/, 'n'],
    ['invalid UTF-8', Uint8Array.of(0x61, 0xff), /not valid UTF-8/, Uint8Array.of(0xc3, 0xa4)],
  ];
  it.each([ZIP, TAR, GZIP])('an empty upload as %s says no more than that', async (type) => {
    await expect(unpack(Buffer.alloc(0), type)).rejects.toMatchObject({
      code: 'ARCHIVE_REJECTED',
      message: 'The upload is empty.',
    });
  });
  it.each(cases)('%s', async (_what, bad, reason, good) => {
    const message = expect.stringMatching(reason);
    await expect(unpack(zipOf({ name: bad, content: 'x' }), ZIP)).rejects.toMatchObject({
      code: 'ARCHIVE_REJECTED',
      message,
    });
    expect(await paths(unpack(zipOf({ name: good, content: 'x' }), ZIP))).toEqual([Buffer.from(good).toString()]);
    if (Buffer.from(bad).includes(0)) return;
    const entry: TarEntry[] = [{ name: '././@LongLink', type: 'L', content: bad }, { name: 'short' }];
    await expect(unpack(tarOf(...entry), TAR)).rejects.toMatchObject({ code: 'ARCHIVE_REJECTED', message });
  });

  it('a pax name that is not UTF-8, or holds a NUL', async () => {
    const invalid = paxOf({ path: Uint8Array.of(0x61, 0xff) });
    await expect(unpack(tarOf(invalid, { name: 'x' }), TAR)).rejects.toThrow(/not valid UTF-8/);
    await expect(unpack(tarOf(paxOf({ path: 'a\0b' }), { name: 'x' }), TAR)).rejects.toThrow(/control character/);
    expect(await paths(unpack(tarOf(paxOf({ path: 'ä' }), { name: 'x' }), TAR))).toEqual(['ä']);
  });

  const twice: [what: string, first: string, second: string][] = [
    ['the same name', 'x.txt', 'x.txt'],
    ['another letter case', 'x.txt', 'X.TXT'],
    ['another Unicode form', '\u00fc', 'u\u0308'],
    ['a folder in another letter case', 'a/x', 'A/y'],
    ['a file where a folder is', 'a/x', 'a'],
    ['a folder where a file is', 'a', 'a/x'],
  ];
  it.each(twice)('two entries: %s', async (_what, first, second) => {
    const entries = [first, second].map((name) => ({ name, content: 'x' }));
    const entry = second.normalize('NFC');
    await expect(unpack(zipOf(...entries), ZIP)).rejects.toMatchObject(
      refusal(entry, /twice|same name|file and a folder/),
    );
    await expect(unpack(tarOf(...entries), TAR)).rejects.toMatchObject(
      refusal(entry, /twice|same name|file and a folder/),
    );
    const apart = entries.map((item, index) => ({ ...item, name: `${index}/${item.name}` }));
    expect(await paths(unpack(zipOf(...apart), ZIP))).toHaveLength(2);
  });
});

describe('entries that are refused', () => {
  const zips: [what: string, bad: ZipEntry, reason: RegExp][] = [
    ['an encrypted entry', { name: 'x', flags: 0x801 }, /encrypted/],
    ['an entry that is encrypted in its own header alone', { name: 'x', localFlags: 0x801 }, /encrypted/],
    ['a link', { name: 'x', content: '/etc', mode: LINK }, /link or a special file/],
    ['a device', { name: 'x', mode: 0o020666 }, /link or a special file/],
    ['a name that its own header contradicts', { name: 'x', localName: 'y' }, /second, different name/],
    ['more bytes than declared', { name: 'x', content: 'a'.repeat(99), declaredSize: 9 }, /too many bytes/],
    ['fewer bytes than declared', { name: 'x', content: 'a'.repeat(9), declaredSize: 99 }, /not enough bytes/],
    ['another checksum', { name: 'x', content: 'a', crc: 1 }, /checksum/],
    ['an unknown compression', { name: 'x', content: 'a', method: 12 }, /method 12/],
    ['a folder with content', { name: 'x/', content: 'a' }, /folder with content/],
  ];
  it.each(zips)('zip: %s', async (_what, bad, reason) => {
    await expect(unpack(zipOf({ name: 'good', content: 'x' }, bad), ZIP)).rejects.toMatchObject(
      refusal(bad.name as string, reason),
    );
  });

  it('zip: data that is no deflate stream', async () => {
    const bytes = zipOf({ name: 'x', content: 'abc', method: 0 });
    for (const at of [8, bytes.indexOf('PK\x01\x02', 0, 'latin1') + 10]) bytes.writeUInt16LE(8, at);
    await expect(unpack(bytes, ZIP)).rejects.toMatchObject(refusal('x', /cannot be read/));
  });

  it('zip: its plain neighbours pass', async () => {
    const entries: ZipEntry[] = [
      { name: 'plain', content: 'a', mode: 0o100600 },
      { name: 'stored', content: 'a', method: 0 },
      { name: 'no-flag', content: 'a', flags: 0 },
      { name: 'folder/', mode: 0o040755 },
    ];
    expect(await paths(unpack(zipOf(...entries), ZIP))).toEqual(['no-flag', 'plain', 'stored']);
  });

  it('a link followed by a file through it; nothing is written where it points', async () => {
    const outside = scratchDirectory();
    const through: ZipEntry[] = [
      { name: 'way', content: outside, mode: LINK },
      { name: 'way/x', content: 'x' },
    ];
    await expect(unpack(zipOf(...through), ZIP)).rejects.toMatchObject(refusal('way', /link/));
    await expect(
      unpack(tarOf({ name: 'way', type: '2', link: outside }, { name: 'way/x', content: 'x' }), TAR),
    ).rejects.toMatchObject(refusal('way', /symlink/));
    expect(existsSync(join(outside, 'x'))).toBe(false);
    expect(await paths(unpack(tarOf({ name: 'way/', type: '5' }, { name: 'way/x', content: 'x' }), TAR))).toEqual([
      'way/x',
    ]);
  });

  const tars: [what: string, bad: TarEntry[], reason: RegExp][] = [
    ['a hard link', [{ name: 'x', type: '1', link: 'good' }], /regular file or folder \(link\)/],
    ['a character device', [{ name: 'x', type: '3' }], /character-device/],
    ['a block device', [{ name: 'x', type: '4' }], /block-device/],
    ['a named pipe', [{ name: 'x', type: '6' }], /fifo/],
    ['a GNU sparse file', [{ name: 'x', type: 'S' }], /unknown kind/],
    ['a sparse file by pax', [paxOf({ 'GNU.sparse.major': '1' }), { name: 'x', content: 'a' }], /sparse/],
    ['an unknown type', [{ name: 'x', type: 'Q' }], /unknown kind/],
    ['a folder with content', [{ name: 'x/', type: '5', content: 'a' }], /folder with content/],
  ];
  it.each(tars)('tar: %s', async (_what, bad, reason) => {
    const good = { name: 'good', content: 'x' };
    await expect(unpack(tarOf(good, ...bad), TAR)).rejects.toMatchObject(refusal(bad.at(-1)?.name as string, reason));
    expect(await paths(unpack(tarOf(good, { name: 'x', content: 'a' }), TAR))).toEqual(['good', 'x']);
  });
});

describe('archives that are refused as a whole', () => {
  const whole = zipOf({ name: 'index.html', content: 'x'.repeat(100) });
  const offset64 = (): Buffer => {
    const locator = Buffer.alloc(20);
    locator.writeUInt32LE(0x07064b50, 0);
    locator.fill(0xff, 8, 16);
    return Buffer.concat([whole.subarray(0, -22), locator, whole.subarray(-22)]);
  };
  const cases: [what: string, bytes: Uint8Array, type: string][] = [
    ['a zip without entries', zipOf(), ZIP],
    ['a tar of folders', tarOf({ name: 'a/', type: '5' }), TAR],
    ['a zip cut short', whole.subarray(0, -30), ZIP],
    ['a zip that is named a tar', whole, TAR],
    ['a tar that is named a zip', tarOf({ name: 'x', content: 'x' }), ZIP],
    ['a tar that ends within a file', tarOf({ name: 'x', content: 'x', declaredSize: 9999 }), TAR],
    ['a gzip cut short', tarGzOf({ name: 'x', content: 'abc' }).subarray(0, -12), GZIP],
    ['a zip whose directory lies beyond any file', offset64(), ZIP],
  ];
  it.each(cases)('%s', async (_what, bytes, type) => {
    await expect(unpack(bytes, type)).rejects.toMatchObject({ code: 'ARCHIVE_REJECTED' });
  });

  it('an unknown content type, with the accepted ones named', async () => {
    await expect(unpack(whole, 'application/x-7z-compressed')).rejects.toMatchObject({
      code: 'UNSUPPORTED_MEDIA_TYPE',
      message: expect.stringContaining('application/zip, application/x-tar, application/gzip'),
    });
  });

  it('a target that exists', async () => {
    const target = scratchDirectory();
    await expect(unpackProject(Readable.from([whole]), ZIP, target)).rejects.toThrow(/exists already/);
    expect(await readdir(target)).toEqual([]);
  });
});

describe('limits, counted while inflating', () => {
  const text = 'x'.repeat(1000);
  const three = ['a', 'b', 'c'].map((name) => ({ name, content: text }));
  const archives: [type: string, bytes: Buffer][] = [
    [ZIP, zipOf(...three)],
    [ZIP, zipOf(...three.map((entry) => ({ ...entry, method: 0 })))],
    [TAR, tarOf(...three)],
    [GZIP, tarGzOf(...three)],
  ];
  it('a tar is refused at the header of the entry that is one too many: what follows is not read', async () => {
    const cut = tarOf(
      { name: 'a', content: 'a' },
      { name: 'b', content: 'b' },
      { name: 'c', content: '', declaredSize: 9_999 },
    );
    for (const [bytes, type] of [
      [cut, TAR],
      [gzipSync(cut), GZIP],
    ] as const) {
      await expect(unpack(bytes, type, { limits: { entries: 2 } })).rejects.toThrow('more than 2 entries');
      await expect(unpack(bytes, type, { limits: { entries: 3 } })).rejects.toThrow('cannot be read');
    }
  });

  it.each(archives)('%s: entries, entry, total and packed size, each exact to one', async (type, bytes) => {
    const at = (limits: UnpackOptions['limits']) => unpack(bytes, type, { limits: limits ?? {} });
    await expect(at({ entries: 2 })).rejects.toThrow(/more than 2 entries/);
    await at({ entries: 3 });
    await expect(at({ entryBytes: 999 })).rejects.toMatchObject(refusal('a', /larger than 999 bytes/));
    await at({ entryBytes: 1000 });
    await expect(at({ totalBytes: 2999 })).rejects.toMatchObject(refusal('c', /larger than 2999 bytes/));
    await at({ totalBytes: 3000 });
    await expect(at({ packedBytes: bytes.length - 1 })).rejects.toMatchObject({ code: 'PAYLOAD_TOO_LARGE' });
    await at({ packedBytes: bytes.length });
  });

  it('counts a streamed upload while it is read', async () => {
    const endless = Readable.from(
      (function* () {
        for (;;) yield Buffer.alloc(1000);
      })(),
    );
    const parent = scratchDirectory();
    const limits = { packedBytes: 100_000 };
    await expect(unpackProject(endless, ZIP, join(parent, 'x'), { limits })).rejects.toMatchObject({
      code: 'PAYLOAD_TOO_LARGE',
    });
    expect(endless.destroyed).toBe(true);
    expect(readdirSync(parent)).toEqual([]);
  });

  it('refuses a ratio bomb in every format, with declared sizes that lie as well', async () => {
    const zeros = Buffer.alloc(8 * 1024 * 1024);
    const bombs: [string, Buffer][] = [
      [ZIP, zipOf({ name: 'bomb', content: zeros })],
      [GZIP, tarGzOf({ name: 'bomb', content: zeros })],
    ];
    for (const [type, bytes] of bombs) {
      await expect(unpack(bytes, type)).rejects.toMatchObject(refusal('bomb', /100 times its packed size/));
    }
    const lying = zipOf({ name: 'bomb', content: zeros, declaredSize: 10 });
    await expect(unpack(lying, ZIP)).rejects.toMatchObject(refusal('bomb', /too many bytes/));
    await expect(unpack(gzipSync(zeros), GZIP)).rejects.toThrow(/100 times its packed size/);
    expect(await paths(unpack(tarOf({ name: 'calm', content: zeros }), TAR))).toEqual(['calm']);
  });

  it('lets thousands of small files pass, whose headers compress well', async () => {
    const many = Array.from({ length: 2000 }, (_, index) => ({ name: `f${index}`, content: 'x' }));
    expect((await unpack(tarGzOf(...many), GZIP)).listing.files).toHaveLength(2000);
  });

  it('has a limit in time', async () => {
    const limits = { unpackMs: 0 };
    const many = Array.from({ length: 500 }, (_, index) => ({ name: `f${index}`, content: 'x' }));
    for (const [type, bytes] of [[ZIP, zipOf(...many)] as const, [GZIP, tarGzOf(...many)] as const]) {
      await expect(unpack(bytes, type, { limits })).rejects.toThrow(/not unpacked within 0 s/);
    }
  });
});

describe('an interrupted unpacking leaves nothing', () => {
  it('while the upload arrives', async () => {
    const parent = scratchDirectory();
    const body = new PassThrough();
    const stop = new AbortController();
    const unpacking = unpackProject(body, ZIP, join(parent, 'x'), { signal: stop.signal });
    body.write('PK');
    stop.abort(new Error('client left'));
    await expect(unpacking).rejects.toThrow('client left');
    expect(readdirSync(parent)).toEqual([]);
    expect(body.destroyed).toBe(true);
  });

  it.each([ZIP, TAR, GZIP])('while %s is unpacked, and closes its files', async (type) => {
    const open = () => readdirSync('/proc/self/fd').length;
    const content = Buffer.alloc(300_000, 'framefarm');
    const many = Array.from({ length: 40 }, (_, index) => ({ name: `f${index}`, content }));
    const bytes = type === ZIP ? zipOf(...many) : type === TAR ? tarOf(...many) : tarGzOf(...many);
    const upload = join(scratchDirectory(), 'upload');
    await writeFile(upload, bytes);
    const parent = scratchDirectory();
    const before = open();
    const stop = new AbortController();
    const limits = { ratio: 10_000 };
    const unpacking = unpackProject(upload, type, join(parent, 'x'), { signal: stop.signal, limits });
    const unpacked = () => readdirSync(parent, { recursive: true }).filter((name) => /f\d+$/.test(String(name)));
    await expect.poll(unpacked, { interval: 1 }).not.toEqual([]);
    stop.abort(new Error('client left'));
    await expect(unpacking).rejects.toThrow('client left');
    expect(readdirSync(parent)).toEqual([]);
    await expect.poll(open).toBeLessThanOrEqual(before);
  });
});
