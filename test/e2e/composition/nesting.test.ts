/** Nested compositions (composition-format 6): time, windows, mounts and isolation, seen in the picture. */
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { makeClip, times } from '../../support/projects/clips.js';
import { addPackageFile, makeProject } from '../../support/projects/project.js';
import { cell, failureOf, place, renderProject, type Scene, scene } from '../../support/projects/scene.js';
import { useBundledFfmpeg } from '../../support/renders/bundled-ffmpeg.js';

useBundledFfmpeg();

const GSAP = '<script src="gsap.min.js"></script>';
const TEN = ['--fps', '10'];

async function project(files: Record<string, string>): Promise<string> {
  const directory = await makeProject(files);
  await addPackageFile(directory, 'gsap/dist/gsap.min.js', 'gsap.min.js');
  return directory;
}

const host = (index: number, id: string, file: string, attributes = '') =>
  `<div data-composition-id="${id}" data-composition-src="${file}" ${attributes} style="${place(index)}"></div>`;
const FILL = 'position:absolute;inset:0';
/** A child of 0.6 s: red, from 0.2 s on lime, from 0.4 s on blue. */
const steps = (id: string) =>
  `<template id="${id}-template"><div data-composition-id="${id}"><div class="box" style="${FILL};background:#ff0000"></div>
   <script>{ const tl = gsap.timeline({ paused: true });
     tl.set('.box', { backgroundColor: '#00ff00' }, 0.2).set('.box', { backgroundColor: '#0000ff' }, 0.4).to({}, { duration: 0.2 }, 0.4);
     window.__timelines['${id}'] = tl; }</script></div></template>`;

describe('the time of a child', () => {
  let shown: Scene;
  beforeAll(async () => {
    const windows = `<template><div data-composition-id="w">
      <div data-start="0.3" data-duration="0.2" style="${FILL};background:red"></div></div></template>`;
    const animated = `<template><style>@keyframes go{0%{background:#ff0000}49.9%{background:#ff0000}50%{background:#00ff00}100%{background:#00ff00}}
      .k{animation:go .4s both}</style><div class="k" style="${FILL}"></div></template>`;
    const ids = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'];
    const inner = `<template>${host(0, 'deep', 'parts/steps-deep.html', 'data-start="0.1" data-duration="0.7"').replace(place(0), FILL)}</template>`;
    const directory = await project({
      'index.html': scene(
        host(0, 'a', 'steps-a.html', 'data-start="0" data-duration="1.2"') +
          host(1, 'b', 'steps-b.html', 'data-start="0.3" data-duration="0.9"') +
          host(2, 'c', 'steps-c.html', 'data-start="0" data-duration="1" data-playback-start="0.2"') +
          host(3, 'd', 'steps-d.html', 'data-start="0" data-duration="1" data-playback-rate="2"') +
          host(4, 'e', 'steps-e.html', 'data-start="0" data-duration="1" data-media-start="0.4"') +
          host(5, 'f', 'steps-f.html', 'data-start="0" data-duration="1" data-playback-rate="fast"') +
          host(6, 'g', 'steps-g.html', 'data-start="0" data-duration="1" data-playback-rate="0.01"') +
          host(7, 'h', 'steps-h.html', 'data-start="0.2" data-playback-rate="2"') +
          host(8, 'w1', 'windows.html', 'data-start="0.2" data-duration="1"') +
          host(
            9,
            'w2',
            'windows.html',
            'data-start="0.2" data-duration="1" data-playback-start="0.1" data-playback-rate="2"',
          ) +
          host(10, 'outer', 'scenes/outer.html', 'data-start="0.2" data-duration="0.6"') +
          host(11, 'k', 'animated.html', 'data-start="0.3" data-duration="0.9"') +
          host(12, 'w3', 'windows.html', 'data-start="0.2" data-duration="0.2"') +
          // The timelines that its children registered before are those of the render still.
          '<script>onload = () => { window.__timelines = { test: gsap.timeline({ paused: true }) }; };</script>',
        { duration: 1.2, head: GSAP },
      ),
      ...Object.fromEntries(ids.map((id) => [`steps-${id}.html`, steps(id)])),
      'windows.html': windows,
      'scenes/outer.html': inner,
      'parts/steps-deep.html': steps('deep'),
      'animated.html': animated,
    });
    shown = await renderProject(directory, { flags: TEN });
  });

  it('raises no warning', () => expect(shown.warnings).toEqual([]));

  it.each([
    ['runs with the host, and its final state holds until the host closes', 0, '2 red, 2 lime, 8 blue'],
    ['counts from the start of the host', 1, '3 black, 2 red, 2 lime, 5 blue'],
    ['begins at data-playback-start', 2, '2 lime, 8 blue, 2 black'],
    ['runs at data-playback-rate', 3, '1 red, 1 lime, 8 blue, 2 black'],
    ['begins at data-media-start as the second name', 4, '10 blue, 2 black'],
    ['has rate 1 when the rate is no number', 5, '2 red, 2 lime, 6 blue, 2 black'],
    ['has a rate of at least 0.1', 6, '10 red, 2 black'],
    ['gives a host without duration its length, unscaled by the rate', 7, '2 black, 1 red, 1 lime, 4 blue, 4 black'],
    ['moves windows with the host', 8, '5 black, 2 red, 5 black'],
    ['moves windows by playback-start and does not scale them', 9, '4 black, 2 red, 6 black'],
    [
      'is cut by the outer host; paths start at the project root at any depth',
      10,
      '3 black, 2 red, 2 lime, 1 blue, 4 black',
    ],
    ['drives CSS animations from the start of the host', 11, '3 black, 2 red, 7 lime'],
    ['never shows a window outside that of the host', 12, '12 black'],
  ])('%s', (_, index, expected) => {
    expect(shown.runs(index)).toBe(expected);
  });
});

describe('media in a child', () => {
  it('with a numeric start that overlaps the host is absolute, else relative', async () => {
    const clip = (start: number) =>
      `<video muted src="clip.mp4" data-start="${start}" data-duration="0.2" style="${FILL};width:100%;height:100%;object-fit:fill"></video>`;
    const directory = await project({
      'index.html': scene(
        host(0, 'a', 'a.html', 'data-start="0.4" data-duration="0.6"') +
          host(1, 'b', 'b.html', 'data-start="0.4" data-duration="0.6"'),
      ),
      'a.html': `<template>${clip(0)}</template>`,
      'b.html': `<template>${clip(0.5)}</template>`,
    });
    await makeClip(join(directory, 'clip.mp4'), times(10, 'red'));
    const shown = await renderProject(directory, { flags: TEN });
    expect(shown.runs(0)).toBe('4 black, 2 red, 4 black');
    expect(shown.runs(1)).toBe('5 black, 2 red, 3 black');
    expect(shown.warnings).toEqual([]);
  });
});

describe('mounts and isolation', () => {
  let shown: Scene;
  beforeAll(async () => {
    const card = `<html data-composition-variables='[{"id":"tint","type":"color","label":"Tint","default":"#ff0000"}]'><head></head><body><template id="card-template">
      <style>.box{position:absolute;inset:0;background:var(--tint)} :root{--edge:#0000ff} .edge{position:absolute;inset:0 50% 0 0;background:var(--edge)} div.leak{background:#ff00ff !important}</style>
      <div data-composition-id="card"><div id="box" class="box"></div><script>
        { const state = window.__cardCount = (window.__cardCount ?? 0) + 1;
          const box = document.getElementById('box');
          const all = document.querySelectorAll('.box').length;
          const tl = gsap.timeline({ paused: true });
          if (state !== 1 || all !== 1 || document.querySelector('#box') !== box) box.style.background = '#ffff00';
          if (window.__hyperframes.getVariables().tint === '#00ff00') tl.set('#box', { opacity: 0 }, 0.5);
          tl.to({}, { duration: 1 });
          window.__timelines.card = tl; }
      </script></div></template></body></html>`;
    const bad = `<template><div style="${FILL};background:red"></div><script>throw new Error('child is broken')</script></template>`;
    const good = `<template><div id="late" style="${FILL};background:red"></div><script>document.getElementById('late').style.background = '#00ff00'</script></template>`;
    const directory = await project({
      'index.html': scene(
        host(0, 'card', 'card.html', 'data-start="0"') +
          host(1, 'card', 'card.html', `data-start="0" data-variable-values='{"tint":"#00ff00"}'`) +
          host(2, 'card', 'card.html', `data-start="0.3" data-variable-values='{"tint":"#0000ff"}'`) +
          cell(3, '#00ffff', 'class="leak"') +
          cell(4, 'var(--edge, #00ffff)') +
          host(5, 'bad', 'bad.html', 'data-start="0"') +
          host(6, 'good', 'good.html', 'data-start="0"') +
          host(7, 'token', '{{scene}}.html', 'data-start="0"') +
          host(8, 'loop', 'loop.html', 'data-start="0"') +
          `<div data-composition-id="inline" data-start="0" style="${place(9)}"></div><template id="inline-template"><div style="${FILL};background:lime"></div></template>` +
          host(10, 'assets', 'parts/assets.html', 'data-start="0"') +
          `${cell(14, 'red', 'id="check"')}<script>addEventListener('hf-seek', () => {
            const ids = Object.keys(window.__timelines).filter((id) => id.startsWith('card')).sort().join();
            if (ids === 'card,card__hf1,card__hf2,card__hf3' || ids === 'card,card__hf1,card__hf2') document.getElementById('check').style.background = '#00ff00'; })</script>`,
        { head: GSAP },
      ),
      'card.html': card,
      'bad.html': bad,
      'good.html': good,
      'loop.html': `<template><div style="${FILL};background:lime"></div>${host(0, 'loop', 'loop.html', 'data-start="0"')}</template>`,
      'parts/assets.html': `<template><style>.s{position:absolute;top:0;height:16px;width:4px}</style>
        <img class="s" style="left:0" src="near.svg"><img class="s" style="left:4px" src="far.svg"><img class="s" style="left:8px" src="../../../far.svg">
        <i class="s" style="left:12px;background:url(near.svg)"></i></template>`,
      'parts/near.svg': svg('lime'),
      'near.svg': svg('red'),
      'far.svg': svg('blue'),
    });
    shown = await renderProject(directory, { flags: TEN });
  });

  it.each([
    ['a mount has its own defaults', 0, '10 red'],
    ['a second mount has its own values and timeline', 1, '5 lime, 5 black'],
    ['a third mount has its own values and window', 2, '3 black, 7 blue'],
    ['styles of a child do not reach the parent', 3, '10 cyan'],
    [':root of a child is its own box', 4, '10 cyan'],
    ['a child whose script fails still shows', 5, '10 red'],
    ['the failure of one child does not stop the next', 6, '10 lime'],
    ['a name with a template token is skipped', 7, '10 black'],
    ['a circular child shows once', 8, '10 lime'],
    ['an empty host is filled from an inline template', 9, '10 lime'],
    ['timelines are published under authored and runtime ids', 14, '10 lime'],
  ])('%s', (_, index, expected) => {
    expect(shown.runs(index)).toBe(expected);
  });

  it('finds assets beside the child first, then in the project root, never above it', () => {
    expect([2, 6, 10, 14].map((x) => shown.runsAt(x, 24))).toEqual(['10 lime', '10 blue', '10 blue', '10 lime']);
  });

  it('reports the failed child and the circle by name, nothing else', () => {
    expect(shown.warnings.toSorted()).toEqual(['composition_cycle', 'script_error']);
    expect(shown.warning('script_error')).toMatch(/child is broken.*bad\.html/);
    expect(shown.warning('composition_cycle')).toContain('loop.html');
  });
});

describe('what GSAP is told by text in a child', () => {
  const NAMES = ['own', 'asked', 'inner', 'effect', 'late'];
  const row = NAMES.map(
    (name, index) =>
      `<i class="${name}" style="position:absolute;top:0;left:${index * 16}px;width:16px;height:16px;background:red"></i>`,
  ).join('');
  const child = `<template><div data-composition-id="row">${row}<script>{
    const LIME = { backgroundColor: '#00ff00' }, tl = gsap.timeline({ paused: true });
    gsap.registerEffect({ name: 'paint', effect: (targets) => gsap.to(targets, { ...LIME, duration: 0.001 }), extendTimeline: true });
    tl.set('[data-composition-id="row"] .own', LIME, 0.1);
    if (gsap.getProperty('.asked', 'width') === 16) tl.set('.asked', LIME, 0.1);
    tl.set(gsap.utils.selector('[data-composition-id="row"]')('.inner'), LIME, 0.1);
    tl.paint('.effect', {}, 0.09).add(gsap.effects.paint('.late'), 0.09);
    window.__timelines.row = tl; }</script></div></template>`;

  it('is of that child alone, also where it is mounted twice', async () => {
    const wide = (index: number, attributes: string) =>
      host(index, 'row', 'row.html', attributes).replace('width:16px', 'width:160px');
    const shown = await renderProject(
      await project({
        'index.html': scene(
          `${wide(0, 'data-start="0" data-duration="1"')}${wide(10, 'data-start="0" data-duration="1" data-playback-rate="0.5"')}
          <div style="${place(20)};width:160px">${row}</div>`,
          { head: GSAP },
        ),
        'row.html': child,
      }),
      { flags: TEN },
    );
    const runs = (first: number) => NAMES.map((name, index) => `${name}: ${shown.runs(first + index)}`);
    const all = (expected: string) => NAMES.map((name) => `${name}: ${expected}`);
    expect(runs(0)).toEqual(all('1 red, 9 lime'));
    expect(runs(10)).toEqual(all('2 red, 8 lime'));
    expect(runs(20)).toEqual(all('10 red'));
    expect(shown.warnings).toEqual([]);
  });
});

describe('SplitText in a child', () => {
  const title = (style: string) =>
    `<b class="title" style="${style};background:red;font:16px/16px monospace;color:red">x</b>`;
  const split = (id: string, at: number, kind: string, make: string) =>
    `<template><div data-composition-id="${id}">${title(FILL)}<script ${kind}>
      ${make}
      const { chars } = split, tl = gsap.timeline({ paused: true });
      tl.set(chars, { backgroundColor: '#00ff00', color: '#00ff00' }, ${at}).to({}, { duration: 1 }, 0);
      window.__timelines['${id}'] = tl;</script></div></template>`;
  const OPTIONS = `{ type: 'chars' }`;
  const MADE: readonly (readonly [kind: string, make: string])[] = [
    ['', `gsap.registerPlugin(SplitText); const split = new SplitText('.title', ${OPTIONS});`],
    ['', `const split = SplitText.create('.title', ${OPTIONS});`],
    ['', `const split = new window.SplitText(['.title'], ${OPTIONS});`],
    [
      'type="module"',
      `import { SplitText } from 'https://cdn.jsdelivr.net/npm/gsap@3/SplitText.js'; const split = new SplitText('.title', ${OPTIONS});`,
    ],
  ];

  it('takes no text apart that is not of the child', async () => {
    const directory = await project({
      'index.html': scene(
        MADE.map((_, index) => host(index, `s${index}`, `s${index}.html`, 'data-start="0"')).join('') +
          title(place(9)).replace('title', 'title outer') +
          `<script>{ const { chars } = new SplitText('.outer', ${OPTIONS}); if (chars.length !== 1) throw new Error(chars.length); }</script>`,
        { head: `${GSAP}<script src="SplitText.min.js"></script>` },
      ),
      ...Object.fromEntries(
        MADE.map(([kind, make], index) => [`s${index}.html`, split(`s${index}`, (index + 1) / 10, kind, make)]),
      ),
    });
    await addPackageFile(directory, 'gsap/dist/SplitText.min.js', 'SplitText.min.js');
    const shown = await renderProject(directory, { flags: TEN });
    expect(shown.complete.warnings.map(({ message }: { message: string }) => message)).toEqual([]);
    expect(MADE.map((_, index) => shown.runs(index))).toEqual(
      MADE.map((_, index) => `${index + 1} red, ${9 - index} lime`),
    );
    expect(shown.runs(9)).toBe('10 red');
  });
});

describe('a module of a child that imports GSAP for itself', () => {
  const URL = 'https://cdn.jsdelivr.net/npm/gsap@3/index.js';
  const IMPORTS: readonly (readonly [string, string])[] = [
    [`import { gsap } from '${URL}'`, 'gsap'],
    [`import gsap, { Power1 as window } from '${URL}'`, 'gsap'],
    [`import { gsap as other } from '${URL}'`, 'other'],
    [`import * as all from '${URL}'`, 'all.gsap'],
  ];
  const moved = (id: string, [line, gsap]: readonly [string, string]) =>
    `<template><div data-composition-id="${id}"><b class="box" style="${FILL};background:red"></b><script type="module">
      ${line};
      const tl = ${gsap}.timeline({ paused: true }).set('.box', { backgroundColor: '#00ff00' }, 0.5).to({}, { duration: 1 }, 0);
      globalThis.__timelines['${id}'] = tl;</script></div></template>`;

  it('runs, and moves what is its own', async () => {
    const shown = await renderProject(
      await project({
        'index.html': scene(
          IMPORTS.map((_, index) => host(index, `m${index}`, `m${index}.html`, 'data-start="0"')).join('') +
            cell(9, 'red', 'class="box"'),
        ),
        ...Object.fromEntries(IMPORTS.map((one, index) => [`m${index}.html`, moved(`m${index}`, one)])),
      }),
      { flags: TEN },
    );
    expect(shown.warnings).toEqual([]);
    expect(IMPORTS.map((_, index) => shown.runs(index))).toEqual(IMPORTS.map(() => '5 red, 5 lime'));
    expect(shown.runs(9)).toBe('10 red');
  });
});

function svg(colour: string): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" width="16" height="16"><rect width="16" height="16" fill="${colour}"/></svg>`;
}

describe('ids that do not agree', () => {
  const mismatched = steps('elsewhere').replace('<template id="elsewhere-template">', '<template>');
  const files = {
    'index.html': scene(
      cell(0, 'red', 'id="root-box"') +
        host(1, 'part', 'part.html', 'data-start="0" data-duration="1"') +
        `<script>{ const tl = gsap.timeline({ paused: true }); tl.set('#root-box', { backgroundColor: '#00ff00' }, 0.5); window.__timelines.test = tl; }</script>`,
      { head: GSAP },
    ),
    'part.html': mismatched,
  };

  it('are joined when one timeline and one composition are left over', async () => {
    const shown = await renderProject(await project(files), { flags: TEN });
    expect(shown.runs(0)).toBe('5 red, 5 lime');
    expect(shown.runs(1)).toBe('2 red, 2 lime, 6 blue');
    expect(shown.warnings).toEqual(['timeline_id_mismatch']);
    expect(shown.warning('timeline_id_mismatch')).toMatch(/part.*elsewhere|elsewhere.*part/);
  });

  it('fail under --strict', async () => {
    expect(await failureOf(await project(files), ['--strict'])).toMatchObject({
      code: 'LINT_FAILED',
      message: expect.stringContaining('timeline_id_mismatch'),
    });
  });

  it('bind a single timeline with a wrong key to the root', async () => {
    const shown = await renderProject(
      await project({
        'index.html': scene(
          `${cell(0, 'red', 'id="b"')}<script>{ const tl = gsap.timeline({ paused: true }); tl.set('#b', { backgroundColor: '#00ff00' }, 0.5); window.__timelines.main = tl; }</script>`,
          { head: GSAP },
        ),
      }),
      { flags: TEN },
    );
    expect(shown.runs(0)).toBe('5 red, 5 lime');
    expect(shown.warnings).toEqual(['timeline_id_mismatch']);
  });
});

describe('a child that cannot be used', () => {
  it.each([
    ['missing', {}],
    ['empty', { 'part.html': '' }],
    ['unparsable', { 'part.html': '{"no": "html"}' }],
  ])('is %s: the render fails and names file and reason', async (_, part: Record<string, string>) => {
    const failure = await failureOf(
      await project({ 'index.html': scene(host(0, 'part', 'part.html', 'data-start="0"')), ...part }),
    );
    expect(failure).toMatchObject({ code: 'EMPTY_COMPOSITION', exitCode: 1 });
    expect(failure.message).toContain('part.html');
  });
});

describe('what SVG refers to by id', () => {
  it("is each mount's own, and found by the id that it was written with", async () => {
    const child = `<template id="g-template"><div data-composition-id="g"><style>#fill{--known:1}</style>
      <svg width="16" height="16" style="display:block"><linearGradient id="fill"><stop offset="0" stop-color="#ff0000"/></linearGradient>
      <clipPath id="left"><rect id="cut" width="16" height="16"/></clipPath>
      <rect width="16" height="16" fill="url(#fill)" clip-path="url('#left')"/></svg>
      <script>{ const { colour } = __hyperframes.getVariables(), tl = gsap.timeline({ paused: true }), svg = document.querySelector('svg');
        const found = [document.getElementById('fill'), svg.querySelector('#fill'), svg.getElementById('fill'), document.querySelector('svg > #fill')];
        if (found.some((one) => one === null || one !== found[0]) || !found[0].matches('#fill')) throw new Error('not found');
        if (getComputedStyle(found[0]).getPropertyValue('--known') !== '1') throw new Error('not styled');
        tl.set('#fill stop', { attr: { 'stop-color': colour } }, 0.2).to({}, { duration: 1 }, 0); window.__timelines.g = tl; }</script></div></template>`;
    const shown = await renderProject(
      await project({
        'index.html': scene(
          host(0, 'g', 'g.html', `data-start="0" data-duration="1" data-variable-values='{"colour":"#00ff00"}'`) +
            host(1, 'g', 'g.html', `data-start="0.3" data-duration="0.7" data-variable-values='{"colour":"#0000ff"}'`),
          { head: GSAP },
        ),
        'g.html': child,
      }),
      { flags: TEN },
    );
    expect(shown.warnings).toEqual([]);
    expect(shown.runs(0)).toBe('2 red, 8 lime');
    expect(shown.runs(1)).toBe('3 black, 2 red, 5 blue');
  });
});
