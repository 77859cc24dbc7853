import { execFileSync } from 'node:child_process';
import { chmodSync } from 'node:fs';
import { mkdir, symlink, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { compositionId, type ListOptions, listProject, whyLeftOut } from '../../../libs/archive/src/index.js';
import { makeProject, scratchDirectory } from '../../support/projects/project.js';

const listed = async (dir: string, options: ListOptions = {}) => {
  const listing = await listProject(dir, options);
  return { ...listing, paths: listing.files.map((file) => file.path) };
};

describe('the id of a project (http-api 3.7)', () => {
  it('is the SHA-256 of its lines, in the order of the bytes of the paths', () => {
    const file = (path: string, size: number) => ({ path, size, sha256: 'a'.repeat(64) });
    // U+FFFD sorts before U+10000 by bytes, after it by UTF-16 units.
    const files = [file('\u{10000}', 3), file('\uFFFD', 2), file('a/b', 1), file('a-b', 0)];
    const text = ['a-b', 'a/b', '\uFFFD', '\u{10000}']
      .map((path, size) => `${'a'.repeat(64)} ${size} ${path}\n`)
      .join('');
    const digest = execFileSync('sha256sum', { input: text, encoding: 'utf8' }).slice(0, 64);
    expect(compositionId(files)).toBe(`cmp_${digest}`);
    expect(compositionId(files.toReversed())).toBe(`cmp_${digest}`);
  });

  it('depends on names and content, not on times, modes or the place', async () => {
    const files = { 'index.html': '<p>', 'a.txt': 'a' };
    const first = await makeProject(files);
    const second = await makeProject(files);
    await utimes(join(second, 'a.txt'), 1, 1);
    chmodSync(join(second, 'a.txt'), 0o755);
    const id = (await listProject(first)).id;
    expect((await listProject(second)).id).toBe(id);
    await writeFile(join(second, 'a.txt'), 'b');
    expect((await listProject(second)).id).not.toBe(id);
  });
});

describe('what belongs to a project (composition-format 1)', () => {
  it('leaves out installs, outputs, hidden names and what .framefarmignore names', async () => {
    const dir = await makeProject({
      'index.html': '',
      'node_modules/x/x.js': '',
      'sub/dist/x.js': '',
      'renders/out.mp4': '',
      '.env': '',
      '.git/config': '',
      '.framefarmignore': '*.psd\n/raw/\n!keep.psd\n',
      'a.psd': '',
      'sub/keep.psd': '',
      'raw/clip.mov': '',
      'sub/raw/clip.mov': '',
      'dist.txt': '',
      'data/output': 'a file',
      'sub/.framefarmignore': 'own.txt\n!a.psd\n',
      'sub/own.txt': '',
      'sub/a.psd': '',
      'own.txt': '',
      '.gitignore': 'own.txt\n',
    });
    const listing = await listed(dir);
    expect(listing.paths).toEqual([
      ...['data/output', 'dist.txt', 'index.html', 'own.txt', 'sub/a.psd', 'sub/keep.psd', 'sub/raw/clip.mov'],
    ]);
    expect(whyLeftOut(listing, 'node_modules/x/x.js')).toEqual({ path: 'node_modules', reason: 'directory' });
    expect(whyLeftOut(listing, 'sub/dist/x.js')).toEqual({ path: 'sub/dist', reason: 'directory' });
    expect(whyLeftOut(listing, '.env')).toEqual({ path: '.env', reason: 'hidden' });
    expect(whyLeftOut(listing, 'raw/clip.mov')).toEqual({ path: 'raw', reason: 'ignored', detail: '.framefarmignore' });
    expect(whyLeftOut(listing, 'sub/own.txt')?.detail).toBe('sub/.framefarmignore');
    expect(whyLeftOut(listing, 'index.html')).toBeUndefined();
    expect(whyLeftOut(listing, 'nowhere.png')).toBeUndefined();
  });

  it('packs a file that the composition refers to all the same', async () => {
    const dir = await makeProject({
      'index.html': '',
      'dist/app.js': '',
      'dist/other.js': '',
      '.framefarmignore': '*.wav\n',
      'voice.wav': '',
      'noise.wav': '',
    });
    const referenced = ['dist/app.js', 'voice.wav', 'index.html', 'missing.png', '../outside.png', 'dist'];
    const listing = await listed(dir, { referenced });
    expect(listing.paths).toEqual(['dist/app.js', 'index.html', 'voice.wav']);
    expect(whyLeftOut(listing, 'dist/app.js')).toBeUndefined();
    expect(whyLeftOut(listing, 'dist/other.js')?.reason).toBe('directory');
  });

  it('adds mapped package files under their project path', async () => {
    const dir = await makeProject({ 'index.html': '', 'vendor/own.js': 'own' });
    const installed = await makeProject({ 'gsap.js': 'gsap', 'own.js': 'other' });
    const added = new Map([
      ['vendor/gsap.js', join(installed, 'gsap.js')],
      ['vendor/own.js', join(installed, 'own.js')],
    ]);
    const listing = await listed(dir, { added });
    expect(listing.paths).toEqual(['index.html', 'vendor/gsap.js', 'vendor/own.js']);
    expect([...listing.sources]).toEqual([['vendor/gsap.js', join(installed, 'gsap.js')]]);
    expect(listing.files[2]?.size).toBe(3);
  });
});

describe('links', () => {
  const linked = async () => {
    const outside = await makeProject({ 'shared.png': 'png', 'fonts/a.woff2': 'font' });
    const dir = await makeProject({ 'index.html': '<p>', 'a/b.txt': 'b' });
    await symlink('index.html', join(dir, 'copy.html'));
    await symlink('a', join(dir, 'c'));
    await symlink('..', join(dir, 'a/loop'));
    await symlink('nowhere', join(dir, 'broken'));
    await symlink(join(outside, 'shared.png'), join(dir, 'shared.png'));
    await symlink(join(outside, 'fonts'), join(dir, 'fonts'));
    return { dir, outside };
  };

  it('inside the project are packed as what they point to; loops and broken ones are named', async () => {
    const { dir } = await linked();
    const listing = await listed(dir, { outsideLinks: false });
    expect(listing.paths).toEqual(['a/b.txt', 'c/b.txt', 'copy.html', 'index.html']);
    expect(listing.leftOut.map(({ path, reason }) => `${path} ${reason}`)).toEqual([
      ...[
        'a/loop link-loop',
        'broken broken-link',
        'c/loop link-loop',
        'fonts outside-link',
        'shared.png outside-link',
      ],
    ]);
    expect(listing.outsideLinks.size).toBe(0);
  });

  it('out of the project are followed and listed for a notice', async () => {
    const { dir, outside } = await linked();
    const listing = await listed(dir);
    expect(listing.paths).toEqual(['a/b.txt', 'c/b.txt', 'copy.html', 'fonts/a.woff2', 'index.html', 'shared.png']);
    expect(Object.fromEntries(listing.outsideLinks)).toEqual({
      fonts: join(outside, 'fonts'),
      'shared.png': join(outside, 'shared.png'),
    });
  });

  it('below a directory that is left out are followed for a file that is referred to', async () => {
    const { dir, outside } = await linked();
    await mkdir(join(dir, 'dist'));
    await symlink(join(outside, 'shared.png'), join(dir, 'dist/x.png'));
    const referenced = ['dist/x.png'];
    expect((await listed(dir, { referenced })).outsideLinks.get('dist/x.png')).toBe(join(outside, 'shared.png'));
    expect((await listed(dir, { referenced, outsideLinks: false })).paths).not.toContain('dist/x.png');
  });
});

describe('what a farm would refuse is said before anything is sent', () => {
  it('names that differ by letter case', async () => {
    const dir = await makeProject({ 'a.txt': '', 'A.txt': '' });
    await expect(listProject(dir)).rejects.toMatchObject({
      code: 'ARCHIVE_REJECTED',
      message: expect.stringContaining('"a.txt": it has the same name as "A.txt"'),
    });
  });

  it('names that no archive may hold are left out with the rule', async () => {
    const dir = await makeProject({ 'index.html': '', 'a\\b.png': '', 'dot.': '', 'u\u0308.txt': '' });
    await writeFile(Buffer.concat([Buffer.from(`${dir}/bad-`), Uint8Array.of(0xff)]), '');
    const listing = await listed(dir);
    expect(listing.paths).toContain('\u00fc.txt');
    expect(listing.sources.get('\u00fc.txt')).toBe(join(dir, 'u\u0308.txt'));
    expect(listing.leftOut).toEqual([
      { path: 'bad-\uFFFD', reason: 'name' },
      { path: 'a\\b.png', reason: 'name', detail: 'its name holds a backslash' },
      { path: 'dot.', reason: 'name', detail: 'a name in its path ends with a dot or a space' },
    ]);
  });

  it('too many files, too large ones, too much', async () => {
    const dir = await makeProject({ a: 'aaa', b: 'bbb' });
    const at = (limits: ListOptions['limits']) => listProject(dir, { limits: limits ?? {} });
    await expect(at({ entries: 1 })).rejects.toThrow(/more than 1 entries/);
    await expect(at({ entryBytes: 2 })).rejects.toThrow(/"a": it is larger than 2 bytes/);
    await expect(at({ totalBytes: 5 })).rejects.toThrow(/"b": with it the project is larger than 5 bytes/);
    expect((await at({ entries: 2, entryBytes: 3, totalBytes: 6 })).totalBytes).toBe(6);
  });

  it('sockets and pipes are left out, and a project that is not there is named', async () => {
    const dir = await makeProject({ 'index.html': '' });
    execFileSync('mkfifo', [join(dir, 'pipe')]);
    expect((await listProject(dir)).leftOut).toEqual([{ path: 'pipe', reason: 'special' }]);
    const missing = join(scratchDirectory(), 'missing');
    await expect(listProject(missing)).rejects.toMatchObject({ code: 'COMPOSITION_NOT_FOUND' });
  });
});
