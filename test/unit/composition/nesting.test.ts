import { describe, expect, it } from 'vitest';
import { codes, compile, failure, host, page } from './project.js';

const child = (inside: string, attributes = ''): string =>
  `<div data-composition-id="card" ${attributes}>${inside}</div>`;
const mount = (text: string, more = '') =>
  compile({ 'index.html': page(host('card', 'card.html', more)), 'card.html': text });

describe('content of a child', () => {
  it.each([
    [
      'its own template first',
      `<template><p>first</p></template><template id="card-template"><p>own</p></template>`,
      'own',
    ],
    [
      'else the first template',
      `<p>body</p><template><p>first</p></template><template><p>second</p></template>`,
      'first',
    ],
    ['else the body', `<head><title>t</title></head><body><p>body</p></body>`, 'body'],
    ['a template in the head', `<head><template><p>head</p></template></head><body><p>body</p></body>`, 'head'],
    [
      'an outer template, its inner one left inert',
      `<template><p>outer</p><template><p>inner</p></template></template>`,
      'outer',
    ],
  ])('%s', async (_, text, expected) => {
    const { html } = await mount(text);
    const shown = html.replace(/<template>[\s\S]*<\/template>/, '');
    expect([...shown.matchAll(/<p>(\w+)<\/p>/g)].map((match) => match[1])).toEqual([expected]);
  });

  it('uses styles and scripts of the head only without a template, links always', async () => {
    const head =
      '<head><style>.s{}</style><script>headScript()</script><link rel="stylesheet" href="https://fonts.googleapis.com/css2?family=Inter"></head>';
    const without = await mount(`${head}<body><p>x</p></body>`);
    expect(without.html).toContain('.s{}');
    expect(without.html).toContain('headScript()');
    expect(without.html).toContain('fonts.googleapis.com');
    const withTemplate = await mount(`${head}<body><template><p>x</p></template></body>`);
    expect(withTemplate.html).not.toContain('.s{}');
    expect(withTemplate.html).not.toContain('headScript()');
    expect(withTemplate.html).toContain('fonts.googleapis.com');
    expect(withTemplate.notices).toMatchObject([{ code: 'content_outside_template' }]);
    expect(codes(withTemplate)).toEqual([]);
  });

  it('replaces what stood in the host and keeps the attributes of the host', async () => {
    const { html } = await compile({
      'index.html': page(
        '<div data-composition-id="card" data-composition-src="card.html" class="pip" data-start="2">old</div>',
      ),
      'card.html': child('<p>new</p>', 'data-width="640" data-start="9" data-duration="3"'),
    });
    expect(html).not.toContain('old');
    expect(html).toMatch(
      /<div data-composition-id="card"[^>]* class="pip" data-start="2"[^>]*data-width="640"[^>]*data-ff-child-duration="3"/,
    );
    expect(html).toMatch(
      /<ff-box data-ff-box="card"><div data-width="640" data-ff-root="card" data-ff-root-id="card">/,
    );
  });

  it('keeps a size that the host states', async () => {
    const { html } = await mount(child('x', 'data-width="640" data-height="360"'), 'data-width="320"');
    expect(html).toContain(':where([data-ff-instance="card"]){width:320px;height:360px}');
  });

  it('carries classes and styles of the child body on its box', async () => {
    const { html } = await mount('<html class="h"><body class="b" style="margin:3px"><p>x</p></body></html>');
    expect(html).toContain('<ff-box class="h b" style="margin:3px" data-ff-box="card">');
  });

  it('knows a child root whose id differs from the host', async () => {
    const { html } = await mount('<div data-composition-id="card-main">x</div>');
    expect(html).toContain('<div data-ff-root="card" data-ff-root-id="card-main">');
  });

  it('fills an empty host from an inline template, and only an empty one', async () => {
    const template = '<template id="card-template"><p>inline</p></template>';
    const filled = await compile({
      'index.html': page(`<div data-composition-id="card"> <!-- c --> </div>${template}`),
    });
    expect(filled.html).toContain('<ff-box data-ff-box="card"><p>inline</p></ff-box>');
    const own = await compile({ 'index.html': page(`<div data-composition-id="card">own</div>${template}`) });
    expect(own.html).not.toContain('<ff-box');
  });
});

describe('paths of children', () => {
  it('are relative to the project root, also when nested', async () => {
    const result = await compile({
      'index.html': page(host('a', './scenes/a.html')),
      'scenes/a.html': `<template>${host('b', '/scenes/b.html?v=1')}</template>`,
      'scenes/b.html': '<p>deep</p>',
    });
    expect(result.html).toContain('<p>deep</p>');
    expect(result.files).toEqual(['index.html', 'scenes/a.html', 'scenes/b.html']);
    expect(result.instances.map(({ runtimeId, parentId, file }) => [runtimeId, parentId, file])).toEqual([
      ['main', null, 'index.html'],
      ['a', 'main', 'scenes/a.html'],
      ['b', 'a', 'scenes/b.html'],
    ]);
  });

  it('reads a percent-encoded name', async () => {
    const result = await compile({
      'index.html': page(host('a', 'my%20card%C3%A9.html')),
      'my cardé.html': '<p>x</p>',
    });
    expect(result.files).toContain('my cardé.html');
  });

  it.each(['{{card}}.html', '$' + '{card}.html'])('skips %s', async (source) => {
    const result = await compile({ 'index.html': page(host('card', source)) });
    expect(result.instances).toHaveLength(1);
    expect(codes(result)).toEqual([]);
  });
});

describe('a child that cannot be used', () => {
  it.each([
    ['missing', undefined, 'does not exist'],
    ['of no bytes', '', 'is empty'],
    ['of white space', ' \n\t', 'is empty'],
    [
      'with an empty body',
      '<html><head><style>p{}</style></head><body> <!-- nothing --> </body></html>',
      'its body is empty',
    ],
    ['with an empty template', '<template> </template><p>x</p>', 'its template is empty'],
    ['that is no HTML', '{"a": 1}', 'no element'],
    ['that is binary', '\u0089PNG\0\0', 'NUL'],
  ])('%s fails before a browser starts', async (_, text, reason) => {
    const files = {
      'index.html': page(host('card', 'card.html')),
      ...(text === undefined ? {} : { 'card.html': text }),
    };
    const error = await failure(compile(files));
    expect(error.code).toBe('EMPTY_COMPOSITION');
    expect(error.message).toContain('card.html');
    expect(error.message).toContain(reason);
  });

  it.each(['', 'https://example.com/card.html', '#card'])('has the source %j', async (source) => {
    expect((await failure(compile({ 'index.html': page(host('card', source)) }))).code).toBe('EMPTY_COMPOSITION');
  });
});

describe('a host without an id', () => {
  it.each([
    [
      'the composition in its file',
      '<template><style>a{b:c}</style><div data-composition-id="card"><p>x</p></div></template>',
      'card',
    ],
    ['the file, where that holds none', '<p>x</p>', 'deep'],
  ])('is called as %s', async (_, text, id) => {
    const result = await compile({
      'index.html': page('<div data-composition-src="in/deep.html"></div>'),
      'in/deep.html': text,
    });
    expect(result.warnings).toEqual([]);
    expect(result.instances.map(({ runtimeId }) => runtimeId)).toEqual(['main', id]);
    expect(result.html).toMatch(
      new RegExp(`<div data-composition-src="in/deep.html" data-composition-id="${id}".*<p>x</p>`),
    );
  });

  it('fails where its file does not exist', async () => {
    const error = await failure(compile({ 'index.html': page('<div data-composition-src="none.html"></div>') }));
    expect(error).toMatchObject({ code: 'EMPTY_COMPOSITION', message: expect.stringContaining('none.html') });
  });
});

describe('cycles', () => {
  it.each([
    ['a file that mounts itself', { 'a.html': `<p>a</p>${host('a', 'a.html')}` }],
    ['two files', { 'a.html': `<p>a</p>${host('b', 'b.html')}`, 'b.html': `<p>b</p>${host('a', './a.html')}` }],
    ['a file that mounts the entry', { 'a.html': `<p>a</p>${host('main2', 'index.html')}` }],
  ])('%s: the inner mount is skipped', async (_, files) => {
    const result = await compile({ 'index.html': page(host('a', 'a.html')), ...files });
    expect(codes(result)).toEqual(['composition_cycle']);
    expect(result.warnings[0]?.message).toContain(' > ');
    expect(result.html).toContain('<p>a</p>');
  });

  it('end for inline templates too', async () => {
    const result = await compile({
      'index.html': page(
        `<b data-composition-id="a"></b>
          <template id="a-template"><p>a</p><div data-composition-id="a"><b data-composition-id="b"></b></div></template>
          <template id="b-template"><div data-composition-id="b"><b data-composition-id="a"></b></div></template>`,
      ),
    });
    expect(codes(result)).toEqual(['composition_cycle']);
  });

  it('is not the same file side by side', async () => {
    const result = await compile({
      'index.html': page(host('a', 'a.html') + host('b', 'a.html')),
      'a.html': '<p>x</p>',
    });
    expect(codes(result)).toEqual([]);
  });

  it('files that multiply are stopped', async () => {
    const files: Record<string, string> = { 'index.html': page(host('x', '0.html')), '11.html': '<p>end</p>' };
    for (let level = 0; level < 11; level += 1) files[`${level}.html`] = host('x', `${level + 1}.html`).repeat(2);
    const error = await failure(compile(files));
    expect(error.code).toBe('EMPTY_COMPOSITION');
    expect(error.message).toContain('more than 1000');
  });
});

describe('runtime ids', () => {
  const ids = async (inside: string, files = {}) =>
    (await compile({ 'index.html': page(inside), 'card.html': '<p>x</p>', ...files })).instances.map(
      (entry) => entry.runtimeId,
    );

  it.each([
    ['one mount keeps its id', host('card', 'card.html'), ['main', 'card']],
    ['several are numbered', host('card', 'card.html').repeat(3), ['main', 'card__hf1', 'card__hf2', 'card__hf3']],
    [
      'numbers that are taken are passed over',
      host('card', 'card.html').repeat(2) + host('card__hf1', 'card.html'),
      ['main', 'card__hf2', 'card__hf3', 'card__hf1'],
    ],
    ['the root is never renamed', host('main', 'card.html'), ['main', 'main__hf1']],
    [
      'the first inline composition keeps its id',
      `${host('card', 'card.html')}<b data-composition-id="card">x</b>`,
      ['main', 'card__hf1', 'card'],
    ],
  ])('%s', async (_, inside, expected) => {
    expect(await ids(inside)).toEqual(expected);
  });

  it('numbers mounts inside mounts over the whole document', async () => {
    const outer = { 'outer.html': `<p>o</p>${host('card', 'card.html')}` };
    expect(await ids(host('o1', 'outer.html') + host('o2', 'outer.html'), outer)).toEqual([
      'main',
      'o1',
      'card__hf1',
      'o2',
      'card__hf2',
    ]);
  });

  it('stand on the element and in its attribute, beside the authored id', async () => {
    const { html } = await compile({
      'index.html': page(host('card', 'card.html').repeat(2)),
      'card.html': '<p>x</p>',
    });
    for (const id of ['card__hf1', 'card__hf2']) {
      expect(html).toMatch(
        new RegExp(`data-composition-id="${id}"[^>]*data-ff-instance="${id}" data-ff-authored="card"`),
      );
    }
  });

  it('puts a composition beside the root below it', async () => {
    const html =
      '<b data-composition-id="a">1</b><b data-composition-id="r" data-root="true" data-width="9" data-height="9"></b>';
    const { instances } = await compile({ 'index.html': html });
    expect(instances.map(({ runtimeId, parentId }) => [runtimeId, parentId])).toEqual([
      ['r', null],
      ['a', 'r'],
    ]);
  });
});
