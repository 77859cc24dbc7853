/** Animation sources under the frame clock (reference: composition-format 7.1, 7.2). */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type OpenPage, PageStage, type Project } from './stage.js';

let stage: PageStage;
beforeAll(async () => {
  stage = await PageStage.open();
});
afterAll(() => stage.close());

const GSAP = '<script src="/lib/gsap.js"></script>';

/** What has fired by the time that a frame is shown. */
const firedOf = (open: OpenPage) => async (frame: number) => {
  await open.seek(frame);
  return open.page.evaluate(() => window.fired.splice(0));
};

describe('GSAP', () => {
  it('is exact on every frame, forwards and backwards, and waits for the way of a jump alone', async () => {
    const open = await stage.load({
      html: `${GSAP}<div data-composition-id="main"><div id="a"></div></div><script>
        const tl = gsap.timeline({ paused: true });
        tl.to('#a', { x: 100, duration: 2, ease: 'none' });
        window.__timelines.main = tl;</script>`,
    });
    expect(open.report.durationSeconds).toBe(2);
    await open.prepare(60);
    for (const frame of [0, 1, 15, 30, 45, 7]) {
      expect(await open.seek(frame)).toBe(true);
      const x = await open.page.evaluate(() => Number(window.gsap.getProperty('#a', 'x')));
      expect(x).toBeCloseTo((100 * frame) / 60, 3);
    }
    expect(await open.warnings()).toEqual([]);
    await open.close();
  });

  it('begins what comes from a place where a browser does, in whichever frame the page began', async () => {
    const html = `${GSAP}<div data-composition-id="main"><div id="a"></div><div id="b"></div></div><script>
      window.tl = gsap.timeline({ paused: true });
      tl.from('#a', { x: -50, duration: 1, ease: 'none' }, 0.2).from('#a', { x: 30, duration: 1, ease: 'none' }, 1.5);
      tl.to('#b', { x: 100, duration: 0.5, ease: 'none' }, 0).from('#b', { x: -50, duration: 1, ease: 'none' }, 1);
      tl.set('#b', { y: 5 }, 0);
      window.__timelines.main = tl;</script>`;
    const frames = [0, 3, 9, 18, 36, 48, 66, 75];
    const places = (page: OpenPage['page']) =>
      page.evaluate(() => ['#a', '#b'].flatMap((id) => ['x', 'y'].map((name) => window.gsap.getProperty(id, name))));
    /** As one that plays: it never goes back to where it began. */
    const played = await stage.load({ html });
    const expected = await played.page.evaluate((all) => {
      const { gsap, tl } = window;
      return all.map((frame: number) => {
        tl.totalTime(frame === 0 ? 1e-7 : frame / 30, false);
        return ['#a', '#b'].flatMap((id) =>
          ['x', 'y'].map((name) => Number(Number(gsap.getProperty(id, name)).toFixed(3))),
        );
      });
    }, frames);
    await played.close();
    const rounded = (values: readonly (number | string)[]) => values.map((value) => Number(Number(value).toFixed(3)));
    for (const first of [0, 36]) {
      const open = await stage.load({ html });
      await open.prepare(90);
      const shown = frames.filter((frame) => frame >= first);
      const found: (readonly number[])[] = [];
      for (const frame of shown) {
        await open.seek(frame);
        found.push(rounded(await places(open.page)));
      }
      expect(found, `from frame ${first}`).toEqual(expected.slice(frames.indexOf(first)));
      await open.close();
    }
  });

  it('reads where tweens come from in the frame in which each begins, whichever frame the page began with', async () => {
    const html = `${GSAP}<div data-composition-id="main"><p id="a">x</p><p class="b">x</p><p class="b">x</p>
      <div id="c" data-composition-id="inner" data-start="0.5"><p id="d">x</p></div></div><script>
      const tl = gsap.timeline({ paused: true });
      tl.to('#a', { x: 100, duration: 2, ease: 'none' }, 0).to('#a', { x: 0, duration: 1, ease: 'none' }, 1);
      tl.to('.b', { x: 90, duration: 2, ease: 'none' }, 0).to('.b', { x: 0, duration: 1, ease: 'none', stagger: 0.3 }, 0.6);
      window.__timelines.main = tl;
      window.__timelines.inner = gsap.timeline({ paused: true })
        .add(gsap.timeline().to('#d', { x: 80, duration: 2, ease: 'none' }, 0).to('#d', { x: 0, duration: 1, ease: 'none' }, 0.5), 0.25);</script>`;
    const at45 = async (frames: readonly number[]) => {
      const open = await stage.load({ html });
      await open.prepare(90);
      for (const frame of frames) await open.seek(frame);
      const places = await open.page.evaluate(() =>
        [...document.querySelectorAll('p')].map((element) => Number(window.gsap.getProperty(element, 'x')).toFixed(2)),
      );
      await open.close();
      return places;
    };
    const all = await at45(Array.from({ length: 46 }, (_, frame) => frame));
    expect(all[0]).toBe('25.00');
    expect(await at45([45])).toEqual(all);
    expect(await at45([0, 20, 45])).toEqual(all);
  });

  it('runs a callback at 1 s in exactly the frame at 1 s', async () => {
    const open = await stage.load({
      html: `${GSAP}<div data-composition-id="main"><div id="a">before</div></div><script>
        const tl = gsap.timeline({ paused: true });
        tl.call(() => { document.getElementById('a').textContent = 'after'; }, null, 1);
        tl.to('#a', { x: 1, duration: 1 }, 1);
        window.__timelines.main = tl;</script>`,
    });
    await open.prepare(60);
    const text = () => open.page.$eval('#a', (element) => element.textContent);
    await open.seek(29);
    expect(await text()).toBe('before');
    await open.seek(30);
    expect(await text()).toBe('after');
    await open.close();
  });

  it('plays a tween after 1700 s and holds the last state beyond the end', async () => {
    const open = await stage.load({
      html: `${GSAP}<div data-composition-id="main"><div id="a"></div></div><script>
        const tl = gsap.timeline({ paused: true });
        tl.to('#a', { x: 100, duration: 10, ease: 'none' }, 1800);
        window.__timelines.main = [tl];</script>`,
    });
    expect(open.report.durationSeconds).toBe(1810);
    await open.prepare(60000);
    await open.seek(1805 * 30);
    expect(await open.page.evaluate(() => window.gsap.getProperty('#a', 'x'))).toBeCloseTo(50, 3);
    await open.seek(1900 * 30);
    expect(await open.page.evaluate(() => window.gsap.getProperty('#a', 'x'))).toBe(100);
    await open.close();
  });

  it('drives tweens outside of any timeline from the frame time in both directions', async () => {
    const open = await stage.load({
      html: `${GSAP}<div data-composition-id="main" data-no-timeline><div id="a"></div></div><script>
        gsap.to('#a', { x: 100, duration: 1, ease: 'none' });</script>`,
      config: { durationSeconds: 1 },
    });
    expect(open.report.inOrder).toBeNull();
    await open.prepare(30);
    for (const frame of [15, 24, 3]) {
      await open.seek(frame);
      const x = await open.page.evaluate(() => Number(window.gsap.getProperty('#a', 'x')));
      expect(x).toBeCloseTo((100 * frame) / 30, 3);
    }
    await open.close();
  });

  it('calls listeners of its ticker when all timelines stand where the frame has them', async () => {
    const open = await stage.load({
      head: GSAP,
      html: `<div data-composition-id="main"><div id="a"></div><div id="b"></div></div><script>
        window.told = [];
        const tl = gsap.timeline({ paused: true });
        tl.to('#a', { x: 300, duration: 1, ease: 'none' });
        gsap.to('#b', { x: 300, duration: 1, ease: 'none' });
        const x = (id) => Math.round(gsap.getProperty(id, 'x'));
        gsap.ticker.add((time) => window.told.push(Math.round(time * 30) + ': ' + x('#a') + ' ' + x('#b')));
        gsap.ticker.add(() => window.first = x('#b'), false, true);
        window.__timelines = { main: tl };</script>`,
    });
    await open.prepare(30);
    await open.page.evaluate(() => window.told.splice(0));
    for (const frame of [0, 7, 8, 3]) await open.seek(frame);
    expect(await open.page.evaluate(() => window.told)).toEqual(['0: 0 0', '7: 70 70', '8: 80 80', '3: 30 30']);
    expect(await open.page.evaluate(() => window.first)).toBe(80);
    await open.close();
  });

  it('joins a lone timeline under a wrong key with the root and says so', async () => {
    const open = await stage.load({
      html: `${GSAP}<div data-composition-id="main"><div id="a"></div></div><script>
        window.__timelines.other = gsap.timeline({ paused: true }).to('#a', { x: 100, duration: 1, ease: 'none' });</script>`,
    });
    expect(open.report.durationSeconds).toBe(1);
    expect((await open.warnings()).map((warning) => warning.code)).toEqual(['timeline_id_mismatch']);
    await open.close();
  });

  it('does not drive a timeline registered after settling, and says so', async () => {
    const open = await stage.load({
      html: `${GSAP}<div data-composition-id="main" data-duration="2"><div id="a"></div></div>`,
      config: { durationSeconds: 2 },
    });
    await open.prepare(60);
    await open.page.evaluate(() => {
      const { gsap, __timelines } = window;
      __timelines.main = gsap.timeline({ paused: true }).to('#a', { x: 100, duration: 1 });
    });
    await open.seek(30);
    expect(await open.page.evaluate(() => Number(window.gsap.getProperty('#a', 'x')))).toBe(0);
    expect((await open.warnings()).map((warning) => warning.code)).toEqual(['timeline_registered_late']);
    await open.close();
  });
});

describe('CSS and Web Animations', () => {
  it('holds a CSS animation from its beginning, also while a script that comes late keeps the page from being there', async () => {
    const open = await stage.load({
      html: `<style>@keyframes k { from { left: 10px } to { left: 20px } } #a { position: absolute; left: 0; animation: k 0.4s linear }</style>
        <div data-composition-id="main"><div id="a">x</div></div><script src="/late.js"></script>`,
      files: { '/late.js': '' },
      delays: { '/late.js': 900 },
      config: { durationSeconds: 1 },
    });
    await open.prepare(30);
    const lefts: string[] = [];
    for (const frame of [0, 6, 12]) {
      await open.seek(frame);
      lefts.push(await open.css('#a', 'left'));
    }
    expect(lefts).toEqual(['10px', '15px', '0px']);
    await open.close();
  });

  it('shows a linear opacity animation exactly on every frame, also on pseudo-elements', async () => {
    const open = await stage.load({
      html: `<style>@keyframes fade { from { opacity: 0 } to { opacity: 1 } }
        #a, #a::before { animation: fade 1s linear both } #a::before { content: "x" }</style>
        <div data-composition-id="main"><div id="a"></div></div>`,
    });
    expect(open.report.durationSeconds).toBe(1);
    expect(open.settled.settled).toBe(true);
    await open.prepare(30);
    for (const frame of [0, 1, 10, 29, 12]) {
      await open.seek(frame);
      expect(Number(await open.css('#a', 'opacity'))).toBeCloseTo(frame / 30, 5);
      expect(Number(await open.css('#a', 'opacity', '::before'))).toBeCloseTo(frame / 30, 5);
    }
    expect(await open.warnings()).toEqual([]);
    await open.close();
  });

  it('counts a CSS animation from the start of the nearest timed element', async () => {
    const open = await stage.load({
      html: `<style>@keyframes fade { from { opacity: 0 } to { opacity: 1 } } #a { animation: fade 1s linear both }</style>
        <div data-composition-id="main"><section data-start="1" data-duration="2"><div id="a">x</div></section></div>`,
      config: { durationSeconds: 3 },
    });
    await open.prepare(90);
    await open.seek(45);
    expect(Number(await open.css('#a', 'opacity'))).toBeCloseTo(0.5, 5);
    await open.close();
  });

  it('counts a Web Animation from 0 when made at load, else from the frame that made it', async () => {
    const open = await stage.load({
      html: `<div data-composition-id="main"><div id="a"></div><div id="b"></div></div><script>
        const frames = [{ opacity: 0 }, { opacity: 1 }];
        a.animate(frames, { duration: 2000, fill: 'both' });
        addEventListener('hf-seek', (event) => {
          if (event.detail.time === 1 && !window.made) { window.made = b.animate(frames, { duration: 2000, fill: 'both' }); }
        });</script>`,
      config: { durationSeconds: 3 },
    });
    await open.prepare(90);
    await open.seek(30);
    expect(Number(await open.css('#a', 'opacity'))).toBeCloseTo(0.5, 5);
    expect(Number(await open.css('#b', 'opacity'))).toBeCloseTo(0, 5);
    await open.seek(60);
    expect(Number(await open.css('#b', 'opacity'))).toBeCloseTo(0.5, 5);
    await open.close();
  });

  it('finds a CSS animation that a class change starts during the render', async () => {
    const open = await stage.load({
      html: `<style>@keyframes fade { from { opacity: 0 } to { opacity: 1 } } .on { animation: fade 1s linear both }</style>
        <div data-composition-id="main" data-start="0"><div id="a">x</div></div><script>
        addEventListener('hf-seek', (event) => a.classList.toggle('on', event.detail.time >= 0.5));</script>`,
      config: { durationSeconds: 3 },
    });
    await open.prepare(90);
    await open.seek(0);
    await open.seek(20);
    expect(Number(await open.css('#a', 'opacity'))).toBeCloseTo(20 / 30, 5);
    await open.close();
  });
});

describe('a document in an iframe', () => {
  it('moves with the frames of the page, from where its iframe begins', async () => {
    const inner = `<style>@keyframes go { to { transform: translateX(200px) } } b { display: block; animation: go 2s linear both }</style><b>css</b>
      <i style='display:block'>web</i><svg><rect><animate attributeName='x' from='0' to='200' dur='2s' fill='freeze'/></rect></svg>
      <script>document.querySelector('i').animate([{ opacity: 0 }, { opacity: 1 }], { duration: 2000, fill: 'both' })</script>`;
    const open = await stage.load({
      html: `<div data-composition-id="main"><iframe srcdoc="${inner}"></iframe><iframe data-start="1" srcdoc="${inner}"></iframe></div>`,
      config: { durationSeconds: 3 },
    });
    await open.prepare(90);
    for (const frame of [0, 15, 45, 30]) {
      await open.seek(frame);
      const shown = await open.page.evaluate(() =>
        [...document.querySelectorAll('iframe')].map((iframe) => {
          const inside = iframe.contentDocument as Document;
          const style = (name: string) => getComputedStyle(inside.querySelector(name) as Element);
          return [
            new DOMMatrix(style('b').transform).e,
            Number(style('i').opacity) * 200,
            (inside.querySelector('rect') as SVGRectElement).x.animVal.value,
          ];
        }),
      );
      const at = (seconds: number) => Math.min(200, Math.max(0, seconds * 100));
      const [first, second] = [at(frame / 30), at(frame / 30 - 1)];
      for (const value of shown[0] ?? []) expect(value).toBeCloseTo(first, 2);
      expect(shown[1]?.[0]).toBeCloseTo(second, 2);
      expect(shown[1]?.[2]).toBeCloseTo(second, 2);
    }
    expect(await open.warnings()).toEqual([]);
    await open.close();
  });
});

it('a document of SVG moves with the frames of the page too, by which element ever it is shown, and so does a picture that it names', async () => {
  const drawing = `<svg xmlns="http://www.w3.org/2000/svg"><style>@keyframes go { to { opacity: 0 } } circle { animation: go 2s linear }</style>
    <circle r="9"/><rect width="9" height="9"><animate attributeName="x" from="0" to="200" dur="2s"/></rect><image href="/dot.svg"/>
    <script>document.querySelector('image').animate([{ maskImage: 'url(/dot.svg)' }, { maskImage: 'url(/dot.svg#b)' }], 2000)</script></svg>`;
  const open = await stage.load({
    html: `<div data-composition-id="main"><object data="/a.svg"></object><embed src="/a.svg"><iframe src="/a.svg"></iframe></div>`,
    config: { durationSeconds: 2 },
    files: { '/a.svg': drawing, '/dot.svg': '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>' },
  });
  expect(open.report).toMatchObject({ inOrder: null });
  await open.prepare(60);
  for (const frame of [0, 15, 45]) {
    await open.seek(frame);
    const shown = await open.page.evaluate(() =>
      [...document.querySelectorAll<HTMLObjectElement>('object, embed, iframe')].map((holder) => {
        const inside = holder.getSVGDocument() as Document;
        return [
          (inside.querySelector('rect') as SVGRectElement).x.animVal.value,
          Number(getComputedStyle(inside.querySelector('circle') as Element).opacity),
        ];
      }),
    );
    expect(shown).toHaveLength(3);
    for (const [across, opacity] of shown) {
      expect(across).toBeCloseTo((frame / 30) * 100, 2);
      expect(opacity).toBeCloseTo(1 - frame / 60, 4);
    }
  }
  expect(await open.warnings()).toEqual([]);
  await open.close();
});

it.each([
  ['the composition', (html: string) => html],
  ['an iframe in it', (html: string) => `<iframe srcdoc="${html}" style="width: 300px; height: 150px"></iframe>`],
])('holds a transition that an observer begins in a frame of the browser, in %s', async (_, around) => {
  const html =
    around(`<style>#box { height: 40px; overflow: hidden } p { margin: 0; height: 100px; opacity: 0; transition: opacity 1s linear } .seen { opacity: 1 }</style>
    <div id='box'><div style='height: 100px'></div><p></p></div>
    <script>const [p] = document.querySelectorAll('p');
      new IntersectionObserver(([{ isIntersecting }]) => p.classList.toggle('seen', isIntersecting), { root: box }).observe(p);
      top.addEventListener('hf-seek', ({ detail }) => { box.scrollTop = detail.time < 0.09 ? 0 : 100; });</script>`);
  const open = await stage.load({
    html: `<div data-composition-id="main">${html}</div>`,
    config: { durationSeconds: 2 },
  });
  await open.prepare(60);
  const opacity = (): Promise<number> =>
    open.page.evaluate(() => {
      const inside = document.querySelector('iframe')?.contentDocument ?? document;
      return Number(getComputedStyle(inside.querySelector('p') as Element).opacity);
    });
  await open.seek(0);
  await open.page.screenshot();
  await open.seek(3);
  await expect
    .poll(async () => {
      await open.page.screenshot();
      return open.page.evaluate(
        () => (document.querySelector('iframe')?.contentDocument ?? document).querySelector('.seen') !== null,
      );
    })
    .toBe(true);
  await open.page.screenshot();
  expect(await opacity()).toBe(0);
  await open.seek(18);
  expect(await opacity()).toBeCloseTo(0.5);
  await open.close();
});

describe('what a page may keep from frame to frame', () => {
  const timeline = (calls: string) =>
    `${GSAP}<p></p><script>const tl = gsap.timeline({ paused: true }); tl.to('p', { x: 9, duration: 1 }, 0); ${calls}; window.__timelines = { main: tl };</script>`;
  const inner = (html: string) => `<iframe srcdoc="${html}"></iframe>`;
  it.each([
    ['a listener of frames', "<script>addEventListener('hf-seek', () => {})</script>", 'seek-listeners'],
    ['a function that draws frames', '<script>window.__hfRender = [() => {}]</script>', 'render-functions'],
    ['what a timeline calls', timeline('tl.call(() => {}, [], 0.5)'), 'callbacks'],
    ['a callback of a tween in it', timeline("tl.to('p', { y: 9, onUpdate() {} }, 0)"), 'callbacks'],
    [
      'one of a nested timeline',
      timeline('tl.add(gsap.timeline({ onComplete() {} }).to({}, { duration: 1 }))'),
      'callbacks',
    ],
    ['what is called later', timeline('gsap.delayedCall(1, () => {})'), 'callbacks'],
    ['a listener of its ticker', timeline('gsap.ticker.add(() => {})'), 'callbacks'],
    [
      'a timeline of its own',
      '<script>window.__timelines = { main: { duration: () => 1, seek() {} } }</script>',
      'callbacks',
    ],
    [
      'one that has methods of other meanings',
      '<script>window.__timelines = { main: { duration: () => 1, seek() {}, getChildren: () => 2 } }</script>',
      'callbacks',
    ],
    [
      'a listener of a medium',
      "<video></video><script>document.querySelector('video').ontimeupdate = () => {}</script>",
      'events',
    ],
    [
      'an observer',
      '<p></p><script>new MutationObserver(() => {}).observe(document.body, { subtree: true, childList: true })</script>',
      'observers',
    ],
    ['a transition', '<style>p { transition: left 1s }</style><p></p>', 'transitions'],
    ['a transition that is none', '<style>p { transition: none } b { transition: 0s }</style><p></p>', null],
    ['tweens alone', timeline("tl.to('p', { y: 9, stagger: 0.1, keyframes: [{ y: 3 }, { y: 9 }] }, 0)"), null],
    ['an animation', '<style>@keyframes go { to { opacity: 0 } } p { animation: go 1s }</style><p></p>', null],
    ['a listener in an iframe', inner('<script>onmessage = () => {}</script>'), 'events'],
    ['an observer in an iframe', inner('<script>new ResizeObserver(() => {})</script>'), 'observers'],
    ['a transition in an iframe', inner('<style>p { transition: left 1s }</style><p></p>'), 'transitions'],
    ['an iframe alone', inner('<style>p { color: red }</style><p></p>'), null],
  ])('is known: %s', async (_, html, keeps) => {
    const open = await stage.load({
      html: `<div data-composition-id="main">${html}</div>`,
      config: { durationSeconds: 1 },
    });
    expect(open.report).toMatchObject({ inOrder: null, keeps });
    await open.close();
  });
});

describe('a page with a document in an iframe', () => {
  const load = (inner: string) =>
    stage.load({
      html: `<div data-composition-id="main"><iframe srcdoc="${inner}"></iframe></div>`,
      config: { durationSeconds: 3 },
    });

  it('is captured in order where that keeps a loop, and is known to draw and to listen to what follows scrolling', async () => {
    const open =
      await load(`<style>@keyframes grow { to { opacity: 0.5 } } p { height: 900px; animation: grow linear both; animation-timeline: scroll() }</style>
      <canvas></canvas><p>A</p><script>
      const step = () => requestAnimationFrame(step); step(); addEventListener('transitionend', () => {})</script>`);
    expect(open.report).toMatchObject({ inOrder: 'frame-loop', drawsCanvases: true });
    const obstacle = await open.page.evaluate(() => window.__framefarm.tapObstacle());
    expect(obstacle).toContain('transitionend');
    await open.close();
  });

  it('is told of the errors of its scripts, with their places', async () => {
    const inside = `<script>
      requestAnimationFrame(() => { throw new TypeError('in a frame'); });
      new Response('no').json();
      undeclared.first();</script>`;
    const open = await stage.load({
      html: '<div data-composition-id="main"><iframe src="/deep/inside.html"></iframe></div>',
      config: { durationSeconds: 1 },
      files: { '/deep/inside.html': inside },
    });
    await open.prepare(30);
    await open.seek(1);
    const told = (await open.warnings()).map(({ code, details }) => [
      code,
      details?.message,
      details?.file,
      details?.line,
    ]);
    expect(told.sort()).toEqual([
      ['script_error', 'ReferenceError: undeclared is not defined', 'deep/inside.html', 4],
      ['script_error', expect.stringMatching(/^SyntaxError: .*JSON/), undefined, undefined],
      ['script_error', 'TypeError: in a frame', 'deep/inside.html', 2],
    ]);
    await open.close();
  });

  it('has it, though its iframe is lazy and far from the window', async () => {
    const open = await stage.load({
      html: `<div data-composition-id="main"><iframe loading="lazy" src="/in.html" style="position:absolute;top:30000px"></iframe></div>`,
      config: { durationSeconds: 1 },
      files: { '/in.html': '<p>there</p>' },
    });
    const text = await open.page.$eval('iframe', (frame) => frame.contentDocument?.querySelector('p')?.textContent);
    expect(text).toBe('there');
    await open.close();
  });

  it.each(['eager', 'lazy'])(
    'goes with the frames, though a script has looked into its %s iframe before it came',
    async (loading) => {
      const open = await stage.load({
        html: `<div data-composition-id="main"><iframe loading="${loading}" src="/in.html"></iframe></div>
        <script>document.querySelector('iframe').contentWindow.seen = true;</script>`,
        config: { durationSeconds: 2 },
        files: {
          '/in.html': '<style>@keyframes go { to { opacity: 0 } } p { animation: go 2s linear both }</style><p>in</p>',
        },
        delays: { '/in.html': 200 },
      });
      await open.prepare(60);
      const opacity = (frame: number): Promise<number> =>
        open.page.evaluate(async (shown) => {
          await window.__framefarm.seek(shown);
          const text = document.querySelector('iframe')?.contentDocument?.querySelector('p') as Element;
          return Number(getComputedStyle(text).opacity);
        }, frame);
      expect([await opacity(15), await opacity(45)]).toEqual([0.75, 0.25]);
      await open.close();
    },
  );

  it('waits for the messages that it sends to itself', async () => {
    const open = await load(`<p>before</p><script>
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = () => { document.querySelector('p').textContent = 'after'; };
      parent.addEventListener('hf-seek', ({ detail }) => { if (detail.time === 1) port2.postMessage(null); })</script>`);
    await open.prepare(90);
    const text = await open.page.evaluate(async () => {
      await window.__framefarm.seek(30);
      return document.querySelector('iframe')?.contentDocument?.querySelector('p')?.textContent;
    });
    expect(text).toBe('after');
    await open.close();
  });
});

describe('a document that comes while frames are shown', () => {
  const red = '<body style="background:red">';
  const moving = `<style>@keyframes go { to { opacity: 0 } } body { animation: go 2s linear both }</style><body>`;
  /** A frame does what `act` says to the element `#a` and its holder. Answers come late. */
  const load = (holder: string, act: string) =>
    stage.load({
      html: `<div data-composition-id="main"><div id="holder">${holder}</div></div><script>
        addEventListener('hf-seek', ({ detail }) => {
          const [holder, a] = [document.getElementById('holder'), document.getElementById('a')];
          if (detail.time === 1) { ${act} }
        })</script>`,
      config: { durationSeconds: 2 },
      files: {
        '/red.html': red,
        '/late.html': moving,
        '/around.html': '<iframe src="/late.html"></iframe>',
        '/red.svg': '<svg xmlns="http://www.w3.org/2000/svg"/>',
        '/late.svg': `<svg xmlns="http://www.w3.org/2000/svg"><style>@keyframes go { to { opacity: 0 } } svg { animation: go 2s linear both }</style></svg>`,
        '/never.html': red,
      },
      delays: { '/late.html': 200, '/late.svg': 200 },
      held: { '/never.html': new Promise(() => {}) },
    });

  it.each([
    ['an iframe', '', `holder.innerHTML = '<iframe src="/late.html"></iframe>'`],
    ['one of its own text', '', `holder.innerHTML = '<iframe srcdoc="${moving}"></iframe>'`],
    [
      'a lazy one far away',
      '',
      `holder.innerHTML = '<iframe loading="lazy" src="/late.html" style="position:absolute;top:30000px">'`,
    ],
    ['another one in an iframe', '<iframe id="a" src="/red.html"></iframe>', `a.src = '/late.html'`],
    ['one that an iframe holds', '<iframe id="a" src="/red.html"></iframe>', `a.src = '/around.html'`],
    [
      'one in the document of an iframe',
      '<iframe id="a" src="/red.html"></iframe>',
      `a.contentDocument.body.innerHTML = '<iframe src="/late.html"></iframe>'`,
    ],
    ['an object', '', `holder.innerHTML = '<object data="/late.svg">'`],
    ['another one in an object', '<object id="a" data="/red.svg"></object>', `a.data = '/late.svg'`],
    ['an object in what was not shown', '<p id="a" hidden><object data="/late.svg"></object></p>', 'a.hidden = false'],
    ['an embed in what was not shown', '<p id="a" hidden><embed src="/late.svg"></p>', 'a.hidden = false'],
    ['an embedded one', '', `holder.innerHTML = '<embed src="/late.svg">'`],
  ])('is there in the frame in which it begins to load, at the time of that frame: %s', async (_, holder, act) => {
    const open = await load(holder, act);
    await open.prepare(60);
    await open.seek(29);
    await open.seek(30);
    const opacity = await open.page.evaluate(() => {
      let shown: Document | null = document;
      for (let inside: Element | null = null; ; ) {
        inside = shown?.querySelector('iframe, object, embed') ?? null;
        if (inside === null) break;
        shown = (inside as HTMLObjectElement).getSVGDocument() ?? (inside as HTMLIFrameElement).contentDocument;
      }
      const moved = shown?.body ?? shown?.documentElement;
      return moved == null ? null : Number(getComputedStyle(moved).opacity);
    });
    expect(opacity).toBeCloseTo(0.5, 3);
    expect(await open.warnings()).toEqual([]);
    await open.close();
  });

  it('is told of where its script begins an animation, which another page would begin in another frame', async () => {
    const inner = '<body><script>document.body.animate([{ opacity: 0 }, { opacity: 1 }], 2000)<' + '/script>';
    const open = await load('', `holder.innerHTML = '<iframe srcdoc="${inner.replaceAll('<', '&lt;')}"></iframe>'`);
    await open.prepare(60);
    await open.seek(30);
    expect(await open.warnings()).toMatchObject([{ code: 'transition_parallel', details: { element: 'body' } }]);
    await open.close();
  });

  it.each([
    ['is gone again', '', `holder.innerHTML = '<iframe src="/never.html"></iframe>'; holder.innerHTML = ''`],
    ['is empty', '', `holder.innerHTML = '<iframe></iframe>'`],
    ['is shown at another place', '<iframe id="a" src="/red.html"></iframe>', `a.src = '/red.html#b'`],
    ['leaves what is there', '<iframe id="a" srcdoc="text"></iframe>', `a.src = '/never.html'`],
    ['is not shown', '', `holder.innerHTML = '<object hidden data="/never.html">'`],
  ])('is not waited for where it %s', async (_, holder, act) => {
    const open = await load(holder, act);
    await open.prepare(60);
    await open.seek(29);
    expect(await open.seek(30)).toBe(true);
    await open.close();
  });
});

describe('layers of the compositor', () => {
  it.each([
    ['the page', ''],
    ['a document in an iframe', '<iframe></iframe>'],
  ])('are not made in %s, whatever its author asks of the root', async (_, frame) => {
    const inner = `<style>@layer early { :root { will-change: transform !important } } html:not(#a) { will-change: opacity !important }</style>
      <script>document.documentElement.style.setProperty('will-change', 'transform', 'important')</script>`;
    const html = `<div data-composition-id="main">${frame.replace('>', ` srcdoc="${inner}">`)}</div>`;
    const open = await stage.load({ html: frame === '' ? html + inner : html, config: { durationSeconds: 1 } });
    await open.prepare(30);
    await open.seek(0);
    const asked = await open.page.evaluate(() => {
      const { contentDocument } = document.querySelector('iframe') ?? { contentDocument: document };
      return getComputedStyle((contentDocument as Document).documentElement).willChange;
    });
    expect(asked).toBe('contents');
    await open.close();
  });
});

it('an animation of SVG that a script puts into the page stands at the time of that frame', async () => {
  const open = await stage.load({
    html: `<div data-composition-id="main"><p id="a"></p></div><script>
      addEventListener('hf-seek', ({ detail }) => {
        if (detail.time === 1) a.innerHTML = "<svg><rect><animate attributeName='x' from='0' to='200' dur='2s'/></rect></svg>";
      });</script>`,
    config: { durationSeconds: 3 },
  });
  await open.prepare(90);
  await open.seek(30);
  const [x, stands] = await open.page.$eval('rect', (rect) => [
    (rect as SVGRectElement).x.animVal.value,
    (rect as SVGRectElement).ownerSVGElement?.animationsPaused(),
  ]);
  expect(x).toBeCloseTo(100, 2);
  expect(stands).toBe(true);
  await open.close();
});

it('an animation of SVG that a script lets run, or sets, stands at the time of the frame again', async () => {
  const open = await stage.load({
    html: `<div data-composition-id="main"><svg id="it"><rect width="9" height="9"><animate attributeName="x" from="0" to="90" dur="3s"/></rect></svg></div>
      <script>addEventListener('hf-seek', ({ detail }) => {
        if (detail.time === 0.5) it.unpauseAnimations();
        if (detail.time === 1) it.setCurrentTime(2.5);
      });</script>`,
    config: { durationSeconds: 3 },
  });
  await open.prepare(90);
  const told = [];
  for (const frame of [15, 16, 30, 31]) {
    await open.seek(frame);
    told.push(
      await open.page.evaluate(() => [window.it.animationsPaused(), Math.round(window.it.getCurrentTime() * 30)]),
    );
  }
  expect(told).toEqual([15, 16, 75, 31].map((frame) => [true, frame]));
  await open.close();
});

it('a CSS animation in a part that a <use> shows is told of, and one of the <use> itself follows the frames', async () => {
  const open = await stage.load({
    html: `<style>@keyframes go { to { translate: 90px } } #part rect, #whole { animation: go 3s linear both }</style>
      <div data-composition-id="main"><svg><defs><g id="part"><rect class="box" width="9" height="9"/></g><g id="still"><rect width="9" height="9"/></g></defs>
      <use href="#part"/><use href="#still" id="whole"/></svg></div>`,
    config: { durationSeconds: 3 },
  });
  expect(await open.warnings()).toMatchObject([
    {
      code: 'unsupported_feature',
      details: { feature: 'CSS animation in a used part', source: '#part', element: 'rect.box' },
    },
  ]);
  await open.prepare(90);
  await open.seek(30);
  expect(await open.css('#whole', 'translate')).toBe('30px');
  await open.close();
});

describe('a view transition', () => {
  it('changes the page at once, which is told', async () => {
    const open = await stage.load({
      html: `<div data-composition-id="main"><p id="a">before</p></div><script>
        addEventListener('hf-seek', ({ detail }) => {
          if (detail.time === 1) document.startViewTransition(() => { a.textContent = 'after'; }).finished.then(() => { window.over = true; });
        });</script>`,
      config: { durationSeconds: 3 },
    });
    await open.prepare(90);
    const text = () => open.page.$eval('#a', (element) => element.textContent);
    await open.seek(29);
    expect(await text()).toBe('before');
    await open.seek(30);
    expect([await text(), await open.page.evaluate(() => window.over)]).toEqual(['after', true]);
    expect(await open.warnings()).toMatchObject([
      { code: 'unsupported_feature', details: { feature: 'view transition' } },
    ]);
    await open.close();
  });
});

describe('a transition', () => {
  it('that begins in a frame is told of once, with its element and property', async () => {
    const open = await stage.load({
      html: `<style>p { transition: translate 1s; } p.on { translate: 9px; }</style>
        <div data-composition-id="main"><p id="a">x</p><p id="b">x</p></div><script>
        addEventListener('hf-seek', ({ detail }) => {
          if (detail.time >= 1) a.className = 'on';
          if (detail.time >= 2) b.className = 'on';
        });</script>`,
      config: { durationSeconds: 3 },
    });
    await open.prepare(90);
    await open.seek(29);
    expect(await open.warnings()).toEqual([]);
    await open.seek(30);
    await open.seek(60);
    expect(await open.warnings()).toMatchObject([
      { code: 'transition_parallel', details: { element: '#a', property: 'translate' } },
    ]);
    await open.close();
  });

  it('that began while the page was loading is known to every page, and one of what shows elements is none', async () => {
    const open = await stage.load({
      html: `<style>* { transition: all 1s; }</style>
        <div data-composition-id="main"><p id="a">x</p><p data-start="1"><b>x</b></p></div><script>
        addEventListener('load', () => { getComputedStyle(a).translate; a.style.translate = '9px'; });</script>`,
      config: { durationSeconds: 3 },
    });
    await open.prepare(90);
    for (const frame of [0, 15, 45]) await open.seek(frame);
    expect(await open.css('#a', 'translate')).toBe('9px');
    expect(await open.warnings()).toEqual([]);
    await open.close();
  });
});

it('an animation that waits for a trigger stands where it begins, which is told', async () => {
  const open = await stage.load({
    html: `<style>@keyframes go { to { translate: 9px } } p { animation: go 1s both; animation-trigger: --t play-forwards }
      b { timeline-trigger: --t view() } i { animation: go 1s; animation-trigger: none }</style>
      <div data-composition-id="main"><p></p><b></b><i></i></div>`,
    config: { durationSeconds: 1 },
  });
  expect(await open.warnings()).toMatchObject([
    { code: 'unsupported_feature', details: { feature: 'animation-trigger' } },
  ]);
  await open.close();
});

describe('smooth scrolling', () => {
  it.each([
    ['a sheet', 'a.scrollTop = 300', []],
    ['a script', "a.scrollTo({ top: 300, behavior: 'smooth' })", [{ details: { feature: 'smooth scrolling' } }]],
  ])('goes at once where %s asks for it', async (_, scroll, warnings) => {
    const open = await stage.load({
      html: `<style>#a { height: 50px; overflow: auto; scroll-behavior: smooth }</style>
        <div data-composition-id="main"><div id="a"><p style="height:900px"></p></div></div><script>
        addEventListener('hf-seek', ({ detail }) => { if (detail.time === 1) ${scroll}; });</script>`,
      config: { durationSeconds: 3 },
    });
    await open.prepare(90);
    await open.seek(30);
    expect(await open.page.$eval('#a', (element) => element.scrollTop)).toBe(300);
    expect(await open.warnings()).toMatchObject(warnings);
    await open.close();
  });
});

it('a text cursor does not blink, also in a shadow tree', async () => {
  const open = await stage.load({
    html: `<div data-composition-id="main"><input><p><template shadowrootmode="open"><textarea></textarea></template></p></div>`,
    config: { durationSeconds: 1 },
  });
  const blinks = await open.page.$$eval('input, p', (elements) =>
    elements.map((element) =>
      getComputedStyle(element.shadowRoot?.firstElementChild ?? element).getPropertyValue('caret-animation'),
    ),
  );
  expect(blinks).toEqual(['manual', 'manual']);
  await open.close();
});

describe('a canvas of a worker', () => {
  it.each([
    ['that nothing waits for is told', '', [{ code: 'unsupported_feature', details: { source: '#k' } }]],
    ['that frames wait for is not', 'detail.waitUntil(new Promise((drawn) => { worker.onmessage = drawn; }));', []],
  ])('%s', async (_, wait, warnings) => {
    const open = await stage.load({
      html: `<div data-composition-id="main"><canvas id="k" width="9" height="9"></canvas></div><script>
        const worker = new Worker(URL.createObjectURL(new Blob(['onmessage = () => postMessage(0)'])));
        const drawn = k.transferControlToOffscreen();
        worker.postMessage(drawn, [drawn]);
        addEventListener('hf-seek', ({ detail }) => { ${wait} worker.postMessage(0); });</script>`,
      config: { durationSeconds: 3 },
    });
    await open.prepare(90);
    for (const frame of [0, 1]) await open.seek(frame);
    expect(await open.warnings()).toMatchObject(warnings);
    await open.close();
  });
});

it('tells of a SharedWorker', async () => {
  const open = await stage.load({
    html: `<div data-composition-id="main"></div><script>new SharedWorker('data:text/javascript,0');</script>`,
    config: { durationSeconds: 1 },
  });
  expect(await open.warnings()).toMatchObject([{ code: 'unsupported_feature', details: { feature: 'SharedWorker' } }]);
  await open.close();
});

it('tells of what comes through a BroadcastChannel while frames are shown', async () => {
  const open = await stage.load({
    html: `<div data-composition-id="main"></div><script>
      const [channel, other] = [new BroadcastChannel('one'), new BroadcastChannel('one')];
      other.postMessage('built');
      addEventListener('hf-seek', ({ detail: { time } }) => { if (time > 0) channel.postMessage(time); });</script>`,
    config: { durationSeconds: 1 },
  });
  await open.prepare(30);
  await open.seek(0);
  expect(await open.warnings()).toEqual([]);
  await open.seek(1);
  expect(await open.warnings()).toMatchObject([
    { code: 'unsupported_feature', details: { feature: 'BroadcastChannel', source: 'one' } },
  ]);
  await open.close();
});

it('a page, and what is in it, is told the same of every machine', async () => {
  const open = await stage.load({
    html: '<div data-composition-id="main"><iframe id="f" srcdoc="<p>inner</p>"></iframe></div>',
  });
  const told = await open.page.evaluate(() => {
    const { contentWindow } = document.getElementById('f') as HTMLIFrameElement;
    return Promise.all(
      [window, contentWindow as unknown as typeof window].map(async ({ navigator }) => {
        // biome-ignore lint/suspicious/noExplicitAny: parts that TypeScript does not know
        const { connection, deviceMemory } = navigator as any;
        const { quota, usage } = await navigator.storage.estimate();
        return [
          navigator.hardwareConcurrency,
          deviceMemory,
          ...[connection.downlink, connection.rtt, connection.effectiveType],
          ...[quota, usage],
        ];
      }),
    );
  });
  const same = [8, 8, 10, 50, '4g', 10 * 1024 ** 3, 0];
  expect(told).toEqual([same, same]);
  await open.close();
});

describe('the clock', () => {
  it('begins at 1970, runs by frames, and is the same in an iframe', async () => {
    const open = await stage.load({
      html: `<div data-composition-id="main"><iframe id="f" srcdoc="<p>inner</p>"></iframe></div><script>
        window.first = new Date().toISOString(); window.kinds = [typeof Date(), new Date() instanceof Date, Date.UTC(2020, 0)];</script>`,
      config: { durationSeconds: 3 },
    });
    expect(await open.page.evaluate(() => window.first)).toBe('1970-01-01T00:00:00.000Z');
    await open.prepare(90);
    await open.seek(45);
    const read = await open.page.evaluate(() => {
      const inner = (document.getElementById('f') as HTMLIFrameElement).contentWindow as Window;
      return [Date.now(), performance.now(), inner.Date.now(), inner.performance.now(), ...window.kinds];
    });
    expect(read).toEqual([1500, 1500, 1500, 1500, 'string', true, Date.UTC(2020, 0)]);
    await open.close();
  });

  it('tells the present by no other way either', async () => {
    const open = await stage.load({
      html: `<div data-composition-id="main"><iframe id="f" srcdoc="<p>inner</p>"></iframe></div><script>
        addEventListener('load', () => { for (const one of [window, f.contentWindow]) one.sound = new one.AudioContext(); });
        window.told = (from) => {
          const format = new from.Intl.DateTimeFormat('en', { dateStyle: 'short', timeStyle: 'medium', timeZone: 'UTC' });
          const { Now } = from.Temporal ?? {};
          return [
            format.format(), format.format(undefined), [86400000].map(format.format)[0], format.format === format.format,
            format.formatToParts().map((part) => part.value).join(''),
            from.performance.timeOrigin, from.document.lastModified,
            new from.File([], 'a').lastModified, new from.File([], 'a', { lastModified: 7 }).lastModified,
            from.sound.currentTime, from.sound.getOutputTimestamp().contextTime, from.sound.getOutputTimestamp().performanceTime,
            from.performance.getEntriesByType('navigation').map((entry) => [entry.duration, entry.responseEnd, entry.loadEventEnd, entry.toJSON().domComplete]),
            from.performance.toJSON().timeOrigin, from.performance.toJSON().timing.loadEventEnd,
            ...(Now === undefined ? [] : [Now.instant(), Now.zonedDateTimeISO('UTC'), Now.zonedDateTimeISO(), Now.plainDateTimeISO('UTC'),
              Now.plainDateISO('UTC'), Now.plainTimeISO('UTC')].map(String)),
          ].map((value) => String(value).replaceAll('\\u202f', ' ').slice(0, 20));
        };</script>`,
      config: { durationSeconds: 3 },
    });
    await open.prepare(90);
    await open.seek(45);
    const read = await open.page.evaluate(() => {
      const { told } = window;
      return [
        told(window),
        told((document.getElementById('f') as HTMLIFrameElement).contentWindow),
        'Temporal' in window,
      ] as const;
    });
    const present = '1/1/70, 12:00:01 AM';
    const told = [present, present, '1/2/70, 12:00:00 AM', 'true', present, '0', '01/01/1970 00:00:00'];
    told.push('1500', '7', '1.5', '1.5', '1500', '0,0,0,0', '0', '0');
    const temporal = ['1970-01-01T00:00:01.', '1970-01-01T00:00:01.', expect.stringMatching(/^19(70|69)/)];
    temporal.push('1970-01-01T00:00:01.', '1970-01-01', '00:00:01.5');
    const [page, inner, hasTemporal] = read;
    expect(page).toEqual(hasTemporal ? [...told, ...temporal] : told);
    expect(inner).toEqual(page);
    await open.close();
  });

  it('draws random numbers from the frame time alone', async () => {
    const project = { html: '<div data-composition-id="main"></div>', config: { durationSeconds: 3 } };
    const draw = async (frames: number[]) => {
      const open = await stage.load(project);
      await open.prepare(90);
      for (const frame of frames) await open.seek(frame);
      const drawn = await open.page.evaluate(() => [Math.random(), crypto.getRandomValues(new Uint32Array(1))[0]]);
      await open.close();
      return drawn;
    };
    const direct = await draw([50]);
    expect(await draw([3, 80, 50])).toEqual(direct);
    expect(await draw([51])).not.toEqual(direct);
  });

  it('fires timers that are under way by the frames, each at its own time, and captures such a page in order', async () => {
    const open = await stage.load({
      html: `<div data-composition-id="main"></div><script>
        window.fired = []; const fire = (name) => () => fired.push(name + Date.now()); const sleep = (ms) => new Promise((done) => setTimeout(done, ms));
        setTimeout(() => { fire('late')(); setTimeout(fire('then'), 250); sleep(50).then(() => { fire('slept')(); return sleep(110); }).then(fire('again')); }, 2500);
        setInterval(fire('every'), 1000);
        clearTimeout(setTimeout(fire('never'), 2600));
      </script>`,
      config: { durationSeconds: 4 },
    });
    expect(open.report.inOrder).toBe('timers');
    await open.prepare(120);
    const firedAt = firedOf(open);
    expect(await firedAt(29)).toEqual([]);
    expect(await firedAt(30)).toEqual(['every1000']);
    // Frame 77 is the first behind 2550 ms; what waited for that goes on at that time, in the frame that shows it.
    expect(await firedAt(75)).toEqual(['every2000', 'late2500']);
    expect(await firedAt(76)).toEqual([]);
    expect(await firedAt(77)).toEqual([expect.stringMatching(/^slept25/)]);
    expect(await firedAt(79)).toEqual([]);
    expect(await firedAt(80)).toEqual([expect.stringMatching(/^again26/)]);
    expect(await firedAt(119)).toEqual(['then2750', 'every3000']);
    expect(await open.warnings()).toEqual([]);
    await open.close();
  });

  it('fires those of a document in an iframe so too, and waits for what builds it', async () => {
    const inner = `const fire = (name) => () => parent.fired.push(name + Date.now());
      setTimeout(fire('late'), 2500); setInterval(fire('every'), 1000); setTimeout(() => { document.body.append(document.createElement('i')); }, 300);
      scheduler.postTask(fire('task'), { delay: 2100 }); fetch('/slow.json').then((answer) => answer.json()).then((data) => { document.body.dataset.read = data; });`;
    const open = await stage.load({
      html: `<div data-composition-id="main"><script>window.fired = [];</script><iframe srcdoc="<body><script>${inner}</script>"></iframe></div>`,
      files: { '/slow.json': '7' },
      delays: { '/slow.json': 200 },
      config: { durationSeconds: 4 },
    });
    const built = await open.page.evaluate(() => document.querySelector('iframe')?.contentDocument?.body.outerHTML);
    expect(built).toMatch(/data-read="7".*<i><\/i>/s);
    expect(open.report.inOrder).toBe('timers');
    await open.prepare(120);
    const firedAt = firedOf(open);
    expect(await firedAt(29)).toEqual([]);
    expect(await firedAt(30)).toEqual(['every1000']);
    expect(await firedAt(76)).toEqual(['every2000', 'task2100', 'late2500']);
    expect(await open.warnings()).toEqual([]);
    await open.close();
  });

  it('lets timers be real for which a frame waits', async () => {
    const open = await stage.load({
      html: `<div data-composition-id="main"></div><script>window.fired = [];
        addEventListener('hf-seek', ({ detail }) => { const slept = new Promise((done) => setTimeout(done, 20)); detail.waitUntil(slept.then(() => fired.push(detail.time))); });</script>`,
      config: { durationSeconds: 4 },
    });
    expect(open.report.inOrder).toBeNull();
    await open.prepare(120);
    await open.seek(30);
    expect(await open.page.evaluate(() => window.fired)).toContain(1);
    await open.close();
  });

  it('runs delayed tasks of the scheduler by the frames, with their signals and priorities', async () => {
    const open = await stage.load({
      html: `<div data-composition-id="main"></div><script>
        window.fired = []; const fire = (name) => () => { fired.push(name + Date.now()); return name; };
        const { signal } = new AbortController(), stop = new AbortController(), turn = new TaskController({ priority: 'background' });
        const tick = () => { fire('tick')(); scheduler.postTask(tick, { delay: 50 }); };
        addEventListener('hf-seek', ({ detail }) => {
          if (detail.time === 1 && fired.length === 0) {
            scheduler.postTask(tick, { delay: 50, signal });
            scheduler.postTask(fire('never'), { delay: 150, signal: stop.signal }).catch((reason) => fired.push(reason));
            scheduler.postTask(fire('last'), { delay: 4000, priority: 'background' }).then((name) => fired.push(name));
            scheduler.postTask(fire('second'), { delay: 4000 });
            scheduler.postTask(fire('first'), { delay: 4000, signal: turn.signal });
            scheduler.postTask(() => { throw 'failed'; }, { delay: 10 }).catch((reason) => fired.push(reason));
            for (const wrong of [{ delay: -1 }, { delay: 20, priority: 'none' }]) scheduler.postTask(fire('wrong'), wrong).catch(({ name }) => fired.push(name));
          }
          if (detail.time === 1.1) { stop.abort('stopped'); turn.setPriority('user-blocking'); }
        });</script>`,
      config: { durationSeconds: 9 },
    });
    await open.prepare(270);
    const firedAt = firedOf(open);
    expect(await firedAt(30)).toEqual(['TypeError', 'TypeError']);
    expect(await firedAt(31)).toEqual(['failed']);
    expect(await firedAt(32)).toEqual(['tick1050']);
    expect(await firedAt(33)).toEqual(['tick1100', 'stopped']);
    const late = (await firedAt(150)).filter((name: string) => !name.startsWith('tick'));
    expect(late).toEqual(['first5000', 'second5000', 'last5000', 'last']);
    await open.close();
  });

  it('lets a frame wait for what it has put off by the scheduler', async () => {
    const open = await stage.load({
      html: `<div data-composition-id="main"><p id="text"></p></div><script>
        addEventListener('hf-seek', ({ detail }) => scheduler.postTask(async () => {
          for (let n = 0; n < 20; n++) { await scheduler.yield(); }
          text.textContent = detail.time;
        }, { priority: 'background' }));</script>`,
      config: { durationSeconds: 4 },
    });
    await open.prepare(120);
    const shown = (frame: number) =>
      open.page.evaluate(async (wanted) => {
        await window.__framefarm.seek(wanted);
        return document.getElementById('text')?.textContent;
      }, frame);
    for (const frame of [30, 60]) expect(await shown(frame)).toBe(String(frame / 30));
    await open.close();
  });

  it('fires those of earlier frames by the frames alone, however long a frame waits for something else', async () => {
    const open = await stage.load({
      html: `<div data-composition-id="main"></div><script>window.n = 0; setInterval(() => n++, 20);
        addEventListener('hf-seek', ({ detail }) => detail.waitUntil(new Promise((done) => setTimeout(done, 100)))); </script>`,
      config: { durationSeconds: 4 },
    });
    await open.prepare(120);
    await open.seek(0);
    const before = await open.page.evaluate(() => window.n);
    await open.seek(3);
    expect(await open.page.evaluate(() => window.n)).toBe(before + 5);
    await open.close();
  });

  it('fires one of an earlier frame for a frame that waits for it, also where the machine’s clock has passed it already', async () => {
    const open = await stage.load({
      html: `<div data-composition-id="main"></div><script>let fired;
        addEventListener('hf-seek', ({ detail }) => {
          if (detail.time > 0) detail.waitUntil(fired);
          else fired ??= new Promise((done) => setTimeout(done, 60));
        });</script>`,
      config: { durationSeconds: 1 },
      files: { '/late.txt': '' },
      delays: { '/late.txt': 150 },
    });
    await open.prepare(30);
    await open.seek(0);
    // Longer than the timer, which is due two frames after the next one.
    await open.page.evaluate(async () => void (await fetch('/late.txt')));
    expect(await open.seek(1)).toBe(false);
    await open.close();
  });

  it.each([
    [
      'a promise of the page waits for',
      `__hf = { buildReady: { page: new Promise((done) => {
        let n = 0; const tick = () => { text.textContent = ++n; if (n < 6) setTimeout(tick, 20); else { const poll = setInterval(() => { clearInterval(poll); done(); }, 500); } }; tick(); }) } };`,
    ],
    [
      'add to the page alone',
      'let n = 0; const add = () => { text.append(document.createElement("i")); if (++n < 6) setTimeout(add, 20); else text.title = n; }; add();',
    ],
  ])('lets timers be real that %s before the first frame', async (_, script) => {
    const open = await stage.load({
      html: `<div data-composition-id="main"><p id="text"></p></div><script>const text = document.getElementById('text'); ${script}</script>`,
      config: { durationSeconds: 1 },
    });
    expect(open.settled).toMatchObject({ settled: true, waitingFor: [] });
    expect(
      await open.page.evaluate(() => document.querySelector('p')?.title || document.querySelector('p')?.textContent),
    ).toBe('6');
    await open.close();
  });

  it.each([
    ['what is asked for a frame', 'requestAnimationFrame', 'told'],
    ['what waits for an idle browser', 'requestIdleCallback', 'performance.now()'],
  ])('runs %s once a seek with the frame time, and notices a loop', async (_, request, time) => {
    const open = await stage.load({
      html: `<div data-composition-id="main"></div><script>
        window.calls = []; const loop = (told) => { calls.push(${time}); ${request}(loop); }; ${request}(loop);</script>`,
      config: { durationSeconds: 3 },
    });
    expect(open.report.inOrder).toBe('frame-loop');
    await open.prepare(90);
    await open.seek(3);
    await open.seek(6);
    expect(await open.page.evaluate(() => window.calls.map(Math.round))).toEqual([0, 100, 200]);
    await open.close();
  });

  it('tells the first callbacks a time that scripts do not take for none, by both names of the function', async () => {
    const open = await stage.load({
      html: `<div data-composition-id="main"></div><script>
        const begin = (request, moved) => { let start; const step = (time) => { if (!start) start = time;
          moved[0] = time - start; request(step); }; request(step); return moved; };
        window.moved = [begin(requestAnimationFrame, []), begin(webkitRequestAnimationFrame, [])];</script>`,
      config: { durationSeconds: 3 },
    });
    await open.prepare(90);
    for (const frame of [0, 3, 6]) {
      await open.seek(frame);
      const moved = await open.page.evaluate(() => window.moved.flat());
      for (const elapsed of moved) expect(elapsed).toBeCloseTo((frame / 30) * 1000, 6);
      expect(moved).toHaveLength(2);
    }
    await open.close();
  });

  it('looks by an interval for the document, as soon as it is there, and waits for what it begins then', async () => {
    const open = await stage.load({
      // As lottie-web does for what the document declares; here it has looked once, in vain.
      html: `<div data-composition-id="main"></div><img src="/slow.svg"><script>
        const looking = setInterval(() => {
          if (document.readyState !== 'complete') return;
          clearInterval(looking); fetch('/later').then(() => { window.built = true; });
        }, 450);</script>`,
      files: { '/slow.svg': '<svg xmlns="http://www.w3.org/2000/svg" width="4" height="4"/>', '/later': '' },
      delays: { '/slow.svg': 600, '/later': 50 },
      config: { durationSeconds: 1 },
    });
    expect(await open.page.evaluate(() => window.built)).toBe(true);
    expect(open.report.inOrder).toBeNull();
    await open.close();
  });

  it('runs intervals before the first frame as often as one of them has found something, however long the page takes', async () => {
    const open = await stage.load({
      // What it finds in the second look, another interval has begun in the first.
      html: `<div data-composition-id="main"></div><img src="/slow.svg"><script>
        window.n = 0; setInterval(() => n++, 20);
        const first = setInterval(() => { clearInterval(first); fetch('/later').then(() => { window.isThere = true; }); }, 30);
        const second = setInterval(() => { if (!window.isThere) return; clearInterval(second); window.found = n; }, 3);</script>`,
      files: { '/slow.svg': '<svg xmlns="http://www.w3.org/2000/svg" width="4" height="4"/>', '/later': '' },
      delays: { '/slow.svg': 200, '/later': 100 },
      config: { durationSeconds: 1 },
    });
    expect(await open.page.evaluate(() => [window.n, window.found])).toEqual([2, 2]);
    await open.prepare(30);
    await open.seek(3);
    expect(await open.page.evaluate(() => window.n)).toBe(2 + 5);
    await open.close();
  });

  it.each([0, 200])(
    'fires timers before the first frame in their order, after what loads and callbacks of frames: %d ms',
    async (slow) => {
      const open = await stage.load({
        html: `<div data-composition-id="main"></div><img src="/slow.svg"><script>
        window.order = []; window.n = 0;
        requestAnimationFrame(() => order.push('of a frame'));
        setTimeout(() => order.push('of the script'), 60);
        addEventListener('load', () => { order.push('loaded'); setTimeout(() => order.push('of the load event'), 30); });
        const next = () => { n += 1; setTimeout(next, 100); }; next();</script>`,
        files: { '/slow.svg': '<svg xmlns="http://www.w3.org/2000/svg" width="4" height="4"/>' },
        delays: { '/slow.svg': slow },
        config: { durationSeconds: 1 },
      });
      // One that goes on and on is waited for until two seconds have passed.
      const shown = { order: ['loaded', 'of a frame', 'of the load event', 'of the script'], n: 22 };
      expect(await open.page.evaluate(() => ({ order: window.order, n: window.n }))).toEqual(shown);
      await open.close();
    },
  );

  it.each([
    ['comes to rest', 20, 20],
    ['never does', Number.POSITIVE_INFINITY, 60],
  ])('waits before the first frame for an observer that changes what it observes and %s', async (_, most, least) => {
    const open = await stage.load({
      html: `<div data-composition-id="main"><p id="text" style="width: 100px"></p></div><script>
        window.calls = 0;
        new ResizeObserver(() => { calls += 1; if (calls < ${most}) text.style.width = 100 + calls % 50 + 'px'; }).observe(text);</script>`,
      config: { durationSeconds: 1 },
    });
    expect(await open.page.evaluate(() => window.calls)).toBeGreaterThanOrEqual(least);
    expect(open.settled).toMatchObject({ settled: true });
    await open.close();
  });

  it('fires timers ahead of the machine’s clock where the page has nothing else to wait for', async () => {
    const open = await stage.load({
      html: `<div data-composition-id="main"></div><script>
        window.order = [];
        // By the machine's clock.
        AbortSignal.timeout(900).onabort = () => order.push('told');
        setTimeout(() => order.push('late'), 1900);
        setTimeout(() => setTimeout(() => order.push('of an early one'), 500), 1000);</script>`,
      config: { durationSeconds: 1 },
    });
    expect((await open.page.evaluate(() => window.order)).slice(0, 2)).toEqual(['of an early one', 'late']);
    await open.close();
  });

  it('waits before the first frame for what scripts make of bytes, and fires no timer meanwhile', async () => {
    const open = await stage.load({
      html: `<div data-composition-id="main"></div><script>
        window.order = [];
        setTimeout(() => order.push('timer'), 20);
        (async () => {
          for (let n = 0; n < 10; n += 1) await new Blob([new Uint8Array(2e7)]).arrayBuffer();
          await WebAssembly.compile(new Uint8Array([0, 97, 115, 109, 1, 0, 0, 0]));
          const tone = new OfflineAudioContext(1, 48000, 48000);
          new OscillatorNode(tone).connect(tone.destination);
          const { length } = await tone.startRendering();
          order.push(length);
          order.push('made');
        })();</script>`,
      config: { durationSeconds: 1 },
    });
    expect(await open.page.evaluate(() => window.order)).toEqual([48_000, 'made', 'timer']);
    await open.close();
  });

  it('waits for a 500 ms timer set at load before frame 0', async () => {
    const open = await stage.load({
      html: `<div data-composition-id="main"></div><script>setTimeout(() => { window.fired = true; }, 500);</script>`,
      config: { durationSeconds: 1 },
    });
    expect(await open.page.evaluate(() => window.fired)).toBe(true);
    expect(open.settled).toMatchObject({ settled: true, waitingFor: [] });
    await open.close();
  });

  /** Settles with a short budget, while the answers that are held back stay away, and once more when they have come. */
  const settleAround = async (project: Omit<Project, 'held'>, ...paths: string[]) => {
    const answers = paths.map((path) => [path, Promise.withResolvers<void>()] as const);
    const { page } = await stage.loadUnsettled({
      ...project,
      config: { durationSeconds: 1 },
      held: Object.fromEntries(answers.map(([path, { promise }]) => [path, promise])),
    });
    await page.waitForFunction(() => document.readyState === 'complete', { polling: 20 });
    const waitingFor: (readonly string[])[] = [];
    for (const budget of [...answers.map(() => 300), 10_000]) {
      const settled = await page.evaluate((ms) => window.__framefarm.settle(ms), budget);
      waitingFor.push(settled.waitingFor);
      answers.shift()?.[1].resolve();
    }
    const fired = await page.evaluate(() => window.fired);
    await page.close();
    return { waitingFor, fired };
  };

  it('waits for what a module imports behind the load event, wave by wave, however long it takes to come', async () => {
    const project = {
      html: `<div data-composition-id="main"></div><script>addEventListener('load', () => import('/first.js').then(() => { window.fired = true; }));</script>`,
      files: { '/first.js': 'import "/second.js"; import "/third.js"', '/second.js': '', '/third.js': '' },
    };
    expect(await settleAround(project, '/first.js', '/second.js', '/third.js')).toEqual({
      waitingFor: [['script first.js'], ['script second.js', 'script third.js'], ['script third.js'], []],
      fired: true,
    });
  });

  it('waits for style sheets and JSON that come by scripts behind the load event', async () => {
    const project = {
      html: `<div data-composition-id="main"></div><script>addEventListener('load', () => import('/first.js'));</script>`,
      files: {
        '/first.js': `import told from '/told.json' with { type: 'json' };
          window.fired = told.fired;
          const link = document.createElement('link');
          link.rel = 'stylesheet';
          link.href = '/sheet.css';
          document.head.append(link);`,
        '/told.json': '{ "fired": true }',
        '/sheet.css': '@import "/deeper.css";',
        '/deeper.css': '',
      },
    };
    expect(await settleAround(project, '/told.json', '/sheet.css', '/deeper.css')).toEqual({
      waitingFor: [['module told.json'], ['style sheet sheet.css'], ['style sheet deeper.css'], []],
      fired: true,
    });
  });

  it('waits for what documents inside the page import', async () => {
    const project = {
      html: `<div data-composition-id="main"><iframe src="/inside.html"></iframe></div>`,
      files: {
        '/inside.html': `<script>addEventListener('load', () => import('/first.js'));</script>`,
        '/first.js': 'parent.fired = true;',
      },
    };
    expect(await settleAround(project, '/first.js')).toEqual({ waitingFor: [['script first.js'], []], fired: true });
  });

  it('waits for no script that has come, failed, was refused or is no request', async () => {
    const open = await stage.load({
      head: `<meta http-equiv="Content-Security-Policy" content="script-src-elem 'unsafe-inline' *:*/a.js *:*/b.js *:*/missing.js data: blob:">
        <link rel="modulepreload" href="/a.js"><link rel="preload" as="script" href="/b.js">`,
      html: `<div data-composition-id="main"></div><script src="/b.js"></script><script type="module" src="/a.js"></script>
        <link rel="stylesheet" id="other">
        <script>
          other.href = 'http://localhost:' + location.port + '/other.css';
          window.told = [];
          addEventListener('securitypolicyviolation', ({ disposition }) => told.push(disposition));
          const load = (url) => document.head.append(Object.assign(document.createElement('script'), { src: url }));
          addEventListener('load', () => {
            const blob = URL.createObjectURL(new Blob([''], { type: 'text/javascript' }));
            const urls = ['/missing.js', '/b.js', 'http://127.0.0.1:1/a.js', 'data:text/javascript,0', blob, 'none:a'];
            for (const url of urls) import(url).catch(() => {});
            load('/b.js#again');
            // Its own imports are told to no page of another origin.
            const link = Object.assign(document.createElement('link'), { rel: 'stylesheet', href: other.href + '?late' });
            document.head.append(link);
            new Worker('/a.js');
            load('/forbidden.js');
            import('/forbidden-too.js').catch(() => {});
          });
        </script>`,
      files: { '/a.js': '', '/b.js': '', '/other.css': '@import "/deeper.css";', '/deeper.css': '' },
      config: { durationSeconds: 1 },
    });
    expect(open.settled).toMatchObject({ settled: true, waitingFor: [] });
    // A page learns of what its own policy forbids, and of nothing else.
    expect(await open.page.evaluate(() => [...new Set(window.told)])).toEqual(['enforce']);
    await open.close();
  });
});

describe('a scheduler that sends itself messages', () => {
  /** As React does: what a frame asks for is done when a message comes, in pieces of a message each. */
  const scheduler = (channel: string) => `
    const work = [];
    const next = () => { work.shift()(); if (work.length > 0) send(); };
    const schedule = (...pieces) => { work.push(...pieces); send(); };
    ${channel}`;
  const SCHEDULER = scheduler(
    'const { port1, port2 } = new MessageChannel(); port1.onmessage = next; const send = () => port2.postMessage(null);',
  );
  const OF_WINDOW = scheduler("onmessage = next; const send = () => postMessage(null, '*');");
  const BEHIND_A_PROMISE = scheduler(
    'const { port1, port2 } = new MessageChannel(); port1.onmessage = next; const send = () => queueMicrotask(() => port2.postMessage(null));',
  );
  const SEEKS = "addEventListener('hf-seek', ({ detail }) => show(detail.time));";

  it.each([
    ['the seek event', SCHEDULER, SEEKS],
    ['the seek event by the window', OF_WINDOW, SEEKS],
    ['the seek event behind a promise', BEHIND_A_PROMISE, SEEKS],
    [
      'a frame callback',
      SCHEDULER,
      'const loop = (time) => { show(time / 1000); requestAnimationFrame(loop); }; requestAnimationFrame(loop);',
    ],
  ])('has done what %s asks of it before the frame is complete', async (_, made, ask) => {
    const open = await stage.load({
      html: `<div data-composition-id="main"><p id="a"></p></div><script>${made}
        const show = (time) => schedule(() => {}, () => {}, () => { a.textContent = time; });
        ${ask}</script>`,
      config: { durationSeconds: 1 },
    });
    await open.prepare(30);
    for (const [frame, text] of [
      [0, '0'],
      [15, '0.5'],
      [6, '0.2'],
    ] as const) {
      // Looked at without a turn in between.
      const shown = await open.page.evaluate(async (n) => {
        await window.__framefarm.seek(n);
        return document.querySelector('#a')?.textContent;
      }, frame);
      expect(shown).toBe(text);
    }
    await open.close();
  });

  it('is not waited for by frames that ask nothing of it, nor for ever', async () => {
    const open = await stage.load({
      html: `<div data-composition-id="main"></div><script>${SCHEDULER}
        const forEver = () => { work.push(forEver); };
        addEventListener('hf-seek', ({ detail }) => { if (detail.time === 0.5) schedule(forEver); });</script>`,
      config: { durationSeconds: 1 },
    });
    await open.prepare(30);
    expect(await open.seek(14)).toBe(true);
    expect(await open.seek(15)).toBe(false);
    await open.close();
  });
});

describe('the seek event', () => {
  it('gives the time and holds the frame until its promises are done', async () => {
    const open = await stage.load({
      html: `<div data-composition-id="main"><p id="a"></p></div><script>
        addEventListener('hf-seek', ({ detail }) => {
          if (detail.time > 0) detail.waitUntil(new Promise((done) => setTimeout(() => { a.textContent = detail.time; done(); }, 20)));
        });</script>`,
      config: { durationSeconds: 1 },
    });
    await open.prepare(30);
    expect(await open.seek(0)).toBe(true);
    expect(await open.seek(15)).toBe(false);
    expect(await open.page.$eval('#a', (element) => element.textContent)).toBe('0.5');
    await open.close();
  });

  it('fails the frame when a promise is rejected', async () => {
    const open = await stage.load({
      html: `<div data-composition-id="main"></div><script>
        addEventListener('hf-seek', ({ detail }) => detail.waitUntil(Promise.reject(new Error('no texture'))));</script>`,
      config: { durationSeconds: 1 },
    });
    await open.prepare(30);
    await expect(open.seek(0)).rejects.toThrow('no texture');
    await open.close();
  });
});
