import { describe, expect, it } from 'vitest';
import { compile, page } from './project.js';

const CSS = {
  'css/a.css': '@import "b.css" layer(base); .a { background: url("../img/a.png") }',
  'css/b.css': '.b { color: red }',
};
const EMBEDDED = '@layer base{\n.b { color: red }\n}\n .a { background: url("img/a.png") }';
const LINK = '<link rel="stylesheet" href="css/a.css">';

const html = async (inside: string, head = '', files: Readonly<Record<string, string>> = CSS): Promise<string> =>
  (await compile({ 'index.html': page(inside, '', head), ...files })).html;
const plain = (text: string): string => text.replaceAll(/\s+/g, '');

describe('a sheet that the body of an entry links to', () => {
  it.each([
    ['by a plain link', LINK],
    [
      'by a link with words for the loading',
      '<link href="./css/a.css" rel=" Stylesheet " type="text/css" crossorigin integrity="sha256-x">',
    ],
    ['by an import', '<style>@import "css/a.css";</style>'],
  ])('stands in it, with what it imports and URLs of the project, %s', async (_, written) => {
    const made = await html(`<p>before</p>${written}<style>.c{}</style>`);
    expect(made).not.toContain('<link');
    expect(plain(made)).toContain(plain(EMBEDDED));
    // Its place among the sheets, and among the children, is that of the element.
    expect(made).toMatch(/before<\/p><style[^>]*>@layer base[^<]*<\/style><style[^>]*>\.c\{\}/);
  });

  it('is for the media that the link is for, and is told as an asset with its own', async () => {
    const { html: made, assets } = await compile({
      'index.html': page('<link rel="stylesheet" href="css/a.css" media="(min-width: 9px)">'),
      ...CSS,
    });
    expect(made).toMatch(/<style media="\(min-width: 9px\)"[^>]*>@layer/);
    expect(assets.map(({ kind, url }) => `${kind} ${url}`).sort()).toEqual(['image img/a.png', 'stylesheet css/a.css']);
  });

  it.each([
    ['in the head', '', LINK],
    ['that scripts may look for', '<link rel="stylesheet" href="css/a.css" id="theme">', ''],
    ['that a script turns on', `<link rel="stylesheet" href="css/a.css" media="print" onload="this.media='all'">`, ''],
    ['that is an alternate one', '<link rel="alternate stylesheet" href="css/a.css">', ''],
    ['that is for pages without scripts', `<noscript>${LINK}</noscript>`, ''],
    ['that is not there', '<link rel="stylesheet" href="css/none.css">', ''],
    ['from elsewhere', '<link rel="stylesheet" href="https://e.com/a.css">', ''],
    ['under another base', LINK, '<base href="css/">'],
    [
      'where a policy allows files alone',
      LINK,
      `<meta http-equiv="Content-Security-Policy" content="style-src 'self'">`,
    ],
  ])('stays linked %s', async (_, inside, head) => {
    expect(await html(inside, head)).toContain('<link rel="');
  });
});
