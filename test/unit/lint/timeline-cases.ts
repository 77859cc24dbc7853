import { animated, type Case, host, page } from './project.js';

const GSAP = '<script src="gsap.min.js"></script>';
const REGISTER = 'window.__timelines = window.__timelines || {}; window.__timelines.main = tl;';
const entry = (code: string, head = GSAP): string =>
  page('<p class="a">x</p>', { root: '', head, after: `<script>${code}</script>` });
const module = (code: string): string => page('<p>x</p>', { after: `<script type="module">${code}</script>` });

export const TIMELINES: readonly Case[] = [
  {
    code: 'missing_timeline_registry',
    what: 'a timeline that stays in its variable',
    bad: entry('const tl = gsap.timeline(); tl.to(".a", { x: 1 });'),
    good: entry(`const tl = gsap.timeline(); tl.to(".a", { x: 1 }); ${REGISTER}`),
  },
  {
    code: 'timeline_registry_missing_init',
    what: 'writing into a registry that nobody made',
    bad: entry('window.__timelines["main"] = gsap.timeline();'),
    good: entry('(window.__timelines ??= {})["main"] = gsap.timeline();'),
  },
  {
    code: 'timeline_registry_missing_init',
    what: 'a child below an entry that makes the registry',
    bad: {
      'index.html': page(host('c', 'c.html'), { head: GSAP }),
      'c.html':
        '<template><div data-composition-id="c">x</div><script>__timelines.c = gsap.timeline()</script></template>',
    },
    good: {
      'index.html': page(host('c', 'c.html'), { head: GSAP, after: '<script>window.__timelines = {};</script>' }),
      'c.html':
        '<template><div data-composition-id="c">x</div><script>__timelines.c = gsap.timeline()</script></template>',
    },
  },
  {
    code: 'timeline_id_mismatch',
    what: 'a key that no composition has',
    bad: entry('window.__timelines = { intro: gsap.timeline() };'),
    good: entry('const id = "main"; window.__timelines = {}; window.__timelines[id] = gsap.timeline();'),
  },
  {
    code: 'timeline_id_mismatch',
    what: 'host and child that disagree',
    bad: {
      'index.html': page(host('c', 'c.html')),
      'c.html': '<template><div data-composition-id="card" data-no-timeline>x</div></template>',
    },
    good: {
      'index.html': page(host('card', 'c.html')),
      'c.html': '<template><div data-composition-id="card" data-no-timeline>x</div></template>',
    },
  },
  {
    code: 'missing_data_no_timeline',
    what: 'a composition of CSS alone',
    bad: page('<p>x</p>', { root: '' }),
    good: page('<p>x</p>', { root: 'data-no-timeline' }),
  },
  {
    code: 'missing_data_no_timeline',
    what: 'a nested composition of which no host says it',
    bad: {
      'index.html': page(host('c', 'c.html')),
      'c.html': '<template><div data-composition-id="c" data-duration="3">x</div></template>',
    },
    good: {
      'index.html': page(host('c', 'c.html', 'data-no-timeline')),
      'c.html': '<template><div data-composition-id="c" data-duration="3">x</div></template>',
    },
  },
  {
    code: 'missing_data_no_timeline',
    what: 'a page of plain script that says how it is driven',
    bad: page('<p>x</p>', { root: '', after: '<script>draw(0);</script>' }),
    good: page('<p>x</p>', { root: '', after: '<script>window.addEventListener("hf-seek", draw);</script>' }),
  },
  {
    code: 'missing_gsap_script',
    what: 'a global that nobody brings',
    bad: entry(`const tl = gsap.timeline(); ${REGISTER}`, ''),
    good: page('<p>x</p>', {
      root: '',
      after: `<script type="module">import { gsap } from "gsap"; const tl = gsap.timeline(); ${REGISTER}</script>`,
    }),
  },
  {
    code: 'missing_gsap_plugin',
    what: 'a plugin that nobody brings',
    bad: animated('gsap.registerPlugin(SplitText);'),
    good: animated('gsap.registerPlugin(SplitText);', '', '<script src="SplitText.min.js"></script>'),
  },
  {
    code: 'missing_gsap_plugin',
    what: 'a plugin that is asked for what it makes, and one of the page itself',
    bad: animated('SplitText.create("p");'),
    good: animated('const SplitText = { create: () => ({}) }; SplitText.create("p");'),
  },
  {
    code: 'missing_gsap_plugin',
    what: 'a tween property of a plugin',
    bad: animated('tl.to("#p", { drawSVG: "100%" });'),
    good: animated('const state = { drawSVG: 0 }; tl.to(state, { drawSVG: 1 });'),
  },
  {
    code: 'gsap_timeline_not_registered',
    what: 'a second timeline',
    bad: animated('const other = gsap.timeline(); other.to(".a", { x: 1 }).to(".b", { x: 1 });'),
    good: animated('const other = gsap.timeline(); other.to(".a", { x: 1 }); tl.add(other, 1);'),
  },
  {
    code: 'gsap_timeline_not_registered',
    what: 'a timeline that a function makes',
    bad: animated('function build() { const part = gsap.timeline(); part.to(".a", { x: 1 }); } build();'),
    good: animated(
      'function build() { const part = gsap.timeline(); return part.to(".a", { x: 1 }); } tl.add(build());',
    ),
  },
  {
    code: 'gsap_timeline_registered_before_async_build',
    what: 'tweens after a fetch',
    bad: entry(
      `const tl = gsap.timeline(); ${REGISTER} fetch("data.json").then((r) => r.json()).then((d) => tl.to(".a", { x: d.x }));`,
    ),
    good: entry(
      'const tl = gsap.timeline(); fetch("data.json").then((r) => r.json()).then((d) => { tl.to(".a", { x: d.x }); window.__timelines = window.__timelines || {}; window.__timelines.main = tl; });',
    ),
  },
  {
    code: 'gsap_timeline_registered_before_async_build',
    what: 'tweens after an await',
    bad: page('<p>x</p>', {
      root: '',
      head: GSAP,
      after: `<script type="module">const tl = gsap.timeline(); ${REGISTER} await ready(); tl.to(".a", { x: 1 });</script>`,
    }),
    good: page('<p>x</p>', {
      root: '',
      head: GSAP,
      after: `<script type="module">const tl = gsap.timeline(); await ready(); tl.to(".a", { x: 1 }); ${REGISTER}</script>`,
    }),
  },
  {
    code: 'gsap_timeline_registered_before_async_build',
    what: 'tweens after a while, on a page that does not say that it builds',
    bad: entry(`const tl = gsap.timeline(); ${REGISTER} setTimeout(() => tl.to(".a", { x: 1 }), 50);`),
    good: entry(
      `window.__hfTimelinesBuilding = true; const tl = gsap.timeline(); ${REGISTER} setTimeout(() => tl.to(".a", { x: 1 }), 50);`,
    ),
  },
  {
    code: 'gsap_timeline_registered_before_async_build',
    what: 'tweens of a picture that has loaded',
    bad: entry(
      `const tl = gsap.timeline(); ${REGISTER} const a = new Image(); a.onload = () => { tl.to(".a", { x: a.width }); };`,
    ),
    good: entry(
      `const tl = gsap.timeline(); ${REGISTER} const a = new Image(); a.onclick = () => { tl.to(".a", { x: a.width }); };`,
    ),
  },
  {
    code: 'gsap_timeline_registered_before_async_build',
    what: 'tweens of an event that comes late',
    bad: entry(`const tl = gsap.timeline(); ${REGISTER} addEventListener("load", () => tl.to(".a", { x: 1 }));`),
    good: entry(`const tl = gsap.timeline(); ${REGISTER} [1, 2].forEach((x) => tl.to(".a", { x }));`),
  },
  {
    code: 'gsap_infinite_repeat',
    what: 'a tween without end',
    bad: animated('tl.to(".a", { x: 1, repeat: -1 });'),
    good: animated('tl.to(".a", { x: 1, repeat: 3 }); const table = { repeat: -1 };'),
  },
  {
    code: 'gsap_infinite_repeat',
    what: 'defaults and constants',
    bad: animated('const forever = -1; gsap.to(".a", { x: 1, repeat: forever });'),
    good: animated('const often = 4; gsap.to(".a", { x: 1, repeat: often }); Array.from({ repeat: -1 });'),
  },
  {
    code: 'overlapping_gsap_tweens',
    what: 'two tweens of x at once',
    bad: animated('tl.to("#a", { x: 10, duration: 2 }, 0).to("#a", { x: 0, duration: 1 }, 1.5);'),
    good: animated(
      'tl.to("#a", { x: 10, duration: 1.5 }, 0).to("#a", { x: 0, duration: 1 }, 1.5).to("#a", { y: 1 }, 1);',
    ),
  },
  {
    code: 'gsap_animates_clip_element',
    what: 'visibility of a clip',
    bad: animated('tl.to("#t", { autoAlpha: 0 }, 1);', '<p id="t" class="clip" data-start="0">x</p>'),
    good: animated(
      'tl.to("#t", { opacity: 0 }, 1).to("#t b", { autoAlpha: 0 }, 2);',
      '<p id="t" class="clip" data-start="0"><b>x</b></p>',
    ),
  },
  {
    code: 'gsap_css_transform_conflict',
    what: 'x of an element that CSS centres',
    bad: animated('tl.to(".t", { x: 10 });', '<p class="t">x</p>', '<style>.t { transform: translateX(-50%) }</style>'),
    good: animated(
      'tl.fromTo(".t", { x: 0 }, { x: 10 }).to(".t", { opacity: 0 });',
      '<p class="t">x</p>',
      '<style>.t { transform: translateX(-50%) }</style>',
    ),
  },
  {
    code: 'missing_lottie_script',
    what: 'a global that nobody brings',
    bad: module('lottie.loadAnimation({ path: "a.json" });'),
    good: module(
      'import lottie from "https://cdn.jsdelivr.net/npm/lottie-web/+esm"; lottie.loadAnimation({ path: "a.json" });',
    ),
  },
  {
    code: 'missing_three_script',
    what: 'a global that nobody brings',
    bad: module('const scene = new THREE.Scene();'),
    good: module('import * as THREE from "three"; const scene = new THREE.Scene();'),
  },
];
