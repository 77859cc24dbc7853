import { animated, type Case, host, page } from './project.js';

const fonts = { bundled: ['Inter', 'EB Garamond'], aliases: new Map([['arial', 'Inter']]) };
const styled = (css: string): string => page('<p class="t">x</p>', { head: `<style>${css}</style>` });
const cdn = (url: string): string => page('x', { head: `<script src="${url}"></script>` });

export const STYLE: readonly Case[] = [
  {
    code: 'font_family_without_font_face',
    what: 'a family that nobody brings',
    facts: { fonts },
    bad: styled("p { font: 700 40px/1.2 'Brandon', serif }"),
    good: {
      'index.html': styled(
        "@font-face { font-family: Brandon; src: url(b.woff2) } p { font: 700 40px/1.2 'Brandon', serif }",
      ),
      'b.woff2': '',
    },
  },
  {
    code: 'font_family_without_font_face',
    what: 'an attribute of SVG',
    facts: { fonts },
    bad: page('<svg><text font-family="Brandon">x</text></svg>'),
    good: page('<svg><text font-family="inter, Brandon">x</text></svg>'),
  },
  {
    code: 'font_family_without_font_face',
    what: 'a linked font sheet',
    facts: { fonts },
    bad: page('<p style="font-family: Brandon">x</p>'),
    good: page('<p style="font-family: Brandon Text, serif">x</p>', {
      head: '<link rel="stylesheet" href="https://fonts.googleapis.com/css2?family=Brandon+Text:wght@400">',
    }),
  },
  {
    code: 'system_font_will_alias',
    what: 'a font of the system',
    facts: { fonts },
    bad: styled('p { font-family: Arial, sans-serif }'),
    good: styled('p { font-family: system-ui, Arial }'),
  },
  {
    code: 'scoped_css_missing_wrapper',
    what: 'a composition that does not exist',
    bad: styled('[data-composition-id="card"] p { color: red }'),
    good: styled('[data-composition-id="main"] p, [data-composition-id] i { color: red }'),
  },
  {
    code: 'scoped_css_missing_wrapper',
    what: 'a child called otherwise',
    bad: {
      'index.html': page(host('c', 'c.html')),
      'c.html': '<template><style>[data-composition-id="d"] p { color: red }</style><p>x</p></template>',
    },
    good: {
      'index.html': page(host('c', 'c.html', 'data-no-timeline')),
      'c.html': '<template><style>[data-composition-id="c"] p { color: red }</style><p>x</p></template>',
    },
  },
  {
    code: 'id_requires_css_escape',
    what: 'an id that begins with a digit',
    bad: page('<p id="1st" class="clip" data-start="0">x</p>'),
    good: page('<p id="first-1" class="clip" data-start="0">x</p><svg><g id="1st"></g></svg>'),
  },
  {
    code: 'id_requires_css_escape',
    what: 'a dot in the target of a tween',
    bad: animated('tl.to("#a.b", { x: 1 });', '<p id="a.b">x</p>'),
    good: animated('tl.to("#a_b", { x: 1 });', '<p id="a_b">x</p><p id="c.d">x</p>'),
  },
  {
    code: 'root_background_with_alpha',
    what: 'a coloured root',
    facts: { outputFormat: 'webm' },
    bad: styled('#main { background: #fff }'),
    good: styled('#main { background: transparent } #main p { background: #fff }'),
  },
  {
    code: 'root_background_with_alpha',
    what: 'a style attribute',
    facts: { outputFormat: 'mov' },
    bad: page('x', { root: 'data-no-timeline style="background-color: red"' }),
    good: page('x', { root: 'data-no-timeline style="color: red"' }),
  },
  {
    code: 'cdn_package_not_installed',
    what: 'a package that is not there',
    facts: {
      findMissingPackage: async (url) =>
        url.includes('/d3@') ? { reason: 'is not installed', install: 'npm install d3' } : null,
    },
    bad: cdn('https://cdn.jsdelivr.net/npm/d3@7'),
    good: cdn('https://cdn.jsdelivr.net/npm/gsap@3'),
  },
];
