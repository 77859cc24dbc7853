import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { rm, symlink, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { PassThrough, Writable } from 'node:stream';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  listProject,
  PACKED_TYPE,
  packProject,
  unpackProject,
  writeInlineProject,
} from '../../../libs/archive/src/index.js';
import { makeProject, scratchDirectory } from '../../support/projects/project.js';

const files = {
  'index.html': '<p>hello</p>'.repeat(500),
  'a/ü.css': 'p{}',
  'a/b/clip.mp4': Buffer.alloc(200_000, 'mp4'),
  'silence.wav': Buffer.alloc(3_000_000),
  'zeros.json': '0'.repeat(1_000_000),
  empty: '',
};

async function pack(dir: string) {
  const listing = await listProject(dir);
  const out = join(scratchDirectory(), 'project.zip');
  const packed = await packProject(dir, listing, out);
  return { listing, out, packed };
}

describe('a project as one archive', () => {
  it('comes back with the same files and the same id, repetitive content included', async () => {
    const dir = await makeProject(files);
    await symlink('index.html', join(dir, 'copy.html'));
    const { listing, out, packed } = await pack(dir);
    const target = join(scratchDirectory(), 'project');
    expect(await unpackProject(out, PACKED_TYPE, target)).toEqual({
      id: listing.id,
      files: listing.files,
      totalBytes: listing.totalBytes,
    });
    for (const [path, content] of Object.entries({ ...files, 'copy.html': files['index.html'] })) {
      expect(readFileSync(join(target, path)).equals(Buffer.from(content)), path).toBe(true);
    }
    expect(packed.bytes).toBe(readFileSync(out).length);
    expect(execFileSync('sha256sum', [out], { encoding: 'utf8' })).toContain(packed.sha256);
  });

  it('has the same bytes wherever and whenever it is packed, to a file or a stream', async () => {
    const first = await pack(await makeProject(files));
    const again = await makeProject(files);
    await utimes(join(again, 'index.html'), 1_000_000, 1_000_000);
    expect((await pack(again)).packed).toEqual(first.packed);
    const stream = new PassThrough();
    const chunks: Buffer[] = [];
    stream.on('data', (chunk: Buffer) => chunks.push(chunk));
    await packProject(again, await listProject(again), stream);
    expect(Buffer.concat(chunks).equals(readFileSync(first.out))).toBe(true);
  });

  it('compresses text, and packs what an unpacked project holds', async () => {
    const { out, packed } = await pack(await makeProject({ 'index.html': readFileSync(import.meta.filename, 'utf8') }));
    expect(packed.bytes).toBeLessThan(readFileSync(import.meta.filename).length / 2);
    const target = join(scratchDirectory(), 'project');
    const listing = await unpackProject(out, PACKED_TYPE, target);
    expect(await packProject(target, listing, join(scratchDirectory(), 'x'))).toEqual(packed);
  });
});

describe('a file that is no longer what was listed', () => {
  const changes: [what: string, change: (path: string) => Promise<void>][] = [
    ['has other bytes', (path) => writeFile(path, 'B'.repeat(1000))],
    ['has grown', (path) => writeFile(path, 'b'.repeat(1001))],
    ['has shrunk', (path) => writeFile(path, 'b')],
    ['is gone', (path) => rm(path)],
  ];
  it.each(changes)('%s: nothing is packed, and it is named', async (_what, change) => {
    for (const name of ['b.mp4', 'b.txt']) {
      const dir = await makeProject({ 'a.txt': 'a', [name]: 'b'.repeat(1000) });
      const listing = await listProject(dir);
      await change(join(dir, name));
      const beside = scratchDirectory();
      await expect(packProject(dir, listing, join(beside, 'out.zip'))).rejects.toMatchObject({
        code: 'ARCHIVE_REJECTED',
        message: expect.stringContaining(`"${name}": it changed`),
      });
      expect(readdirSync(beside)).toEqual([]);
    }
  });
});

describe('packing that ends early', () => {
  it('leaves no file, and closes what it read', async () => {
    const open = () => readdirSync('/proc/self/fd').length;
    const before = open();
    const dir = await makeProject({ 'a.mp4': Buffer.alloc(3_000_000, 'a'), 'b.mp4': Buffer.alloc(3_000_000, 'b') });
    const listing = await listProject(dir);
    const stop = new AbortController();
    const slow = new Writable({ write: () => stop.abort(new Error('stopped')) });
    await expect(packProject(dir, listing, slow, stop.signal)).rejects.toThrow('stopped');
    const broken = new Writable({ write: (_chunk, _encoding, done) => done(new Error('connection lost')) });
    await expect(packProject(dir, listing, broken)).rejects.toThrow('connection lost');
    await expect.poll(open).toBeLessThanOrEqual(before);
  });
});

describe('any project', () => {
  it('has the id of its packed and unpacked self', async () => {
    const name = fc.string({
      unit: fc.constantFrom('a', 'B', 'ü', 'u\u0308', ' x', '.', '日', '𝒳', '-'),
      minLength: 1,
      maxLength: 6,
    });
    const path = fc.array(name, { minLength: 1, maxLength: 4 }).map((names) => names.join('/'));
    const content = fc.oneof(fc.string({ maxLength: 50 }), fc.constant('0'.repeat(70_000)));
    const project = fc.dictionary(path, content, { minKeys: 1, maxKeys: 6, noNullPrototype: true });
    await fc.assert(
      fc.asyncProperty(project, async (inline) => {
        const place = scratchDirectory();
        const source = join(place, 'source');
        const written = await writeInlineProject(inline, source).catch((error) => error.code);
        fc.pre(written !== 'VALIDATION_FAILED');
        const referenced = written.files.map((file: { path: string }) => file.path);
        const listing = await listProject(source, { referenced });
        const out = join(place, 'out.zip');
        await packProject(source, listing, out);
        const unpacked = await unpackProject(out, PACKED_TYPE, join(place, 'unpacked'));
        expect([listing.id, unpacked.id]).toEqual([written.id, written.id]);
      }),
      { numRuns: 30 },
    );
  });
});
