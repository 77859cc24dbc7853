import { isPackageName, matchVersion, parseCdnUrl } from '@framefarm/origin';
import { describe, expect, it } from 'vitest';
import { generatedModule } from '../../../libs/origin/src/packages/cdn-url.js';

const file = (name: string, requested: string | null, path: string | null, searchByName = false) => ({
  package: name,
  requested,
  path,
  searchByName,
});

describe('parseCdnUrl', () => {
  it.each([
    ['https://cdn.jsdelivr.net/npm/gsap@3.12.5/dist/gsap.min.js', file('gsap', '3.12.5', 'dist/gsap.min.js')],
    ['https://cdn.jsdelivr.net/npm/gsap', file('gsap', null, null)],
    ['https://cdn.jsdelivr.net/npm/gsap@3', file('gsap', '3', null)],
    ['http://cdn.jsdelivr.net/npm/gsap@3', file('gsap', '3', null)],
    ['https://cdn.jsdelivr.net/npm/gsap@3?x=1#y', file('gsap', '3', null)],
    ['https://unpkg.com/three@0.128.0/build/three.js', file('three', '0.128.0', 'build/three.js')],
    ['https://unpkg.com/@lottiefiles/dotlottie-web', file('@lottiefiles/dotlottie-web', null, null)],
    ['https://d3js.org/d3.v7.min.js', file('d3', '7', 'dist/d3.min.js', true)],
    ['https://d3js.org/d3-scale-chromatic.v3.js', file('d3-scale-chromatic', '3', 'dist/d3-scale-chromatic.js', true)],
    ['https://cdn.plot.ly/plotly-2.35.2.min.js', file('plotly.js-dist-min', '2.35.2', 'plotly.min.js', true)],
    ['https://cdn.plot.ly/plotly-basic-3.0.1.js', file('plotly.js-basic-dist', '3.0.1', 'plotly-basic.js', true)],
    ['https://cdn.plot.ly/plotly-latest.min.js', file('plotly.js-dist-min', '1.58.5', 'plotly.min.js', true)],
    ['https://code.jquery.com/jquery-3.7.1.slim.min.js', file('jquery', '3.7.1', 'dist/jquery.slim.min.js', true)],
    ['https://unpkg.com/@scope/pkg@%5E1.2.0/x/y.js', file('@scope/pkg', '^1.2.0', 'x/y.js')],
    ['https://unpkg.com/@scope/pkg@latest', file('@scope/pkg', 'latest', null)],
    [
      'https://cdnjs.cloudflare.com/ajax/libs/gsap/3.12.2/ScrollTrigger.min.js',
      file('gsap', '3.12.2', 'dist/ScrollTrigger.min.js', true),
    ],
    [
      'https://cdnjs.cloudflare.com/ajax/libs/three.js/r128/three.min.js',
      file('three', '0.128.0', 'build/three.min.js', true),
    ],
    [
      'https://cdnjs.cloudflare.com/ajax/libs/animejs/3.2.1/anime.min.js',
      file('animejs', '3.2.1', 'lib/anime.min.js', true),
    ],
    [
      'https://cdnjs.cloudflare.com/ajax/libs/bodymovin/5.12.2/lottie.min.js',
      file('lottie-web', '5.12.2', 'build/player/lottie.min.js', true),
    ],
    [
      'https://cdnjs.cloudflare.com/ajax/libs/lottie-web/5.12.2/lottie.js',
      file('lottie-web', '5.12.2', 'build/player/lottie.js', true),
    ],
    ['https://cdnjs.cloudflare.com/ajax/libs/p5.js/1.9.4/p5.min.js', file('p5', '1.9.4', 'lib/p5.min.js', true)],
    [
      'https://cdnjs.cloudflare.com/ajax/libs/paper.js/0.12.17/paper-full.min.js',
      file('paper', '0.12.17', 'dist/paper-full.min.js', true),
    ],
    [
      'https://cdnjs.cloudflare.com/ajax/libs/velocity/2.0.6/velocity.min.js',
      file('velocity-animate', '2.0.6', 'velocity.min.js', true),
    ],
    [
      'https://cdnjs.cloudflare.com/ajax/libs/prism/1.29.0/prism.min.js',
      file('prismjs', '1.29.0', 'prism.min.js', true),
    ],
    [
      'https://cdnjs.cloudflare.com/ajax/libs/highlight.js/11.9.0/styles/github-dark.min.css',
      file('@highlightjs/cdn-assets', '11.9.0', 'styles/github-dark.min.css', true),
    ],
    [
      'https://cdnjs.cloudflare.com/ajax/libs/pixi.js/7.0.0/sub/pixi.js',
      file('@pixi/bundle', '7.0.0', 'out/sub/pixi.js', true),
    ],
  ])('%s', (url, expected) => {
    expect(parseCdnUrl(url, { 'pixi.js': '@pixi/bundle/out' })).toEqual(expected);
  });

  it.each([
    'https://cdn.jsdelivr.net/npm/gsap@3/+esm',
    'https://cdn.jsdelivr.net/npm/gsap/dist/gsap.js/+esm',
    'https://cdn.jsdelivr.net/combine/npm/gsap@3,npm/three',
    'https://cdn.jsdelivr.net/gh/user/repo@1/file.js',
    'https://cdn.jsdelivr.net/npm/gsap@3/dist/',
    'https://cdn.jsdelivr.net/npm/gsap@',
    'https://cdn.jsdelivr.net/npm/',
    'https://cdn.jsdelivr.net:8443/npm/gsap',
    'https://cdn.jsdelivr.net.evil.example/npm/gsap',
    'https://unpkg.com/gsap?module',
    'https://d3js.org/d3.min.js',
    'https://cdn.plot.ly/world_110m.json',
    'https://code.jquery.com/ui/1.13.2/jquery-ui.js',
    'https://d3js.org/../x.v7.js',
    'https://unpkg.com/',
    'https://unpkg.com/.bin/x',
    'https://unpkg.com/node_modules/x.js',
    'https://unpkg.com/gsap@3/%2e%2e/%2e%2e%2fpackage.json',
    'https://unpkg.com/gsap@3/dist%2f..%2f..%2fx',
    'https://unpkg.com/gsap@3/a%5c..%5cb',
    'https://unpkg.com/gsap@3/a%00b',
    'https://unpkg.com/gsap@3/%zz',
    'https://cdnjs.cloudflare.com/ajax/libs/gsap/3.12.2/',
    'https://cdnjs.cloudflare.com/ajax/libs/gsap',
    'https://cdnjs.cloudflare.com/ajax/libs/..%2fx/1/y.js',
    'https://example.com/npm/gsap',
    'file:///npm/gsap',
    'gsap',
  ])('does not map %s', (url) => {
    expect(parseCdnUrl(url)).toBeNull();
  });

  it('takes no library from the prototype of its tables', () => {
    const url = 'https://cdnjs.cloudflare.com/ajax/libs/constructor/1.0.0/a.js';
    expect(parseCdnUrl(url)).toEqual(file('constructor', '1.0.0', 'dist/a.js', true));
    expect(isPackageName('..')).toBe(false);
  });
});

describe('matchVersion', () => {
  it.each([
    // requested, installed, exact, compatible, any
    ['3.12.5', '3.12.5', 'exact', 'exact', 'exact'],
    ['3.12.5', '3.15.0', 'refused', 'substituted', 'substituted'],
    ['3.12.5', '3.12.4', 'refused', 'refused', 'substituted'],
    ['3.12.5', '4.0.0', 'refused', 'refused', 'substituted'],
    ['3.12.5', '2.9.9', 'refused', 'refused', 'substituted'],
    ['0.128.0', '0.128.3', 'refused', 'substituted', 'substituted'],
    ['0.128.0', '0.129.0', 'refused', 'refused', 'substituted'],
    ['3', '3.15.0', 'refused', 'satisfied', 'satisfied'],
    ['3.12', '3.15.0', 'refused', 'substituted', 'substituted'],
    ['3.16', '3.15.0', 'refused', 'refused', 'substituted'],
    ['^3.1.0', '3.15.0', 'refused', 'satisfied', 'satisfied'],
    ['~3.1.0', '3.15.0', 'refused', 'substituted', 'substituted'],
    ['2', '3.15.0', 'refused', 'refused', 'substituted'],
    ['1.0.0', '1.0.0-beta.1', 'refused', 'refused', 'substituted'],
    ['1.0.0-beta.1', '1.0.0', 'refused', 'substituted', 'substituted'],
    ['latest', '3.15.0', 'satisfied', 'satisfied', 'satisfied'],
    [null, '3.15.0', 'satisfied', 'satisfied', 'satisfied'],
  ] as const)('%s against %s', (requested, installed, exact, compatible, any) => {
    expect(matchVersion(requested, installed, 'exact')).toBe(exact);
    expect(matchVersion(requested, installed, 'compatible')).toBe(compatible);
    expect(matchVersion(requested, installed, 'any')).toBe(any);
  });
});

describe('code that a CDN makes of a package', () => {
  it.each([
    ['https://cdn.jsdelivr.net/npm/d3@7/+esm', 'd3', '7'],
    ['https://cdn.jsdelivr.net/npm/@scope/pkg@1.0.0/sub/+esm', '@scope/pkg', '1.0.0'],
    ['https://esm.sh/react@18.3.1', 'react', '18.3.1'],
    ['https://esm.sh/preact/hooks', 'preact', null],
    ['https://unpkg.com/lit@3?module', 'lit', '3'],
    ['https://cdn.skypack.dev/three', 'three', null],
  ])('%s is known by its package', (url, name, requested) => {
    expect(generatedModule(url)).toEqual({ package: name, requested });
    expect(parseCdnUrl(url)).toBeNull();
  });

  it.each(['https://cdn.jsdelivr.net/npm/d3@7', 'https://unpkg.com/lit@3', 'https://example.com/+esm', 'no address'])(
    '%s is none',
    (url) => expect(generatedModule(url)).toBeNull(),
  );
});
