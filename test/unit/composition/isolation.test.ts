import { describe, expect, it } from 'vitest';
import { codes, compile, failure, host, page } from './project.js';

/** CSS of the child as it stands in the compiled document, mounted under `id`. */
const scoped = async (css: string, id = 'c', files: Record<string, string> = {}) => {
  const text = `<template><style>${css}</style><div data-composition-id="${id}" class="x">x</div></template>`;
  const result = await compile({
    'index.html': page(host(id.replaceAll('"', '&quot;'), 'd/c.html')),
    'd/c.html': text.replaceAll(`"${id}"`, `"${id.replaceAll('"', '&quot;')}"`),
    ...files,
  });
  const found = /<style data-ff-file="d\/c.html">([\s\S]*?)<\/style>/.exec(result.html)?.[1];
  return { css: found ?? '', result };
};
const I = '[data-ff-instance="c"]';
const BODY = 'ff-box:where([data-ff-box="c"])';
const BOX = '[data-ff-box="c"]';
const ROOT = '[data-ff-root="c"]';

describe('selectors of a child', () => {
  it.each([
    ['.a', `${I} .a`],
    ['.a, #b > i', `${I} .a, ${I} #b > i`],
    ['*', `${I} *`],
    ['::before', `${I} ::before`],
    ['body', `${I} ${BODY}`],
    ['HTML', `${I} ${BODY}`],
    [':root', `${I} ${BOX}`],
    ['html body .a', `${I} ${BODY} .a`],
    ['body.dark > .a', `${I} ${BODY}.dark > .a`],
    ['.dark body .a', `${I} ${BODY}.dark .a`],
    [':root:has(.a) .b', `${I} ${BOX}:has(.a) .b`],
    [':is(body, .a) .b', `${I} :is(${BODY}, .a) .b`],
    [':not(html)', `${I} :not(${BODY})`],
    ['[data-composition-id="c"]', `${I} ${ROOT}`],
    ['div[data-composition-id=c].x .a', `${I} div${ROOT}.x .a`],
    ['[data-composition-id="other"] .a', `${I} [data-composition-id="other"] .a`],
    ['.a\\:b, .\\31 0', `${I} .a\\:b, ${I} .\\31 0`],
    ['.tbody, .html', `${I} .tbody, ${I} .html`],
  ])('%s', async (selector, expected) => {
    expect((await scoped(`${selector}{color:red}`)).css).toBe(`${expected}{color:red}`);
  });

  it.each([
    ['@media print{.a{b:c}}', `@media print{${I} .a{b:c}}`],
    ['@supports (a:b){@container (width>1px){.a{b:c}}}', `@supports (a:b){@container (width>1px){${I} .a{b:c}}}`],
    ['@layer base, top;@layer base{.a{b:c}}', `@layer ff-c.base, ff-c.top;@layer ff-c.base{${I} .a{b:c}}`],
    ['@layer a{@layer b{.a{b:c}}}', `@layer ff-c.a{@layer b{${I} .a{b:c}}}`],
    ['.a{b:c;&:hover{d:e}.z{f:g}@media print{h:i}}', `${I} .a{b:c;&:hover{d:e}.z{f:g}@media print{h:i}}`],
    ['@scope (.a) to (.b){.c{d:e}}', `@scope (${I} .a) to (.b){.c{d:e}}`],
    ['@starting-style{.a{b:c}}', `@starting-style{${I} .a{b:c}}`],
    ['@keyframes k{from{a:b}to{a:c}}', '@keyframes k{from{a:b}to{a:c}}'],
    ['@-webkit-keyframes k{50%{a:b}}', '@-webkit-keyframes k{50%{a:b}}'],
    ['@font-face{font-family:F;src:local(x)}', '@font-face{font-family:F;src:local(x)}'],
    ['@property --p{syntax:"*";inherits:false}', '@property --p{syntax:"*";inherits:false}'],
  ])('inside %s', async (css, expected) => {
    expect((await scoped(css)).css).toBe(expected);
  });

  it.each([
    ['1st:b.c', '[data-ff-instance="1st:b.c"]'],
    ['日本', '[data-ff-instance="日本"]'],
    ['a"b\\c', '[data-ff-instance="a\\22 b\\5c c"]'],
    ['</style><b>', '[data-ff-instance="\\3c /style\\3e \\3c b\\3e "]'],
  ])('of the instance %j are quoted', async (id, prefix) => {
    expect((await scoped('.a{b:c}', id)).css).toBe(`${prefix} .a{b:c}`);
  });

  it('recovers from a fault of the sheet as a browser does', async () => {
    const { css } = await scoped('.a{color:red} .b{color:blue');
    expect(css).toContain(`${I} .a{color:red}`);
    expect(css).toContain(`${I} .b{color:blue`);
  });

  it.each(['.d{e:f} .a[{b:c} .g{h:i}', '.d{e:f} stray: text'])('lets nothing unscoped through: %s', async (text) => {
    const { css } = await scoped(text);
    expect(css.replace(`${I} .d{e:f}`, '')).not.toMatch(/[.]a|[.]g|stray/);
  });

  it('leaves out a rule whose selector cannot be read, and says so', async () => {
    const { css, result } = await scoped('.a[=x]{b:c} .d{e:f}');
    expect(css.trim()).toBe(`${I} .d{e:f}`);
    expect(result.notices).toMatchObject([{ code: 'selector_unreadable' }]);
  });

  it('follow ids that became others, in the entry and in children', async () => {
    const result = await compile({
      'index.html': page(
        host('n', 'n.html') + host('n', 'n.html') + host('p', 'p.html'),
        '',
        '<style>[data-composition-id="n"], [data-composition-id=p]{a:b}</style>',
      ),
      'n.html': '<style>[data-composition-id="n"]{c:d}</style><div data-composition-id="n">n</div>',
      'p.html': `<style>[data-composition-id="n"] i{e:f}</style><p>p</p>`,
    });
    expect(result.html).toContain('[data-ff-authored="n"], [data-composition-id=p]{a:b}');
    expect(result.html).toContain('[data-ff-instance="n__hf2"] [data-ff-root="n__hf2"]{c:d}');
    expect(result.html).toContain('[data-ff-instance="p"] [data-ff-authored="n"] i{e:f}');
  });
});

describe('stylesheets of a child', () => {
  it('are inlined when local, with their imports and conditions', async () => {
    const result = await compile({
      'index.html': page(host('c', 'd/c.html')),
      'd/c.html': '<link rel="stylesheet" href="c.css" media="screen"><p>x</p>',
      'd/c.css':
        '@charset "utf-8";@import url("sub/e.css") layer(l) supports(a:b) print;@import "c.css";.c{background:url(i.png)}',
      'd/sub/e.css': '.e{background:url(../i.png)}',
      'd/i.png': '',
    });
    expect(result.html).toContain(
      `<style media="screen" data-ff-file="d/c.css">@supports (a:b){@media print{@layer ff-c.l{${I} .e{background:url("d/i.png")}}}}`,
    );
    expect(result.html).toContain(`${I} .c{background:url("d/i.png")}</style>`);
    expect(result.html).not.toContain('<link');
    expect(result.files).toEqual(['d/c.css', 'd/c.html', 'd/sub/e.css', 'index.html']);
  });

  it('stay links when missing, so that the loss is found', async () => {
    const result = await compile({
      'index.html': page(host('c', 'd/c.html')),
      'd/c.html': '<link rel="stylesheet" href="no.css"><p>x</p>',
    });
    expect(result.html).toContain('<link rel="stylesheet" href="no.css">');
    expect(result.assets).toContainEqual(expect.objectContaining({ kind: 'stylesheet', url: 'no.css' }));
  });

  it.each([
    ['https://fonts.googleapis.com/css2?family=Inter', []],
    ['https://cdn.example.com/theme.css', ['unsupported_feature']],
  ])('that are remote stay global: %s', async (url, warned) => {
    const link = `<link rel="stylesheet" href="${url}">`;
    const result = await compile({ 'index.html': page(host('c', 'c.html').repeat(2)), 'c.html': `${link}<p>x</p>` });
    expect(result.html.split('<link').length - 1).toBe(1);
    expect(codes(result)).toEqual(warned);
    const imported = await compile({
      'index.html': page(host('c', 'c.html')),
      'c.html': `<style>@import "${url}";</style><p>x</p>`,
    });
    expect(imported.html).toContain(`@import "${url}"`);
    expect(codes(imported)).toEqual(warned);
    for (const warning of imported.warnings) expect(warning.details).toMatchObject({ url, file: 'c.html' });
  });
});

describe('asset URLs of a child', () => {
  it.each([
    ['a.png', 'd/a.png'],
    ['./a.png?v=1#f', 'd/a.png?v=1#f'],
    ['sub/b.png', 'd/sub/b.png'],
    ['shared.png', 'shared.png'],
    ['../shared.png', 'shared.png'],
    ['../../../shared.png', 'shared.png'],
    ['/a.png', 'a.png'],
    ['gone.png', 'gone.png'],
    ['sp%20ace.png', 'd/sp%20ace.png'],
    ['https://e.com/a.png', 'https://e.com/a.png'],
    ['//e.com/a.png', '//e.com/a.png'],
    ['data:image/png;base64,AA', 'data:image/png;base64,AA'],
    ['{{hero}}', '{{hero}}'],
  ])('%s becomes %s', async (url, expected) => {
    const files = { 'd/a.png': '', 'd/sub/b.png': '', 'shared.png': '', 'd/sp ace.png': '' };
    const { html } = await compile({
      'index.html': page(host('c', 'd/c.html')),
      'd/c.html': `<img src="${url}">`,
      ...files,
    });
    expect(html).toContain(`<img src="${expected}"`);
  });

  it('are rewritten in every attribute and in style attributes', async () => {
    const text =
      '<video src="a" poster="a"><source src="a"></video><svg><image href="a"/><use href="#s"/></svg><img srcset="a 1x, b 2x" style="background:url(a)">';
    const { html } = await compile({ 'index.html': page(host('c', 'd/c.html')), 'd/c.html': text, 'd/a': '' });
    expect(html).toContain('<video src="d/a" poster="d/a"><source src="d/a"></video>');
    expect(html).toContain('<image href="d/a"></image><use href="#s"></use>');
    expect(html).toContain('srcset="d/a 1x, b 2x" style="background:url(&quot;d/a&quot;)"');
  });
});

it.each([5000, 20_000])('rules of a child that are nested %i deep are refused', async (depth) => {
  const style = `<style>${'a{'.repeat(depth)}${'}'.repeat(depth)}</style><p>x</p>`;
  expect(await failure(compile({ 'index.html': page(host('c', 'c.html')), 'c.html': style }))).toMatchObject({
    code: 'EMPTY_COMPOSITION',
    message: expect.stringContaining('512 deep'),
  });
});
