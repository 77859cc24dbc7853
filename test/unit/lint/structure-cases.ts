import { type Case, host, page } from './project.js';

const child = (inside: string, root = 'data-duration="3"', id = 'c'): string =>
  `<template><div data-composition-id="${id}" data-no-timeline ${root}>${inside}</div></template>`;
const ROOT =
  '<div data-composition-id="main" data-no-timeline data-width="100" data-height="100" data-duration="2"><p>x</p></div>';

/** A page whose root states no length. */
const lengthless = (inside: string): string => page(inside).replace('data-duration="10"', '');

export const STRUCTURE: readonly Case[] = [
  {
    code: 'blank_root_with_standalone_composition',
    what: 'an empty root beside a film',
    bad: { 'index.html': page(''), 'film.html': page('<p>film</p>') },
    good: {
      'index.html': page(host('film', 'film.html')),
      'film.html': page('<p>film</p>').replaceAll('"main"', '"film"'),
    },
    facts: { listHtmlFiles: async () => ['index.html', 'film.html'] },
  },
  {
    code: 'blank_root_with_standalone_composition',
    what: 'a root that a script fills',
    bad: {
      'index.html': page('', { after: '<script>window.__timelines = window.__timelines || {};</script>' }),
      'film.html': page('<p>film</p>'),
    },
    good: {
      'index.html': page('', { after: '<script>document.querySelector("#main").append("x")</script>' }),
      'film.html': page('<p>film</p>'),
    },
    facts: { listHtmlFiles: async () => ['film.html'] },
  },
  {
    code: 'multiple_root_compositions',
    what: 'two candidates',
    bad: `<!doctype html><html><body>${ROOT}${ROOT.replace('"main"', '"b"')}</body></html>`,
    good: `<!doctype html><html><body>${ROOT.replace('<div', '<div data-root="true"')}${ROOT.replace('"main"', '"b"')}</body></html>`,
  },
  {
    code: 'root_missing_composition_id',
    what: 'a sized element without id',
    bad: '<!doctype html><html><body><div data-width="10" data-height="10" data-duration="1">x</div></body></html>',
    good: '<!doctype html><html><body><script>build()</script></body></html>',
  },
  {
    code: 'root_missing_dimensions',
    what: 'a height in words',
    bad: page('x').replace('data-height="720"', 'data-height="tall"'),
    good: page('x').replace('data-height="720"', 'data-height="720px"'),
  },
  {
    code: 'root_size_out_of_range',
    what: 'a width that no render has',
    bad: page('x').replace('data-width="1280"', 'data-width="9000"'),
    good: page('x').replace('data-width="1280"', 'data-width="8192"'),
  },
  {
    code: 'root_duration_too_long',
    what: 'a length of thirty years',
    bad: page('x').replace('data-duration="10"', 'data-duration="1e9"'),
    good: page('x').replace('data-duration="10"', 'data-duration="33333"'),
  },
  {
    code: 'root_fps_unreadable',
    what: 'a rate in words',
    bad: page('x', { root: 'data-no-timeline data-fps="fast"' }),
    good: page('x', { root: 'data-no-timeline data-fps="30000/1001"' }),
  },
  {
    code: 'root_composition_missing_html_wrapper',
    what: 'a fragment',
    bad: ROOT,
    good: `<html><body>${ROOT}</body></html>`,
  },
  {
    code: 'root_composition_missing_duration_source',
    what: 'nothing with a length',
    bad: page('<p>x</p>').replace('data-duration="10"', ''),
    good: page('<p style="animation: a 2s">x</p>').replace('data-duration="10"', ''),
  },
  ...(
    [
      ['an animation of a stylesheet', '<style>p { animation: a 2s }</style><p>x</p>'],
      ['an animation by script', '<p id="p">x</p><script>document.getElementById("p").animate([], 2000)</script>'],
      ['an animation that is made', '<script>new Animation(new KeyframeEffect(null, [], 2000)).play()</script>'],
      ['a library that tells its own', '<p>x</p><script>window.__hfAnime = []</script>'],
      ['a nested composition with a length', host('c', 'c.html')],
      ['a host with a length', host('d', 'd.html', 'data-duration="4"')],
    ] as const
  ).map(
    ([what, inside]): Case => ({
      code: 'root_composition_missing_duration_source',
      what: `nothing in the place of ${what}`,
      bad: { 'index.html': lengthless(`<p id="p">x</p><script>document.getElementById("p").dataset.x = 1</script>`) },
      good: {
        'index.html': lengthless(inside),
        'c.html': child('x', 'data-duration="4"'),
        'd.html': child('x', '', 'd'),
      },
    }),
  ),
  {
    code: 'root_composition_missing_duration_source',
    what: 'a length of 0',
    bad: page('<p>x</p>').replace('data-duration="10"', 'data-duration="0"'),
    good: page('<p>x</p>').replace('data-duration="10"', 'data-composition-duration="0.1"'),
  },
  {
    code: 'standalone_composition_wrapped_in_template',
    what: 'a root that is never shown',
    bad: `<!doctype html><html><body><template>${ROOT}</template></body></html>`,
    good: `<!doctype html><html><body>${ROOT}<template><p data-composition-id="x"></p></template></body></html>`,
  },
  {
    code: 'missing_or_empty_sub_composition',
    what: 'a file with an empty template',
    bad: { 'index.html': page(host('c', 'c.html')), 'c.html': '<template> </template>' },
    good: { 'index.html': page(host('c', 'c.html')), 'c.html': child('x') },
  },
  {
    code: 'missing_or_empty_sub_composition',
    what: 'a file that is missing',
    bad: page(host('c', 'c.html')),
    good: page(host('{{name}}', '{{file}}.html')),
  },
  {
    code: 'composition_cycle',
    what: 'two files that mount each other',
    bad: {
      'index.html': page(host('c', 'c.html')),
      'c.html': child(host('d', 'd.html')),
      'd.html': child(host('e', 'c.html'), 'data-duration="3"', 'd'),
    },
    good: {
      'index.html': page(host('c', 'c.html')),
      'c.html': child(host('d', 'd.html')),
      'd.html': child('x', 'data-duration="3"', 'd'),
    },
  },
  {
    code: 'duplicate_composition_id',
    what: 'one id for two files',
    bad: { 'index.html': page(host('c', 'c.html') + host('c', 'd.html')), 'c.html': child('x'), 'd.html': child('y') },
    good: { 'index.html': page(host('c', 'c.html') + host('c', 'c.html')), 'c.html': child('x') },
  },
  {
    code: 'host_missing_composition_id',
    what: 'a host without id',
    bad: { 'index.html': page('<div data-composition-src="c.html"></div>'), 'c.html': child('x') },
    good: { 'index.html': page(host('c', 'c.html')), 'c.html': child('x') },
  },
  {
    code: 'invalid_parent_traversal_in_asset_path',
    what: 'two steps up from one directory down',
    bad: { 'index.html': page(host('c', 'd/c.html')), 'd/c.html': child('<img src="../../a.png">'), 'a.png': '' },
    good: { 'index.html': page(host('c', 'd/c.html')), 'd/c.html': child('<img src="../a.png">'), 'a.png': '' },
  },
  {
    code: 'invalid_parent_traversal_in_asset_path',
    what: 'a background',
    bad: { 'index.html': page('<style>p{background:url(../a.png)}</style>'), 'a.png': '' },
    good: { 'index.html': page('<style>p{background:url(./b/../a.png)}</style>'), 'a.png': '' },
  },
  {
    code: 'invalid_parent_traversal_in_asset_path',
    what: 'another size of a picture, and a link that nobody follows',
    bad: { 'index.html': page('<img src="a.png" srcset="a.png 1x, ../b.png 2x">'), 'a.png': '' },
    good: {
      'index.html': page('<a href="../b.html">x</a><img src="a.png" srcset="a.png 1x, /a.png 2x">'),
      'a.png': '',
    },
  },
  {
    code: 'subcomposition_blanks_before_host',
    what: 'a single host that ends early',
    bad: { 'index.html': page(host('c', 'c.html', 'data-duration="4"')), 'c.html': child('x', 'data-duration="4"') },
    good: {
      'index.html': page(`${host('c', 'c.html', 'data-duration="4"')}<p>x</p>`),
      'c.html': child('x', 'data-duration="4"'),
    },
  },
  {
    code: 'subcomposition_blanks_before_host',
    what: 'a child whose clips end early',
    bad: {
      'index.html': page(`<p>x</p>${host('c', 'c.html', 'data-start="1" data-duration="4"')}`),
      'c.html': child('<p class="clip" data-start="0" data-duration="3">x</p>'),
    },
    good: {
      'index.html': page(`<p>x</p>${host('c', 'c.html', 'data-start="1" data-duration="4"')}`),
      'c.html': child('<p class="clip" data-start="1" data-duration="3">x</p>'),
    },
  },
  {
    code: 'subcomposition_blanks_before_host',
    what: 'clips that end early, of a child whose clock is not moved',
    bad: {
      'index.html': page(`<p>x</p>${host('c', 'c.html', 'data-start="1" data-duration="4"')}`),
      'c.html': child('<p class="clip" data-start="0" data-duration="3">x</p>'),
    },
    good: {
      'index.html': page(
        `<p>x</p>${host('c', 'c.html', 'data-start="1" data-duration="4" data-playback-start="0.5"')}`,
      ),
      'c.html': child('<p class="clip" data-start="0" data-duration="3">x</p>'),
    },
  },
  {
    code: 'duplicate_composition_id',
    what: 'a mounted composition and one beside it',
    bad: {
      'index.html': page(`${host('c', 'c.html')}<div data-composition-id="c" data-start="0" data-duration="3">x</div>`),
      'c.html': child('x'),
    },
    good: {
      'index.html': page(
        `${host('c', 'c.html')}${host('c', 'c.html')}<div data-composition-id="d" data-start="0" data-duration="3">x</div>`,
      ),
      'c.html': child('x'),
    },
  },
  {
    code: 'nested_rate_with_timed_children',
    what: 'a host at double rate',
    bad: {
      'index.html': page(`<p>x</p>${host('c', 'c.html', 'data-playback-rate="2"')}`),
      'c.html': child('<p class="clip" data-start="1">x</p>'),
    },
    good: {
      'index.html': page(`<p>x</p>${host('c', 'c.html', 'data-playback-rate="2"')}`),
      'c.html': child('<p>x</p>'),
    },
  },
];
