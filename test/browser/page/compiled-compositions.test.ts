/** Nested compositions from source to picture: compiled, then run (reference: composition-format 6, 8). */
import { compileComposition } from '@framefarm/composition';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type OpenPage, PageStage } from './stage.js';

let stage: PageStage;
beforeAll(async () => {
  stage = await PageStage.open();
});
afterAll(() => stage.close());

async function open(files: Record<string, string>, variables: Record<string, unknown> = {}): Promise<OpenPage> {
  const compiled = await compileComposition({
    project: {
      read: async (path) => files[path] ?? null,
      exists: async (path) => path in files,
    },
    entryFile: 'index.html',
    variables,
  });
  const { rootId, width, height, durationSeconds, instances } = compiled;
  return stage.load({ html: compiled.html, config: { rootId, width, height, durationSeconds, instances } });
}

const CARD = `<template id="card-template"><div data-composition-id="card" data-width="100" data-height="50"
  data-composition-variables='[{"id":"title","type":"string","label":"Title","default":"none"}]'>
  <style>.bar { width: 10px; height: 10px; animation: fade 1s linear both } @keyframes fade { from { opacity: 0 } }</style>
  <p id="title" data-var-text="title">x</p><div class="bar"></div>
  <script>
    const tl = gsap.timeline({ paused: true });
    tl.to('.bar', { x: 100, duration: 1, ease: 'none' });
    document.getElementById('title').dataset.heard = window.__hyperframes.getVariables().title;
    window.__timelines['card'] = tl;
  </script></div></template>`;

const entry = (
  hosts: string,
  more = '',
) => `<!doctype html><html><head><script src="/lib/gsap.js"></script></head><body>
  <div data-composition-id="main" data-width="320" data-height="180">${hosts}</div>${more}<script>
  window.__timelines.main = gsap.timeline({ paused: true }).to({}, { duration: 3.5 });</script></body></html>`;

describe('two mounts of one file', () => {
  it('run on their own clocks with their own variables', async () => {
    const page = await open({
      'card.html': CARD,
      'index.html':
        entry(`<div id="h1" data-composition-id="card" data-composition-src="card.html" data-start="1" data-duration="2" data-variable-values='{"title":"One"}'></div>
        <div id="h2" data-composition-id="card" data-composition-src="card.html" data-start="2" data-playback-rate="2" data-playback-start="0.25" data-variable-values='{"title":"Two"}'></div>`),
    });
    expect(await page.warnings()).toEqual([]);
    expect(page.report.durationSeconds).toBe(3.5);
    expect(page.report.clips).toEqual([
      expect.objectContaining({ id: 'h1', start: 1, end: 3 }),
      expect.objectContaining({ id: 'h2', start: 2, end: 3 }),
    ]);
    await page.prepare(105);
    const read = (expression: string) => page.page.evaluate(expression);
    expect(
      await read(`[...document.querySelectorAll('[id=title]')].map((e) => [e.textContent, e.dataset.heard])`),
    ).toEqual([
      ['One', 'One'],
      ['Two', 'Two'],
    ]);
    const bars = (): Promise<number[][]> =>
      read(
        `[...document.querySelectorAll('.bar')].map((e) => [gsap.getProperty(e, 'x'), Number(getComputedStyle(e).opacity)])`,
      ) as Promise<number[][]>;
    await page.seek(45);
    expect((await bars())[0]?.[0]).toBeCloseTo(50, 3);
    expect((await bars())[0]?.[1]).toBeCloseTo(0.5, 5);
    await page.seek(66);
    const [first, second] = await bars();
    expect(first).toEqual([100, 1]);
    expect(second?.[0]).toBeCloseTo(65, 3);
    expect(second?.[1]).toBeCloseTo(0.65, 5);
    await page.close();
  });

  it('end without a duration when their child does, at any rate', async () => {
    const page = await open({
      'card.html': CARD,
      'index.html': entry(
        '<div id="h" data-composition-id="card" data-composition-src="card.html" data-start="1" data-playback-rate="3"></div>',
      ),
    });
    expect(page.report.clips).toEqual([expect.objectContaining({ id: 'h', start: 1, end: 2 })]);
    await page.close();
  });
});

describe('the document that a child sees', () => {
  it('is its own box, however that is asked for', async () => {
    const page = await open({
      'own.html': `<template id="own-template"><div data-composition-id="own"><p class="x">x</p><script>
        const boxes = ['html', 'body', ':root'].map((name) => document.querySelector(name));
        document.querySelector(':root').style.setProperty('--told', '7');
        const seen = [
          boxes.every((box) => box === document.body && box.contains(document.querySelector('.x'))),
          gsap.utils.toArray('body')[0] === document.body && document.getElementsByTagName('body').item(0) === document.body,
          document.querySelectorAll('body > [data-composition-id="own"]').length,
          getComputedStyle(document.querySelectorAll('.x').item(0)).getPropertyValue('--told'),
          document.getElementsByClassName('x').item(1),
        ];
        document.querySelector('.x').dataset.seen = JSON.stringify(seen);
        window.__timelines.own = gsap.timeline({ paused: true });</script></div></template>`,
      'index.html': entry(
        '<div data-composition-id="own" data-composition-src="own.html" data-start="0"></div><div data-composition-id="own" data-composition-src="own.html" data-start="1"></div>',
      ),
    });
    expect(await page.warnings()).toEqual([]);
    expect(
      await page.page.evaluate(() => [...document.querySelectorAll<HTMLElement>('.x')].map((x) => x.dataset.seen)),
    ).toEqual(['[true,true,1,"7",null]', '[true,true,1,"7",null]']);
    await page.close();
  });
});

describe('a failing child', () => {
  it('stops no other and is named with its file and line', async () => {
    const page = await open({
      'bad.html': `<template id="bad-template"><div data-composition-id="bad"><script>
        nothing.here();</script></div></template>`,
      'card.html': CARD,
      'index.html': entry(`<div data-composition-id="bad" data-composition-src="bad.html" data-start="0"></div>
        <div data-composition-id="card" data-composition-src="card.html" data-start="0"></div>`),
    });
    const warnings = await page.warnings();
    expect(warnings).toHaveLength(1);
    expect(warnings[0]).toMatchObject({ code: 'script_error', details: { file: 'bad.html', line: 2 } });
    expect(await page.page.evaluate(() => Object.keys(window.__timelines).sort())).toEqual(['card', 'main']);
    await page.close();
  });
});
