/** Visibility, nesting, variables and page set-up as a browser shows them (reference: composition-format 2, 3, 6, 8, 12). */
import type { CompositionInstance } from '@framefarm/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PageStage } from './stage.js';

let stage: PageStage;
beforeAll(async () => {
  stage = await PageStage.open();
});
afterAll(() => stage.close());

const GSAP = '<script src="/lib/gsap.js"></script>';
const instance = (
  runtimeId: string,
  authoredId: string,
  more: Partial<CompositionInstance> = {},
): CompositionInstance => ({
  runtimeId,
  authoredId,
  parentId: runtimeId === 'main' ? null : 'main',
  declarations: [],
  variables: {},
  overridden: [],
  file: `${authoredId}.html`,
  ...more,
});

describe('visibility', () => {
  it('shows each element in exactly its frames', async () => {
    const open = await stage.load({
      html: `<div data-composition-id="main">
        <div id="a" data-start="0" data-duration="0.5">a</div><div id="b" data-start="a" data-duration="0.2">b</div>
        <div id="c" data-start="b + 0.1">c</div><div id="d" data-start="0" data-duration="0">d</div>
        <div id="e" data-start="0" data-end="0.3">e</div></div>`,
      config: { durationSeconds: 1 },
    });
    await open.prepare(30);
    const seen: Record<string, number[]> = { a: [], b: [], c: [], d: [], e: [] };
    for (let frame = 0; frame < 30; frame++) {
      await open.seek(frame);
      for (const id of Object.keys(seen))
        if ((await open.css(`#${id}`, 'visibility')) === 'visible') seen[id]?.push(frame);
    }
    const range = (first: number, last: number) =>
      Array.from({ length: last - first + 1 }, (_, index) => first + index);
    expect(seen).toEqual({ a: range(0, 14), b: range(15, 20), c: range(24, 29), d: range(0, 29), e: range(0, 8) });
    await open.close();
  });

  it('is that of a form whose fields are called as what elements say of themselves', async () => {
    const fields = [
      'id',
      'style',
      'childNodes',
      'classList',
      'name',
      'title',
      'children',
      'attributes',
      'matches',
      'closest',
    ]
      .map((name) => `<input name="${name}">`)
      .join('');
    const open = await stage.load({
      html: `<div data-composition-id="main"><form id="form" data-start="0.5">Hi ${fields}</form></div>`,
      config: { durationSeconds: 1 },
    });
    expect(open.report.clips).toMatchObject([{ id: 'form' }]);
    await open.prepare(30);
    await open.seek(0);
    expect(await open.css('#form', 'visibility')).toBe('hidden');
    await open.seek(15);
    expect([await open.css('#form', 'visibility'), await open.css('#form', 'position')]).toEqual([
      'visible',
      'absolute',
    ]);
    await open.close();
  });

  it('paints nothing inside a hidden timed element, not even what is visible by itself', async () => {
    const open = await stage.load({
      html: `<style>#x { visibility: visible }</style><div data-composition-id="main">
        <div id="outer" data-start="0.5"><p id="x">x</p><div id="inner" data-start="0">in</div></div></div>`,
      config: { durationSeconds: 1 },
    });
    await open.prepare(30);
    await open.seek(0);
    expect([await open.css('#x', 'visibility'), await open.css('#inner', 'visibility')]).toEqual(['hidden', 'hidden']);
    await open.seek(15);
    expect([await open.css('#x', 'visibility'), await open.css('#inner', 'visibility')]).toEqual([
      'visible',
      'visible',
    ]);
    const published = await open.page.evaluate(() => [window.__clipManifest, window.__clipTree, window.__renderReady]);
    expect(published).toEqual([
      [expect.objectContaining({ id: 'outer', start: 0.5 }), expect.objectContaining({ id: 'inner' })],
      [expect.objectContaining({ id: 'outer', children: [expect.objectContaining({ id: 'inner', children: [] })] })],
      true,
    ]);
    await open.close();
  });

  it('never shows what is hidden for the whole render, whatever its own style insists on', async () => {
    const open = await stage.load({
      html: `<div data-composition-id="main"><p id="p" data-hidden style="display: block !important">x</p></div>`,
      config: { durationSeconds: 1 },
    });
    await open.prepare(30);
    await open.seek(0);
    expect(await open.css('#p', 'display')).toBe('none');
    await open.close();
  });

  it('paints no backdrop of a dialog that is open within it', async () => {
    const open = await stage.load({
      html: `<style>dialog::backdrop { visibility: visible; background: blue }</style><div data-composition-id="main">
        <div data-start="0.5"><dialog id="d">x</dialog></div></div><script>document.getElementById('d').showModal();</script>`,
      config: { durationSeconds: 1 },
    });
    await open.prepare(30);
    const backdrop = () =>
      open.page.evaluate(() => getComputedStyle(document.querySelector('dialog') as Element, '::backdrop').visibility);
    await open.seek(0);
    expect(await backdrop()).toBe('hidden');
    await open.seek(15);
    expect(await backdrop()).toBe('visible');
    await open.close();
  });

  it('overrides an author who hides a timed element, and takes no space for a hidden leaf in normal flow', async () => {
    const open = await stage.load({
      html: `<div data-composition-id="main"><section><p id="leaf" data-start="0.5" style="visibility: hidden; transition: all 1s">x</p></section></div>`,
      config: { durationSeconds: 1 },
    });
    await open.prepare(30);
    await open.seek(0);
    expect(await open.css('#leaf', 'display')).toBe('none');
    await open.seek(15);
    expect([await open.css('#leaf', 'display'), await open.css('#leaf', 'visibility')]).toEqual(['block', 'visible']);
    await open.close();
  });

  it('shows a leaf in normal flow also when its windows are prepared anew while it is hidden', async () => {
    const open = await stage.load({
      html: '<div data-composition-id="main"><section><p id="leaf" data-start="0.5" style="display: flex">x</p></section></div>',
      config: { durationSeconds: 1 },
    });
    for (let times = 0; times < 3; times += 1) {
      await open.prepare(30);
      await open.seek(0);
      expect(await open.css('#leaf', 'display')).toBe('none');
    }
    await open.seek(15);
    expect([await open.css('#leaf', 'visibility'), await open.css('#leaf', 'display')]).toEqual(['visible', 'flex']);
    await open.close();
  });

  it('keeps data-hidden out of sight and out of the mix', async () => {
    const open = await stage.load({
      html: `<div data-composition-id="main"><div id="h" data-hidden data-start="0">x<audio src="/a.mp3"></audio></div></div>`,
      config: {
        durationSeconds: 1,
        media: {
          '/a.mp3': { durationSeconds: 1, video: null, audio: { codec: 'mp3', sampleRate: 48000, channels: 2 } },
        },
      },
    });
    await open.prepare(30);
    await open.seek(0);
    expect(await open.css('#h', 'display')).toBe('none');
    expect(open.report.audio).toEqual([]);
    await open.close();
  });

  it('reports unresolved and cyclic references', async () => {
    const open = await stage.load({
      html: `<div data-composition-id="main"><p data-start="nope">x</p><p id="a" data-start="b">a</p><p id="b" data-start="a">b</p></div>`,
      config: { durationSeconds: 1 },
    });
    expect((await open.warnings()).map((warning) => warning.code)).toEqual([
      'unresolved_start_reference',
      'cyclic_start_reference',
    ]);
    await open.close();
  });
});

describe('page set-up', () => {
  it('sizes the root, clears margins and places timed children', async () => {
    const open = await stage.load({
      html: `<div id="root" data-composition-id="main"><div id="a" data-start="0"></div></div>`,
      head: '<style>body { margin: 8px; background: red }</style>',
      config: { durationSeconds: 1, transparent: true },
    });
    const css = (selector: string, name: string) => open.css(selector, name);
    expect([await css('#root', 'width'), await css('#root', 'height'), await css('#root', 'overflow')]).toEqual([
      '320px',
      '180px',
      'hidden',
    ]);
    expect([await css('body', 'margin'), await css('body', 'background-color')]).toEqual(['0px', 'rgba(0, 0, 0, 0)']);
    expect([await css('#a', 'position'), await css('#a', 'width'), await css('#a', 'height')]).toEqual([
      'absolute',
      '320px',
      '180px',
    ]);
    await open.close();
  });

  it('lays the page out a few times, however many timed children it places', async () => {
    const layouts = async (count: number) => {
      const child = (index: number) => `<div data-start="0">child ${index}</div>`;
      const body = Array.from({ length: count }, (_, index) => child(index)).join('');
      const open = await stage.load({
        html: `<div data-composition-id="main">${body}</div>`,
        config: { durationSeconds: 1 },
      });
      const { LayoutCount = 0 } = await open.page.metrics();
      await open.close();
      return LayoutCount;
    };
    expect(await layouts(200)).toBeLessThan((await layouts(2)) + 20);
  });

  it.each([
    ['<template><div data-composition-id="x"></div></template>', 'inside a template'],
    ['<p>x</p>', 'the body has one element, <p>, without'],
    ['<p>x</p><b>y</b>', 'the body has 2 elements, beginning with <p>, none'],
  ])('says what was found instead of a root: %s', async (html, hint) => {
    const open = await stage.load({ html });
    expect(open.settled.hasRoot).toBe(false);
    expect(open.settled.rootHint).toContain(hint);
    await open.close();
  });
});

describe('mounts of one file', () => {
  const mount = (
    id: string,
    start: number,
    rate = 1,
  ) => `<div data-composition-id="${id}" data-ff-instance="${id}" data-ff-authored="card"
      data-composition-src="card.html" data-start="${start}" data-duration="2" data-playback-rate="${rate}"><ff-box data-ff-box="${id}">
      <div data-ff-root="${id}" data-ff-root-id="card"><p class="x" id="x" data-var-text="title">none</p></div></ff-box></div>`;
  const script = (
    id: string,
  ) => `<script>(function(){const {document,window,gsap,__hyperframes}=__framefarmScope("${id}");try{
      window.count = (window.count ?? 0) + 1;
      document.querySelector('[data-composition-id="card"]').dataset.seen = window.count + __hyperframes.getVariables().title + document.getElementById('x').className;
      const tl = gsap.timeline({ paused: true }); tl.to('.x', { x: 100, duration: 1, ease: 'none' });
      window.__timelines["card"] = tl;
      if ("${id}" === 'card__hf1') throw new Error('first mount breaks');
    }catch(e){__framefarmScope.fail("${id}",e,"card.html")}})();</script>`;

  it('share neither elements, variables, globals nor timelines, and one failure stops no other', async () => {
    const open = await stage.load({
      html: `${GSAP}<div data-composition-id="main" data-ff-instance="main" data-no-timeline>${mount('card__hf1', 0)}${mount('card__hf2', 1, 2)}</div>
        ${script('card__hf1')}${script('card__hf2')}`,
      config: {
        durationSeconds: 3,
        instances: [
          instance('main', 'main'),
          instance('card__hf1', 'card', { variables: { title: 'one' }, overridden: ['title'] }),
          instance('card__hf2', 'card', { variables: { title: 'two' }, overridden: ['title'] }),
        ],
      },
    });
    const read = (expression: string) => open.page.evaluate(expression);
    expect(await read(`[...document.querySelectorAll('[data-ff-root]')].map((e) => e.dataset.seen)`)).toEqual([
      '1onex',
      '1twox',
    ]);
    expect(await read(`[...document.querySelectorAll('.x')].map((e) => e.textContent)`)).toEqual(['one', 'two']);
    expect(await read(`Object.keys(__timelines).sort()`)).toEqual(['card', 'card__hf1', 'card__hf2']);
    const warnings = await open.warnings();
    expect(warnings).toHaveLength(1);
    expect(warnings[0]).toMatchObject({ code: 'script_error', details: { file: 'card.html' } });
    await open.prepare(90);
    await open.seek(39);
    const places = (await read(
      `[...document.querySelectorAll('.x')].map((e) => gsap.getProperty(e, 'x'))`,
    )) as number[];
    expect(places[0]).toBe(100);
    expect(places[1]).toBeCloseTo(60, 3);
    await open.close();
  });
});

describe('variables', () => {
  it('bind text, sources and custom properties; an authored property beats a default only', async () => {
    const open = await stage.load({
      head: '<style>#root { --kept: blue; --won: blue }</style>',
      html: `<div id="root" data-composition-id="main" data-ff-instance="main"><h1 data-var-text="title">old<b>child</b></h1>
        <img id="bad" data-var-src="script"><img id="good" data-var-src="photo"><p data-var-title="title">untouched</p></div>`,
      config: {
        durationSeconds: 1,
        instances: [
          instance('main', 'main', {
            variables: {
              title: 'New',
              script: 'javascript:alert(1)',
              photo: { url: '/p.svg' },
              kept: 'red',
              won: 'red',
              mainColor: 'r;ed',
            },
            overridden: ['won'],
          }),
        ],
      },
      files: { '/p.svg': '<svg xmlns="http://www.w3.org/2000/svg" width="4" height="4"/>' },
    });
    const read = (expression: string) => open.page.evaluate(expression);
    expect(await read(`document.querySelector('h1').innerHTML`)).toBe('New<b>child</b>');
    expect(await read(`[bad.getAttribute('src'), good.getAttribute('src')]`)).toEqual([null, '/p.svg']);
    const property = async (name: string) => (await open.css('#root', name)).trim();
    expect([await property('--kept'), await property('--won')]).toEqual(['blue', 'red']);
    expect([await property('--mainColor'), await property('--main-color')]).toEqual(['red', 'red']);
    expect(await read(`__hyperframes.getVariables().title`)).toBe('New');
    await open.close();
  });
});

describe('settling', () => {
  it('waits for a slow request and its data, and names a missing image', async () => {
    const open = await stage.load({
      html: `<div data-composition-id="main"><img src="/missing.png"></div><script>
        fetch('/data.json').then((answer) => answer.json()).then((data) => { window.data = data; });</script>`,
      config: { durationSeconds: 1 },
      files: { '/data.json': '{"ok":true}' },
      delays: { '/data.json': 300 },
    });
    expect(await open.page.evaluate(() => window.data)).toEqual({ ok: true });
    const warnings = await open.warnings();
    expect(warnings.map((warning) => warning.code)).toEqual(['media_load_failed']);
    expect(warnings[0]?.message).toContain('missing.png');
    await open.close();
  });

  it('gives up after the budget and says what was open', async () => {
    const { page } = await stage.loadUnsettled({
      html: '<div data-composition-id="main"></div><script>window.__hfTimelinesBuilding = true;</script>',
      config: { durationSeconds: 1 },
    });
    const settled = await page.evaluate(() => window.__framefarm.settle(200));
    expect(settled).toMatchObject({ settled: false, waitingFor: ['__hfTimelinesBuilding'] });
    const warnings = await page.evaluate(() => window.__framefarm.takeWarnings());
    expect(warnings.map((warning: { code: string }) => warning.code)).toEqual(['sub_timeline_readiness_timeout']);
    await page.close();
  });

  it('reports exceptions and rejections with file and line', async () => {
    const open = await stage.load({
      html: `<div data-composition-id="main"></div><script src="/bad.js"></script><script>Promise.reject(new TypeError('late'));</script>`,
      config: { durationSeconds: 1 },
      files: { '/bad.js': '\n\nnull.x = 1;' },
    });
    const warnings = await open.warnings();
    expect(warnings.map((warning) => warning.code)).toEqual(['script_error', 'script_error']);
    expect(warnings[0]?.details).toMatchObject({ line: 3 });
    expect(String(warnings[0]?.details?.file)).toMatch(/bad\.js$/);
    expect(warnings[1]?.message).toContain('TypeError: late');
    await open.close();
  });
});
