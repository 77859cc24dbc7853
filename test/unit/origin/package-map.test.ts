import { mkdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import {
  integrityUrls,
  type PackageMapOptions,
  relaxIntegrity,
  removeIntegrity,
  resolveLocalGsap,
  resolvePackageUrl,
  scriptUnavailableWarning,
  versionMismatchWarning,
} from '@framefarm/origin';
import { describe, expect, it } from 'vitest';
import { scratchTree } from './scratch-tree.js';

const manifest = (version: string, more: object = {}) => JSON.stringify({ version, ...more });
const JSDELIVR = 'https://cdn.jsdelivr.net/npm/';
const CDNJS = 'https://cdnjs.cloudflare.com/ajax/libs/';

/** Only the tree counts: framefarm's own installation is replaced by an empty place. */
function options(root: string, more: Partial<PackageMapOptions> = {}): PackageMapOptions {
  const base = { enabled: true, versions: 'compatible', dirs: [], cdnjs: {}, installDir: join(root, 'none') } as const;
  return { ...base, projectDir: join(root, 'work/project'), ...more };
}

describe('resolvePackageUrl', () => {
  it('serves the exact file without a substitution', async () => {
    const root = scratchTree({
      'work/node_modules/gsap/package.json': manifest('3.12.5'),
      'work/node_modules/gsap/dist/gsap.min.js': 'x',
    });
    expect(await resolvePackageUrl(`${JSDELIVR}gsap@3.12.5/dist/gsap.min.js`, options(root))).toEqual({
      kind: 'file',
      file: join(root, 'work/node_modules/gsap/dist/gsap.min.js'),
      contentType: 'text/javascript; charset=utf-8',
      package: 'gsap',
      version: '3.12.5',
      exact: true,
    });
  });

  it('searches the project, its parents, the configured directories and the installation, in this order', async () => {
    const pkg = (place: string, version: string) => ({
      [`${place}/p/package.json`]: manifest(version),
      [`${place}/p/a.js`]: version,
    });
    const all = {
      'work/project/node_modules': '1.0.1',
      'work/node_modules': '1.0.2',
      vendor: '1.0.3',
      'own/node_modules': '1.0.4',
    };
    const places = Object.keys(all);
    for (let from = 0; from < places.length; from += 1) {
      const left = Object.entries(all).slice(from);
      const root = scratchTree(Object.assign({}, ...left.map(([place, version]) => pkg(place, version))));
      const map = options(root, { dirs: [join(root, 'vendor')], installDir: join(root, 'own/lib') });
      const answer = await resolvePackageUrl(`${JSDELIVR}p@1.0.0/a.js`, map);
      expect(answer).toMatchObject({ kind: 'file', version: left[0]?.[1] });
    }
  });

  it('goes on to the next place when a version is refused, and reports the refusal when none fits', async () => {
    const root = scratchTree({
      'work/project/node_modules/p/package.json': manifest('1.0.0'),
      'work/project/node_modules/p/a.js': 'old',
      'work/node_modules/p/package.json': manifest('2.1.0'),
      'work/node_modules/p/a.js': 'new',
    });
    expect(await resolvePackageUrl(`${JSDELIVR}p@2.0.0/a.js`, options(root))).toMatchObject({
      kind: 'file',
      version: '2.1.0',
      exact: false,
      substitution: { requested: 'p@2.0.0', served: 'p@2.1.0' },
    });
    const url = `${JSDELIVR}p@3.0.0/a.js`;
    const miss = await resolvePackageUrl(url, options(root));
    expect(miss).toMatchObject({ kind: 'miss', reason: 'version_mismatch', installed: '1.0.0' });
    if (miss.kind !== 'miss') throw new Error('expected a miss');
    expect(versionMismatchWarning(url, miss)).toMatchObject({
      code: 'cdn_version_mismatch',
      message: expect.stringContaining('npm install p@3.0.0'),
    });
    expect(scriptUnavailableWarning(url, miss, 'offline').message).toContain('npm install p@3.0.0');
    expect(await resolvePackageUrl(url, options(root, { versions: 'any' }))).toMatchObject({ version: '1.0.0' });
  });

  it.each([
    [{ jsdelivr: 'a.js', unpkg: 'b.js', browser: 'c.js', main: 'd.js' }, 'a.js'],
    [{ unpkg: 'b.js', browser: 'c.js', main: 'd.js' }, 'b.js'],
    [{ browser: './c.js', main: 'd.js' }, 'c.js'],
    [{ browser: { './x': false }, main: 'd' }, 'd.js'],
    [{ main: 'lib' }, 'lib/index.js'],
    [{}, 'index.js'],
  ])('without a path, %j decides', async (fields, expected) => {
    const names = ['a.js', 'b.js', 'c.js', 'd.js', 'lib/index.js', 'index.js'];
    const root = scratchTree({
      'work/node_modules/p/package.json': manifest('1.0.0', fields),
      ...Object.fromEntries(names.map((name) => [`work/node_modules/p/${name}`, name])),
    });
    const answer = await resolvePackageUrl(`${JSDELIVR}p`, options(root));
    expect(answer).toMatchObject({ kind: 'file', file: join(root, 'work/node_modules/p', expected) });
  });

  it('answers a missing .min.js by the unminified file and says so', async () => {
    const root = scratchTree({
      'work/node_modules/p/package.json': manifest('1.0.0'),
      'work/node_modules/p/dist/p.js': '',
    });
    expect(await resolvePackageUrl(`${JSDELIVR}p@1.0.0/dist/p.min.js`, options(root))).toMatchObject({
      kind: 'file',
      exact: false,
      substitution: { served: 'p@1.0.0/dist/p.js' },
    });
    expect(await resolvePackageUrl(`${JSDELIVR}p@1.0.0/dist/q.min.js`, options(root))).toMatchObject({
      reason: 'file_not_found',
    });
  });

  it('finds a cdnjs file elsewhere only when its name is unique', async () => {
    const root = scratchTree({
      'work/node_modules/p/package.json': manifest('1.0.0'),
      'work/node_modules/p/umd/p.js': '',
      'work/node_modules/p/umd/twice.js': '',
      'work/node_modules/p/esm/twice.js': '',
      'work/node_modules/p/node_modules/dep/p.js': '',
    });
    expect(await resolvePackageUrl(`${CDNJS}p/1.0.0/p.js`, options(root))).toMatchObject({
      file: join(root, 'work/node_modules/p/umd/p.js'),
    });
    expect(await resolvePackageUrl(`${CDNJS}p/1.0.0/twice.js`, options(root))).toMatchObject({ kind: 'miss' });
    // The npm hosts name exact paths: no search there.
    expect(await resolvePackageUrl(`${JSDELIVR}p@1.0.0/p.js`, options(root))).toMatchObject({ kind: 'miss' });
  });

  it('serves nothing that a link takes out of the package, and what a link keeps inside', async () => {
    const root = scratchTree({
      'secret.js': 'secret',
      'store/p/package.json': manifest('1.0.0'),
      'store/p/real.js': 'real',
      'work/node_modules/keep': '',
    });
    symlinkSync(join(root, 'store/p'), join(root, 'work/node_modules/p'));
    symlinkSync(join(root, 'secret.js'), join(root, 'store/p/out.js'));
    symlinkSync(join(root, 'store/p/real.js'), join(root, 'store/p/in.js'));
    expect(await resolvePackageUrl(`${JSDELIVR}p/out.js`, options(root))).toMatchObject({ kind: 'miss' });
    expect(await resolvePackageUrl(`${JSDELIVR}p/in.js`, options(root))).toMatchObject({
      kind: 'file',
      file: join(root, 'store/p/real.js'),
    });
  });

  it('skips broken installs and maps nothing when it is off', async () => {
    const root = scratchTree({
      'work/project/node_modules/p/package.json': '{ broken',
      'work/node_modules/p/package.json': manifest('1.0.0'),
      'work/node_modules/p/a.js': '',
    });
    mkdirSync(join(root, 'work/node_modules/p/dir'));
    const url = `${JSDELIVR}p/a.js`;
    expect(await resolvePackageUrl(url, options(root))).toMatchObject({ kind: 'file' });
    expect(await resolvePackageUrl(`${JSDELIVR}p/dir`, options(root))).toMatchObject({ kind: 'miss' });
    expect(await resolvePackageUrl(url, options(root, { enabled: false }))).toEqual({
      kind: 'miss',
      reason: 'unmapped',
    });
    expect(await resolvePackageUrl(url, options(root, { projectDir: null }))).toMatchObject({
      reason: 'not_installed',
      install: 'npm install p',
    });
  });

  it('finds a missing local GSAP file by its name, and no other file', async () => {
    const root = scratchTree({
      'work/node_modules/gsap/package.json': manifest('3.12.5'),
      'work/node_modules/gsap/dist/gsap.min.js': '',
      'work/node_modules/gsap/dist/.hidden.js': '',
    });
    expect(await resolveLocalGsap('/js/gsap.min.js', options(root))).toMatchObject({ version: '3.12.5' });
    expect(await resolveLocalGsap('/js/other.min.js', options(root))).toBeNull();
    expect(await resolveLocalGsap('/js/.hidden.js', options(root))).toBeNull();
    expect(await resolveLocalGsap('/js/gsap.min.js', options(root, { enabled: false }))).toBeNull();
  });
});

describe('integrity', () => {
  const html =
    '<script src="https://a/x.js" integrity="sha384-A>B" crossorigin></script>\n' +
    "<link rel=stylesheet href='https://a/y.css' integrity='sha384-C'><script src=https://a/z.js integrity=sha384-D></script>" +
    '<script>const integrity = "keep";</script><p integrity="keep">';

  it('lists the tags that carry one', () => {
    expect(integrityUrls(html)).toEqual(['https://a/x.js', 'https://a/y.css', 'https://a/z.js']);
  });

  it('is removed from the named tags only, and nothing else changes', () => {
    expect(removeIntegrity(html, new Set(['https://a/x.js']))).toBe(html.replace(' integrity="sha384-A>B"', ''));
    expect(removeIntegrity(html, new Set(['https://a/z.js']))).toBe(html.replace(' integrity=sha384-D', ''));
    expect(removeIntegrity(html, new Set())).toBe(html);
  });

  // Were each blank and each tag in a tag read on to the end, it would take longer than a test may.
  it.each([' ', '<link ', '<link ">" ', `<LINK\t'T`, '<script "\''])(
    'is looked for in one pass of many "%s"',
    (text) => {
      const before = `<script src="https://a/x.js"${' '.repeat(200_000)}></script>${text.repeat(200_000)}`;
      const after = `'">"'><script src="https://a/x.js">`;
      const removed = removeIntegrity(`${before}${after.slice(0, -1)} integrity="b">`, new Set(['https://a/x.js']));
      expect(removed === before + after).toBe(true);
    },
  );

  it('is relaxed where a package answers with other bytes, and kept where it has the very file', async () => {
    const root = scratchTree({
      'work/node_modules/p/package.json': manifest('1.2.0'),
      'work/node_modules/p/a.js': '',
    });
    const tag = (url: string, integrity: string) => `<script src="${url}"${integrity}></script>`;
    const kept = ' integrity="sha384-x"';
    const page = (older: string, tagged: string) =>
      tag(`${JSDELIVR}p@1.0.0/a.js`, older) +
      tag('//unpkg.com/p/a.js', tagged) +
      tag(`${JSDELIVR}p@1.2.0/a.js`, kept) +
      tag(`${JSDELIVR}absent@1.0.0/a.js`, kept);
    expect(await relaxIntegrity(page(kept, kept), options(root))).toBe(page('', ''));
    expect(await relaxIntegrity(page(kept, kept), options(root, { enabled: false }))).toBe(page(kept, kept));
  });
});
