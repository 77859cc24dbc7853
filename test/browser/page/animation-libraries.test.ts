/** Animation libraries under the frame clock, and fused stepping (reference: composition-format 7.2, 7.6). */
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { PageStage } from './stage.js';

let stage: PageStage;
beforeAll(async () => {
  stage = await PageStage.open();
});
afterAll(() => stage.close());

/** A 2 s Lottie picture whose square moves from x = 0 to x = 100. */
const LOTTIE = {
  v: '5.7.0',
  fr: 30,
  ip: 0,
  op: 60,
  w: 200,
  h: 100,
  layers: [
    {
      ty: 1,
      ip: 0,
      op: 60,
      st: 0,
      sw: 20,
      sh: 20,
      sc: '#ff0000',
      ks: {
        o: { k: 100 },
        r: { k: 0 },
        a: { k: [0, 0, 0] },
        s: { k: [100, 100, 100] },
        p: {
          a: 1,
          k: [
            { t: 0, s: [0, 0, 0], e: [100, 0, 0], i: { x: 1, y: 1 }, o: { x: 0, y: 0 } },
            { t: 60, s: [100, 0, 0] },
          ],
        },
      },
    },
  ],
};

const left = (element: Element): number =>
  Number(/translateX\(([\d.e-]+)px\)/.exec((element as HTMLElement).style.transform)?.[1] ?? 0);

describe('a library that draws when time has passed', () => {
  /** As the library does it; the packages themselves are none of this project. */
  const LIBRARIES: Readonly<Record<string, string>> = {
    'p5 1': `window.p5 = class { static hooks = {};
        constructor() { window.p5.instance = this; addEventListener('load', () => { this._lastTargetFrameTime = performance.now(); for (const hook of p5.hooks.afterSetup ?? []) hook.call(window); this.draw(); }); }
        draw = () => { const now = performance.now(); if (now - this._lastTargetFrameTime >= 11) { this._lastTargetFrameTime = Math.max(this._lastTargetFrameTime + 16, now); drawn(); } requestAnimationFrame(this.draw); } };
      p5.prototype.registerMethod = (name, hook) => { (p5.hooks[name] ??= []).push(hook); }; new p5();`,
    'p5 2': `window.p5 = class { static cycle = {}; static registerAddon(addon) { addon(p5, p5.prototype, p5.cycle); }
        constructor() { addEventListener('load', async () => { this._lastTargetFrameTime = performance.now(); await p5.cycle.postsetup?.call(this); this.draw(); }); }
        draw = () => { const now = performance.now(); if (now - this._lastTargetFrameTime >= 11) { this._lastTargetFrameTime = Math.max(this._lastTargetFrameTime + 16, now); drawn(); } requestAnimationFrame(this.draw); } };
      new p5();`,
    PixiJS: `window.PIXI = { Ticker: class { lastTime = performance.now(); update(now = performance.now()) { if (now > this.lastTime) drawn(); this.lastTime = now; } } };
      const ticker = new PIXI.Ticker(), tick = (now) => { ticker.update(now); requestAnimationFrame(tick); }; requestAnimationFrame(tick);`,
  };
  it.each(Object.keys(LIBRARIES))('draws the first frame, too, and once: %s', async (name) => {
    const open = await stage.load({
      html: `<div data-composition-id="main"></div><script>let n = 0; const drawn = () => { n++; }; ${LIBRARIES[name]}</script>`,
      config: { durationSeconds: 1 },
    });
    await open.prepare(30);
    const counts: unknown[] = [];
    for (const frame of [0, 1, 2]) {
      await open.seek(frame);
      counts.push(await open.page.evaluate('n'));
    }
    expect(counts).toEqual([1, 2, 3]);
    await open.close();
  });
});

describe('anime.js 3', () => {
  it('is driven by its running list, passes and turns included, also when it has taken all from that', async () => {
    const open = await stage.load({
      html: `<script src="/lib/anime3.js"></script><div data-composition-id="main"><div id="a"></div><div id="b"></div></div><script>
        anime({ targets: '#a', translateX: 100, duration: 2000, easing: 'linear' });
        anime({ targets: '#b', translateX: 100, duration: 1000, easing: 'linear', direction: 'alternate', loop: true });</script>`,
      config: { durationSeconds: 3 },
    });
    expect(open.report.inOrder).toBeNull();
    await open.prepare(90);
    for (const [frame, a, b] of [
      [0, 0, 0],
      [15, 25, 50],
      [45, 75, 50],
      [54, 90, 20],
      [75, 100, 50],
      [30, 50, 100],
    ] as const) {
      await open.seek(frame);
      expect(await open.page.$eval('#a', left), `a in frame ${frame}`).toBeCloseTo(a, 3);
      expect(await open.page.$eval('#b', left), `b in frame ${frame}`).toBeCloseTo(b, 3);
    }
    await open.close();
  });
});

describe('an instance of anime.js 3 that a script takes into its hands', () => {
  const shift = (css: string): number => Math.round(Number(/translateX\(([\d.]+)px\)/.exec(css)?.[1]));
  const MOVE = "{ targets: '#a', translateX: 100, duration: 500, easing: 'linear'";

  it.each([
    [
      'stops where it is stopped',
      `anime(${MOVE}, update(one) { if (one.currentTime >= 300) one.pause(); } })`,
      [0, 20, 40, 60, 60, 60, 60],
    ],
    ['begins anew', `anime(${MOVE}, complete(one) { one.restart(); } })`, [0, 20, 40, 60, 80, 0, 20, 40]],
    ['goes back', `anime(${MOVE}, complete(one) { one.reverse(); one.play(); } })`, [0, 20, 40, 60, 80, 100, 80, 60]],
    ['runs at the speed of all', `anime.speed = 0.5; anime(${MOVE} })`, [0, 10, 20, 30, 40]],
  ])('%s', async (_, script, shifts) => {
    const open = await stage.load({
      html: `<script src="/lib/anime3.js"></script><div data-composition-id="main"><div id="a"></div></div><script>${script}</script>`,
      config: { durationSeconds: 2 },
    });
    await open.prepare(30);
    const found: number[] = [];
    for (let frame = 0; frame < shifts.length * 3; frame += 1) {
      await open.seek(frame);
      if (frame % 3 === 0) found.push(shift(await open.page.$eval('#a', (a) => (a as HTMLElement).style.transform)));
    }
    expect(found).toEqual(shifts);
    await open.close();
  });
});

describe('anime.js 4', () => {
  it('goes on with instances that are not pushed beside those that are', async () => {
    const open = await stage.load({
      html: `<script src="/lib/anime.js"></script><div data-composition-id="main"><div id="a"></div><div id="b"></div></div><script>
        window.__hfAnime = [anime.animate('#a', { translateX: 100, duration: 2000, ease: 'linear', autoplay: false })];
        anime.animate('#b', { translateX: 100, duration: 2000, ease: 'linear' });</script>`,
      config: { durationSeconds: 2 },
    });
    await open.prepare(60);
    for (let frame = 0; frame <= 30; frame += 1) await open.seek(frame);
    expect(await open.page.$eval('#a', left)).toBeCloseTo(50, 3);
    // By its own loop, which counts from its first step.
    expect(Math.abs((await open.page.$eval('#b', left)) - 50)).toBeLessThan(2);
    await open.close();
  });

  it('is seeked in milliseconds, in both directions, and does not count as a frame loop', async () => {
    const open = await stage.load({
      html: `<script src="/lib/anime.js"></script><div data-composition-id="main"><div id="a"></div></div><script>
        window.__hfAnime = [anime.animate('#a', { translateX: 100, duration: 1000, ease: 'linear', autoplay: false })];</script>`,
      config: { durationSeconds: 1 },
    });
    expect(open.report.inOrder).toBeNull();
    await open.prepare(30);
    for (const frame of [15, 24, 6]) {
      await open.seek(frame);
      expect(await open.page.$eval('#a', (element) => (element as HTMLElement).style.transform)).toBe(
        `translateX(${Number(((100 * frame) / 30).toFixed(4))}px)`,
      );
    }
    await open.close();
  });

  it('is driven also when its instance was left to play by itself', async () => {
    const open = await stage.load({
      html: `<script src="/lib/anime.js"></script><div data-composition-id="main"><div id="a"></div></div><script>
        window.__hfAnime = []; __hfAnime.push(anime.animate('#a', { opacity: [0, 1], duration: 1000, ease: 'linear' }));</script>`,
      config: { durationSeconds: 1 },
    });
    expect(open.report.inOrder).toBeNull();
    await open.prepare(30);
    await open.seek(15);
    expect(Number(await open.css('#a', 'opacity'))).toBeCloseTo(0.5, 3);
    await open.close();
  });
});

describe('Lottie', () => {
  it('gives its length, goes to the frame of the time and is found without being registered', async () => {
    const open = await stage.load({
      html: `<script src="/lib/lottie.js"></script><div data-composition-id="main"><div id="l" style="width:200px;height:100px"></div></div><script>
        lottie.loadAnimation({ container: l, renderer: 'svg', loop: false, autoplay: true, path: '/square.json' });</script>`,
      files: { '/square.json': JSON.stringify(LOTTIE) },
    });
    expect(open.report.durationSeconds).toBe(2);
    expect(open.report.inOrder).toBeNull();
    await open.prepare(60);
    for (const frame of [30, 15, 45]) {
      await open.seek(frame);
      const x = await open.page.$eval('#l', (element) => {
        const [picture, square] = [element.querySelector('svg'), element.querySelector('svg rect[fill="#ff0000"]')];
        if (picture === null || square === null) throw new Error('no square');
        const [outer, inner] = [picture.getBoundingClientRect(), square.getBoundingClientRect()];
        return ((inner.left - outer.left) * 200) / outer.width;
      });
      expect(x).toBeCloseTo((100 * frame) / 60, 1);
    }
    await open.close();
  });
});

describe('Lottie that scripts move', () => {
  /** What the square has moved by in a frame; of two seconds it takes to move by 100. */
  const shows = async (script: string, frames: readonly number[], head = '') => {
    const open = await stage.load({
      head: `<script src="/lib/gsap.js"></script><script src="/lib/lottie.js"></script>${head}`,
      html: `<div data-composition-id="main"><div id="l" style="width:200px;height:100px"></div></div><script>
        const load = (how) => lottie.loadAnimation({ container: l, renderer: 'svg', loop: false, autoplay: false, animationData: ${JSON.stringify(LOTTIE)}, ...how });
        const timeline = gsap.timeline({ paused: true }).to({}, { duration: 4 }); __timelines.main = timeline;
        ${script}</script>`,
    });
    await open.prepare(120);
    const moved: (number | null)[] = [];
    for (const frame of frames) {
      await open.seek(frame);
      moved.push(
        await open.page.$eval('#l', (element) => {
          const [picture, square] = [element.querySelector('svg'), element.querySelector('svg rect[fill="#ff0000"]')];
          if (picture === null || square === null) return null;
          const [outer, inner] = [picture.getBoundingClientRect(), square.getBoundingClientRect()];
          return Math.round(((inner.left - outer.left) * 200) / outer.width);
        }),
      );
    }
    const { report } = open;
    await open.close();
    return { moved, seconds: report.durationSeconds, inOrder: report.inOrder };
  };

  it.each([
    [
      'a tween, before it, in it and after it',
      'const at = { frame: 0 }, a = load(); timeline.to(at, { frame: 30, duration: 1, ease: "none", onUpdate: () => a.goToAndStop(at.frame, true) }, 1);',
      [0, 50, 25, 0, 25, 50],
      [0, 90, 45, 15, 45, 60],
    ],
    [
      'a callback that has it play',
      'const a = load(); timeline.call(() => a.play(), [], 1);',
      [0, 0, 25, 50],
      [0, 29, 45, 60],
    ],
    ['its speed', 'load({ autoplay: true }).setSpeed(2);', [0, 50, 100], [0, 15, 45]],
    [
      'a callback that slows it down on the way',
      'const a = load({ autoplay: true }); timeline.call(() => a.setSpeed(0.5), [], 1);',
      [25, 50, 75],
      [15, 30, 60],
    ],
    [
      'a callback that stops it',
      'const a = load({ autoplay: true }); timeline.call(() => a.pause(), [], 1);',
      [25, 50, 50],
      [15, 30, 60],
    ],
    ['its direction', 'load({ autoplay: true, loop: true }).setDirection(-1);', [0, 75, 50], [0, 15, 30]],
    ['how often it is to repeat', 'load({ autoplay: true, loop: 1 }).setSpeed(2);', [50, 50, 100], [15, 45, 90]],
    ['a callback that loads it', 'timeline.call(() => load({ autoplay: true }), [], 1);', [null, 0, 25], [15, 30, 45]],
  ] as const)('goes by %s', async (_, script, moved, frames) => {
    expect((await shows(script, frames)).moved).toEqual(moved);
  });

  it('plays from the start where it is registered, or where no script moves it', async () => {
    for (const script of ['__hfLottie = [load()]; timeline.call(() => __hfLottie[0].pause(), [], 0.5);', 'load();']) {
      expect((await shows(script, [15, 45])).moved).toEqual([25, 75]);
    }
  });

  it('tells listeners of its end and of its passes, in the frame in which they come, and goes where these have it go', async () => {
    const listening = (how: string, name: string) =>
      `const a = load({ autoplay: true, ${how} }); a.addEventListener('${name}', () => { a.goToAndPlay(15, true); a.setSpeed(0.5); });`;
    const atEnd = await shows(listening('loop: false', 'complete'), [58, 59, 60, 89]);
    expect(atEnd).toMatchObject({ moved: [97, 25, 26, 50], inOrder: 'animation-ends' });
    expect((await shows(listening('loop: true', 'loopComplete'), [58, 60, 61, 90])).moved).toEqual([97, 25, 26, 50]);
    const unheard = await shows(listening('loop: true', 'complete'), [59]);
    expect(unheard.inOrder).toBeNull();
  });

  it('is as long as it plays', async () => {
    const seconds = async (script: string) => (await shows(`delete __timelines.main; ${script}`, [])).seconds;
    expect(await seconds('load({ autoplay: true, loop: 2 }).setSpeed(2);')).toBe(3);
  });
});

describe('three.js', () => {
  it('reads the frame time in the seek event, and its textures are awaited', async () => {
    const open = await stage.load({
      head: '<script type="importmap">{"imports":{"three":"/lib/three.module.js"}}</script>',
      html: `<div data-composition-id="main"></div><script type="module">
        import * as THREE from 'three';
        window.times = [];
        addEventListener('hf-seek', () => times.push(window.__hfThreeTime));
        new THREE.TextureLoader().load('/slow.svg', () => { window.textured = true; });</script>`,
      config: { durationSeconds: 1 },
      files: { '/slow.svg': '<svg xmlns="http://www.w3.org/2000/svg" width="4" height="4"/>' },
      delays: { '/slow.svg': 300 },
    });
    expect(await open.page.evaluate(() => window.textured)).toBe(true);
    await open.prepare(30);
    await open.seek(15);
    expect(await open.page.evaluate(() => window.times)).toEqual([0.5]);
    await open.close();
  });
});

describe('fused stepping', () => {
  it('seeks one frame for each native animation frame, as many as it was told, and stops at the next seek', async () => {
    const open = await stage.load({
      html: `<div data-composition-id="main"></div><script>
        window.seen = []; addEventListener('hf-seek', (event) => seen.push(Math.round(event.detail.time * 30)));</script>`,
      config: { durationSeconds: 1 },
    });
    await open.prepare(30);
    await open.page.evaluate(() => window.__framefarm.tick(5, 3));
    // Puppeteer's own polls are timers of the page, which wait for its frames.
    const steps = (count: number): Promise<unknown> =>
      vi.waitUntil(() => open.page.evaluate((least) => window.__framefarm.tickState().ticks >= least, count), 30_000);
    await steps(3);
    // Each picture of the page is a native frame.
    for (let frame = 0; frame < 3; frame += 1) await open.page.screenshot();
    expect(await open.page.evaluate(() => window.seen)).toEqual([5, 6, 7]);
    expect(await open.page.evaluate(() => window.__framefarm.tickState())).toEqual({ ticks: 3, asynchronous: false });
    await open.page.evaluate(() => window.__framefarm.tick(8, 1000));
    await steps(2);
    await open.seek(20);
    await open.page.screenshot();
    expect((await open.page.evaluate(() => window.seen)).at(-1)).toBe(20);
    await open.close();
  });

  it('stops at a frame that has to wait and says so', async () => {
    const open = await stage.load({
      html: `<div data-composition-id="main"></div><script>
        addEventListener('hf-seek', ({ detail }) => { if (detail.time >= 0.1) detail.waitUntil(new Promise(() => {})); });</script>`,
      config: { durationSeconds: 1 },
    });
    await open.prepare(30);
    await open.page.evaluate(() => window.__framefarm.tick(0, 10));
    await open.page.waitForFunction(() => window.__framefarm.tickState().asynchronous, { polling: 10 });
    expect(await open.page.evaluate(() => window.__framefarm.tickState())).toEqual({ ticks: 4, asynchronous: true });
    await open.close();
  });
});

describe('the runtime', () => {
  it('tells of a thousand typefaces at most', async () => {
    const texts = Array.from({ length: 1_001 }, (_, index) => `<span style="font-family:Face${index}">a</span>`);
    const open = await stage.load({
      html: `<div data-composition-id="main">${texts.join('')}</div>`,
      config: { durationSeconds: 1 },
    });
    expect([open.report.fonts.length, open.report.unresolvedFonts.length]).toEqual([1_000, 1_000]);
    await open.close();
  });

  it('is not disturbed by a page that replaces built-ins, and may run twice', async () => {
    const open = await stage.load({
      html: `<script src="/__framefarm/runtime.js"></script><style>@keyframes f { to { opacity: 0 } } #a { animation: f 1s linear both }</style>
        <div data-composition-id="main"><div id="a">x</div></div><script>
        window.requestAnimationFrame = () => 0; window.setTimeout = () => 0; window.Promise = class {}; window.Date = null;
        JSON.stringify = () => 'x'; performance.now = () => 7; document.getAnimations = () => [];
        window.CustomEvent = null; window.Event = null; window.Map = null; window.Set = null; window.WeakMap = null; window.performance = null;</script>`,
      config: { durationSeconds: 1 },
    });
    await open.prepare(30);
    await open.seek(15);
    expect(Number(await open.css('#a', 'opacity'))).toBeCloseTo(0.5, 5);
    await open.close();
  });
});

describe('canvas-confetti', () => {
  it('draws in the page, also where it was told to draw in a worker', async () => {
    const open = await stage.load({
      html: `<div data-composition-id="main"></div><script>
        window.made = [];
        const cannon = (canvas, options) => Object.assign((shot) => { made.push([canvas, options, shot]); }, { reset() { made.push('reset'); } });
        const confetti = (shot) => cannon(null, { useWorker: true, resize: true })(shot);
        window.confetti = Object.assign(confetti, { create: cannon, shapeFromText: () => 'shape', reset: () => {} });
      </script><script>
        window.confetti({ spread: 1 }); window.confetti({ spread: 2 }); window.confetti.reset();
        window.confetti.create(null, { useWorker: true })({ spread: 3 });
        window.made.push(window.confetti.shapeFromText());</script>`,
      config: { durationSeconds: 1 },
    });
    const whole = { resize: true, useWorker: false };
    expect(await open.page.evaluate(() => window.made)).toEqual([
      [null, whole, { spread: 1 }],
      [null, whole, { spread: 2 }],
      'reset',
      [null, { useWorker: false }, { spread: 3 }],
      'shape',
    ]);
    await open.close();
  });
});

describe('GSAP as scripts bring it', () => {
  const STUB = 'window.gsap = { eases: [], registerEase(name) { this.eases.push(name); } };';

  it.each([
    ['in a script of the document', `<script>${STUB}</script>`],
    ['by an address', '<script src="stub.js"></script>'],
  ])('has its eases before the next script runs: %s', async (_, library) => {
    const open = await stage.load({
      html: `${library}<script>window.seen = gsap.eases.length;</script><div data-composition-id="main"></div>`,
      files: { '/stub.js': STUB },
      config: { durationSeconds: 1 },
    });
    expect(await open.page.evaluate(() => (window as unknown as { seen: number }).seen)).toBeGreaterThan(0);
    await open.close();
  });

  it('scrambles a text also in the frame in which its delay is over', async () => {
    const open = await stage.load({
      html: `<div data-composition-id="main"><p id="text">before</p></div><script src="/lib/gsap.js"></script><script src="/lib/scramble-text.js"></script>
        <script>window.__timelines.main = gsap.timeline({ paused: true }).to('#text', { duration: 2, scrambleText: { text: 'behind', revealDelay: 0.5 } });</script>`,
      config: { durationSeconds: 2 },
    });
    await open.prepare(60);
    const textAt = async (frame: number) => {
      await open.seek(frame);
      return open.page.evaluate(() => document.getElementById('text')?.textContent);
    };
    expect(await textAt(0)).toBe('before');
    expect(await textAt(14)).toMatch(/^[A-Z]{6}$/);
    expect(await textAt(15)).toMatch(/^[A-Z]{6}$/);
    expect(await textAt(59)).toMatch(/^behin/);
    await open.close();
  });

  it('is no name where no script brings it', async () => {
    const open = await stage.load({
      html: `<script>window.seen = ['gsap' in window, typeof gsap];</script><div data-composition-id="main"></div>`,
      config: { durationSeconds: 1 },
    });
    expect(await open.page.evaluate(() => (window as unknown as { seen: unknown }).seen)).toEqual([false, 'undefined']);
    await open.close();
  });
});
