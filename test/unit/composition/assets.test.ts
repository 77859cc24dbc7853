import { projectPathOf } from '@framefarm/composition';
import { describe, expect, it } from 'vitest';
import { compile, failure, host, page } from './project.js';

const assets = async (inside: string, head = '', files = {}, variables = {}) =>
  (await compile({ 'index.html': page(inside, '', head), ...files }, variables)).assets.map(
    ({ kind, url }) => `${kind} ${url}`,
  );

describe('assets', () => {
  it.each([
    ['<video src="a.mp4" poster="p.jpg"></video>', ['video a.mp4', 'image p.jpg']],
    ['<video><source src="./a.webm"><source src="/b.mp4"></video>', ['video a.webm', 'other b.mp4']],
    ['<audio src="a.mp3"><source src="b.mp3"></audio>', ['audio a.mp3', 'other b.mp3']],
    [
      '<video><source src="a.mov" type="video/quicktime"><source src="a.webm"></video>',
      ['other a.mov', 'video a.webm'],
    ],
    ['<video><source src="a.mp4" media="(min-width:9px)"><source src="b.mp4"></video>', ['other a.mp4', 'other b.mp4']],
    ['<audio src="https://e.com/a.mp3?x=1"></audio>', ['audio https://e.com/a.mp3?x=1']],
    ['<img src="../a.png" srcset="b.png 1x, c.png 2x">', ['image a.png', 'image b.png', 'image c.png']],
    ['<picture><source srcset="a.avif"><img src="a.png"></picture>', ['image a.avif', 'image a.png']],
    [
      '<img srcset=", a,b.png 1x , c.png,, d.png 2x,\te.png">',
      ['image a,b.png', 'image c.png', 'image d.png', 'image e.png'],
    ],
    ['<svg><image href="a.png"/><image xlink:href="b.png"/><use href="#s"/></svg>', ['image a.png', 'image b.png']],
    ['<p style="background:url(a.png), url(&quot;b c.png&quot;)"></p>', ['image a.png', 'image b c.png']],
    ['<style>p{background:image-set("a.png" 1x, url(b.png) 2x)}</style>', ['image a.png', 'image b.png']],
    [
      '<iframe src="f.html"></iframe><track src="t.vtt"><object data="o.svg"></object>',
      ['other f.html', 'other t.vtt', 'other o.svg'],
    ],
    ['<script src="//cdn.e.com/a.js"></script>', ['script https://cdn.e.com/a.js']],
    ['<img src="data:image/png;base64,AA"><img src=""><img src="{{x}}"><a href="x.html"></a><img src="blob:x">', []],
    ['<template><img src="inert.png"></template>', []],
    ['<IMG SRC="A.PNG">', ['image A.PNG']],
  ])('of %s', async (inside, expected) => {
    expect((await assets(inside)).sort()).toEqual([...expected].sort());
  });

  it('of candidates with blanks and commas without end', async () => {
    const [blanks, commas] = [' '.repeat(100_000), ','.repeat(100_000)];
    expect(await assets(`<img srcset="${blanks}a.png${commas}${blanks}b.png 1x">`)).toEqual([
      'image a.png',
      'image b.png',
    ]);
  });

  it('of the head and of linked stylesheets', async () => {
    const head =
      '<link rel="stylesheet" href="css/a.css"><link rel="preload" as="font" href="f.woff2"><link rel="icon" href="i.png"><style>@import "css/b.css";</style>';
    const files = {
      'css/a.css': '@import url(c.css) print; .a{background:url("../img/a.png")}',
      'css/b.css': '@font-face{font-family:B;src:url(b.woff2)}',
      'css/c.css': '@import "a.css"; .c{background:url(/c.png)}',
    };
    expect([...new Set(await assets('', head, files))].sort()).toEqual([
      'font css/b.woff2',
      'font f.woff2',
      'image c.png',
      'image img/a.png',
      'other i.png',
      'stylesheet css/a.css',
      'stylesheet css/b.css',
      'stylesheet css/c.css',
    ]);
  });

  it('name element and file', async () => {
    const result = await compile({
      'index.html': page(host('c', 'd/c.html')),
      'd/c.html': '<img id="hero" src="h.png">',
      'd/h.png': '',
    });
    expect(result.assets).toEqual([{ kind: 'image', url: 'd/h.png', elementId: 'hero', file: 'd/c.html' }]);
  });

  it.each([
    ['a.png', ['image a.png']],
    [{ url: 'b.png' }, ['image b.png']],
    ['javascript:alert(1)', ['image placeholder.png']],
    ['//e.com/c.png', ['image placeholder.png']],
    [undefined, ['image placeholder.png']],
  ])('that a variable binds (%j) take the place of the written source', async (value, expected) => {
    const given = value === undefined ? {} : { pic: value };
    expect(await assets('<img src="placeholder.png" data-var-src="pic">', '', {}, given)).toEqual(expected);
  });
});

describe('fonts that the author declares', () => {
  it('are listed in lower case, from styles, links, imports and children', async () => {
    const result = await compile({
      'index.html': page(
        host('c', 'c.html'),
        '',
        `<style>@font-face{font-family:"My  Font"}</style><link rel="stylesheet" href="a.css">`,
      ),
      'a.css': "@font-face{font-family:'Linked'}",
      'c.html': '<style>@import "e.css";@font-face{font-family: Child Font}</style><p>x</p>',
      'e.css': '@media print{@font-face{font-family:Imported}}',
    });
    expect(result.authorFontFamilies).toEqual(['child font', 'imported', 'linked', 'my font']);
  });
});

describe('pictures of other origins are asked for as ones that may be read', () => {
  it.each([
    ['<img src="https://e.com/a.png">', true],
    ['<img src="a.png" srcset="b.png 1x, //e.com/c.png 2x">', true],
    ['<picture><source srcset="https://e.com/a.avif"><img src="a.png"></picture>', true],
    ['<template><img src="https://e.com/a.png"></template>', true],
    ['<img data-var-src="picture" src="a.png">', true],
    ['<img src="a.png" srcset="b.png 2x">', false],
    ['<img src="a//b.png">', false],
    ['<img src="data:image/png;base64,//AA">', false],
    ['<img crossorigin="use-credentials" src="https://e.com/a.png">', false],
  ])('%s', async (inside, isMarked) => {
    const { html } = await compile({ 'index.html': page(inside) });
    expect(html.includes('crossorigin="anonymous"')).toBe(isMarked);
  });
});

describe('project path of a URL', () => {
  it.each([
    ['assets/a%20b.mp4?v=1#t=2', 'assets/a b.mp4'],
    ['/assets/a.mp4', 'assets/a.mp4'],
    ['../../etc/passwd', 'etc/passwd'],
    ['a/..%2F..%2F..%2Fetc/passwd', 'etc/passwd'],
    ['100%.png', '100%.png'],
    ['https://e.com/a.png', null],
    ['//e.com/a.png', null],
    ['data:,x', null],
    ['#id', null],
    ['{{x}}', null],
  ])('%s', (url, path) => {
    expect(projectPathOf(url)).toBe(path);
  });
});

it('style sheets of a child that double at every import are refused', async () => {
  const files: Record<string, string> = {
    'index.html': page(host('c', 'c.html')),
    'c.html': '<link rel="stylesheet" href="0.css"><p>x</p>',
  };
  const last = 14;
  for (let at = 0; at < last; at++) files[`${at}.css`] = `@import "${at + 1}.css"; @import "${at + 1}.css";`;
  files[`${last}.css`] = 'p { color: red }';
  expect(await failure(compile(files))).toMatchObject({
    code: 'EMPTY_COMPOSITION',
    message: expect.stringContaining('import more than 4000'),
  });
});
