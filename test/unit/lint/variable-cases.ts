import { type Case, host, page } from './project.js';

const declare = (...entries: readonly object[]): string =>
  `data-no-timeline data-composition-variables='${JSON.stringify(entries)}'`;
const title = { id: 'title', type: 'string', label: 'Title', default: 'x' };
const image = (url: string) => ({ id: 'pic', type: 'image', label: 'Picture', default: url });
const CHILD = `<html data-composition-variables='${JSON.stringify([title])}'><body><template><div data-composition-id="c" data-no-timeline><p data-var-text="title"></p></div></template></body></html>`;

export const VARIABLES: readonly Case[] = [
  {
    code: 'invalid_composition_variables_declaration',
    what: 'an unknown type',
    bad: page('x', { root: declare({ ...title, type: 'text' }) }),
    good: page('x', { root: declare(title) }),
  },
  {
    code: 'invalid_composition_variables_declaration',
    what: 'no JSON, on <html>',
    bad: page('x').replace('<html', `<html data-composition-variables='[{id: "a"}]'`),
    good: page('x').replace('<html', `<html data-composition-variables='[]'`),
  },
  {
    code: 'invalid_variable_values_json',
    what: 'values that are no object',
    bad: { 'index.html': page(host('c', 'c.html', `data-variable-values='["a"]'`)), 'c.html': CHILD },
    good: { 'index.html': page(host('c', 'c.html', `data-variable-values='{"title": "a"}'`)), 'c.html': CHILD },
  },
  {
    code: 'unknown_variable_binding',
    what: 'a name that is not declared',
    bad: page('<p data-var-text="titel"></p>', { root: declare(title) }),
    good: page('<p data-var-text="title"></p>', { root: declare(title) }),
  },
  {
    code: 'unknown_variable_binding',
    what: 'a name of the entry inside a child',
    bad: {
      'index.html': page(host('c', 'c.html'), { root: declare({ ...title, id: 'sub' }) }),
      'c.html': CHILD.replace('-text="title"', '-text="sub"'),
    },
    good: { 'index.html': page(host('c', 'c.html'), { root: declare(title) }), 'c.html': CHILD },
  },
  {
    code: 'unknown_variable_binding',
    what: 'an attribute that binds nothing',
    bad: page('<p data-var-title="title">x</p>', { root: declare(title) }),
    good: page('<p data-title="title">x</p>', { root: declare(title) }),
  },
  {
    code: 'unloadable_media_variable_default',
    what: 'a file that does not exist',
    bad: page('<img data-var-src="pic">', { root: declare(image('a.png')) }),
    good: { 'index.html': page('<img data-var-src="pic">', { root: declare(image('a.png')) }), 'a.png': '' },
  },
  {
    code: 'unloadable_media_variable_default',
    what: 'a scheme that bindings refuse',
    bad: page('<img data-var-src="pic">', { root: declare(image('file:///a.png')) }),
    good: page('<img data-var-src="pic">', { root: declare(image('https://a.dev/a.png')) }),
  },
  {
    code: 'unloadable_media_variable_default',
    what: 'an address without a scheme',
    bad: page('<img data-var-src="pic">', { root: declare(image('//a.dev/a.png')) }),
    good: page('<img data-var-src="pic">', { root: declare(image('https://a.dev/a.png')) }),
  },
  {
    code: 'variable_css_name_collision',
    what: 'camel case and dashes',
    bad: page('x', { root: declare({ ...title, id: 'brandColor' }, { ...title, id: 'brand-color' }) }),
    good: page('x', { root: declare({ ...title, id: 'brandColor' }, { ...title, id: 'brand-colour' }) }),
  },
];
