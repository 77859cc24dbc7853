/** anime.js, Lottie, three.js, the seek event and canvas drawing (composition-format 7.2). */
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { addPackageFile, makeProject, scratchDirectory } from '../../support/projects/project.js';
import {
  CELL,
  cell,
  colourName,
  failureOf,
  place,
  renderFiles,
  renderProject,
  scene,
} from '../../support/projects/scene.js';
import { useBundledFfmpeg } from '../../support/renders/bundled-ffmpeg.js';
import { renderWarm } from '../../support/renders/warm-render.js';

useBundledFfmpeg();

const TEN = ['--fps', '10'];

describe('anime.js 4', () => {
  it('is seeked when pushed to __hfAnime or registered, and gives no length of its own warning', async () => {
    const body = `${cell(0, 'red', 'id="a"')}${cell(1, 'red', 'id="b"')}${cell(3, 'red', 'id="c"')}<script>
      const { animate, createTimeline } = anime;
      hyperframesAnime.register('test', animate('#c', { opacity: [0, 1], duration: 1000, ease: 'linear', autoplay: false }));
      hyperframesAnime.register('test', animate('#c', { opacity: [1, 0], duration: 1000, ease: 'linear', autoplay: false }), { labels: { half: 0.5 } });
      if (hyperframesAnime.resolveLabel('test', 'half') !== 0.5) throw new Error('no label');
      window.__hfAnime = window.__hfAnime || [];
      window.__hfAnime.push(animate('#a', { opacity: [1, 0], duration: 1000, ease: 'linear', autoplay: false }));
      const tl = createTimeline({ autoplay: false }).add('#b', { translateX: ${CELL}, duration: 1, ease: 'linear' }, 500);
      window.__hfAnime.push(tl);
    </script>`;
    const project = await makeProject({ 'index.html': scene(body, { head: '<script src="anime.js"></script>' }) });
    await addPackageFile(project, 'animejs/dist/bundles/anime.umd.min.js', 'anime.js');
    const shown = await renderProject(project, { flags: TEN });
    for (let frame = 0; frame < 10; frame += 1) {
      for (const index of [0, 3])
        expect(Math.abs(shown.pixel(frame, index)[0] - 255 * (1 - frame / 10))).toBeLessThanOrEqual(10);
    }
    // At 0.5 s the tween of a millisecond begins; on the next frame it is over.
    expect(shown.runs(1)).toBe('6 red, 4 black');
    expect(shown.runs(2)).toBe('6 black, 4 red');
    expect(shown.warnings).toEqual([]);
    expect(shown.complete.notices).toEqual([]);
  });
});

describe('Lottie', () => {
  /** A square that fills the picture; shown from frame 5 of 10 on, at 10 frames per second. */
  const data = {
    v: '5.7.0',
    fr: 10,
    ip: 0,
    op: 10,
    w: 16,
    h: 16,
    nm: 'square',
    ddd: 0,
    assets: [],
    layers: [
      {
        ddd: 0,
        ind: 1,
        ty: 1,
        nm: 'solid',
        sr: 1,
        sc: '#00ff00',
        sw: 16,
        sh: 16,
        ip: 5,
        op: 10,
        st: 0,
        bm: 0,
        ks: {
          o: { a: 0, k: 100 },
          r: { a: 0, k: 0 },
          p: { a: 0, k: [8, 8, 0] },
          a: { a: 0, k: [8, 8, 0] },
          s: { a: 0, k: [100, 100, 100] },
        },
      },
    ],
  };
  it.each([
    ['pushed to __hfLottie', 'window.__hfLottie = window.__hfLottie || []; window.__hfLottie.push(made);'],
    ['known to the library itself', ''],
  ])('goes to the frame of the time when %s, and gives the length', async (_, register) => {
    const body = `<div id="l" style="${place(0)}"></div><script>
      const made = lottie.loadAnimation({ container: document.getElementById('l'), renderer: 'svg', loop: false, autoplay: true, path: 'square.json' });
      ${register}</script>`;
    const project = await makeProject({
      'index.html': scene(body, { duration: null, head: '<script src="lottie.js"></script>' }),
      'square.json': JSON.stringify(data),
    });
    await addPackageFile(project, 'lottie-web/build/player/lottie.min.js', 'lottie.js');
    const shown = await renderProject(project, { flags: TEN });
    expect(shown.runs(0)).toBe('5 black, 5 lime');
    expect(shown.warnings).toEqual([]);
    expect(shown.complete.notices).toEqual([]);
  });
});

describe('animations that SVG declares', () => {
  const graphic = (
    index: number,
    attributes = '',
  ): string => `<svg id="s${index}" ${attributes} style="${place(index)}" viewBox="0 0 16 16">
    <rect width="16" height="16" fill="red"><animate attributeName="opacity" from="1" to="0" dur="1s" fill="freeze"/>
    <set attributeName="fill" to="lime" begin="0.5s"/></rect></svg>`;

  it.each([
    ['on screenshots', [], 10],
    ['on a surface', ['--fps', '60'], 60],
  ])('show each frame at its time, %s, and begin with their clip', async (_, flags, count) => {
    const page = `${graphic(0)}${graphic(1, 'data-start="0.5" data-duration="0.5"')}
      <svg style="${place(2)}" viewBox="0 0 16 16"><svg><rect width="16" height="16" fill="blue">
        <animateTransform attributeName="transform" type="translate" from="0 0" to="16 0" dur="1s"/></rect></svg></svg>`;
    const shown = await renderFiles({ 'index.html': scene(page) }, { flags: flags.length === 0 ? TEN : flags });
    expect(shown.complete.capture).toMatchObject({
      path: count === 10 ? 'beginframe' : 'surface',
      reason: expect.stringMatching(/fewer|equal/),
    });
    for (let frame = 0; frame < count; frame += 1) {
      const at = frame / count;
      const [red, green] = shown.pixel(frame, 0);
      expect(Math.abs((at < 0.5 ? red : green) - 255 * (1 - at)), `frame ${frame}`).toBeLessThanOrEqual(14);
      const [ofClip] = shown.pixel(frame, 1);
      expect(Math.abs(ofClip - (at < 0.5 ? 0 : 255 * (1.5 - at))), `frame ${frame}`).toBeLessThanOrEqual(14);
    }
    const moved = [0.3, 0.8].map((at) => colourName(shown.pixel(at * count, 2)));
    expect(moved).toEqual(['blue', 'black']);
    expect(shown.warnings).toEqual([]);
  });

  it('are left to an author who has stopped their clock', async () => {
    const page = `${graphic(0)}<script>
      const own = document.getElementById('s0');
      own.pauseAnimations();
      own.setCurrentTime(0.25);
    </script>`;
    const shown = await renderFiles({ 'index.html': scene(page) }, { flags: TEN });
    for (const frame of [0, 5, 9]) expect(Math.abs(shown.pixel(frame, 0)[0] - 191)).toBeLessThanOrEqual(10);
  });
});

describe('three.js', () => {
  it('draws on the seek event with __hfThreeTime, textures loaded', async () => {
    const body = `<canvas id="c" width="16" height="16" style="${place(0)}"></canvas><script type="module">
      import * as THREE from 'https://cdn.jsdelivr.net/npm/three@0.187.0/build/three.module.js';
      const renderer = new THREE.WebGLRenderer({ canvas: document.getElementById('c'), preserveDrawingBuffer: true });
      const scene = new THREE.Scene(), camera = new THREE.OrthographicCamera(-1, 1, 1, -1, 0, 2);
      camera.position.z = 1;
      const plain = new THREE.MeshBasicMaterial({ color: 0xff0000 });
      const textured = new THREE.MeshBasicMaterial({ map: new THREE.TextureLoader().load('green.svg') });
      const mesh = new THREE.Mesh(new THREE.PlaneGeometry(4, 4), plain);
      scene.add(mesh);
      addEventListener('hf-seek', () => { mesh.material = window.__hfThreeTime >= 0.5 ? textured : plain; renderer.render(scene, camera); });
    </script>`;
    const shown = await renderFiles(
      {
        'index.html': scene(body),
        'green.svg':
          '<svg xmlns="http://www.w3.org/2000/svg" width="16" height="16"><rect width="16" height="16" fill="#00ff00"/></svg>',
      },
      { flags: TEN },
    );
    expect(shown.runs(0)).toBe('5 red, 5 lime');
    expect(shown.warnings).toEqual([]);
  });
});

describe('functions in __hfRender', () => {
  it('draw each frame from its time, also in nested compositions, and one that throws stops no other', async () => {
    const draws = (id: string, beside: string) =>
      `<canvas id="${id}" width="16" height="16"></canvas><script>{
        if (__hyperframes.assetUrl('a.png') !== '${beside}') throw new Error(__hyperframes.assetUrl('a.png'));
        const pen = document.getElementById('${id}').getContext('2d');
        (window.__hfRender = window.__hfRender || []).push((seconds) => {
          pen.fillStyle = seconds >= 0.5 && window.__hfTime === seconds ? '#00ff00' : '#ff0000'; pen.fillRect(0, 0, 16, 16); }); }</script>`;
    const body = `<script>window.__hfRender = [() => { throw new Error('first'); }];</script><div style="${place(0)}">${draws('c', '/a.png')}</div>
      <div style="${place(1)}" data-composition-id="n" data-composition-src="part/n.html" data-start="0" data-duration="1"></div>`;
    const shown = await renderFiles(
      {
        'index.html': scene(body),
        'part/n.html': `<div data-composition-id="n" data-width="16" data-height="16">${draws('d', '/part/a.png')}</div>`,
      },
      { flags: TEN },
    );
    for (const index of [0, 1]) expect(shown.runs(index)).toBe('5 red, 5 lime');
    expect(shown.warnings).toEqual(['script_error']);
  });
});

describe('the seek event', () => {
  const canvas = (index: number, listener: string) =>
    `<canvas id="c${index}" width="16" height="16" style="${place(index)}"></canvas><script>{
      const pen = document.getElementById('c${index}').getContext('2d');
      const fill = (colour) => { pen.fillStyle = colour; pen.fillRect(0, 0, 16, 16); };
      ${listener} }</script>`;

  it('carries the time, and promises given to waitUntil are awaited before the picture is taken', async () => {
    const body = [
      canvas(0, `addEventListener('hf-seek', ({ detail }) => fill(detail.time >= 0.5 ? '#00ff00' : '#ff0000'));`),
      canvas(
        1,
        `addEventListener('hf-seek', ({ detail }) => detail.waitUntil((async () => {
          fill('#0000ff');
          await new Promise((resolve) => setTimeout(resolve, 40));
          await fetch('data.json');
          fill(detail.time >= 0.3 ? '#00ff00' : '#ff0000'); })()));`,
      ),
      // Called later than while the listener runs, waitUntil refuses.
      canvas(
        2,
        `fill('#ff0000'); addEventListener('hf-seek', ({ detail }) => { detail.waitUntil(Promise.resolve().then(() => {
          try { detail.waitUntil(Promise.resolve()); } catch { fill('#00ff00'); } })); });`,
      ),
      canvas(
        3,
        `addEventListener('hf-seek', (event) => fill(event instanceof CustomEvent && event.target === window ? '#00ff00' : '#ff0000'));`,
      ),
    ].join('');
    const shown = await renderFiles({ 'index.html': scene(body), 'data.json': '{}' }, { flags: TEN });
    expect(shown.runs(0)).toBe('5 red, 5 lime');
    expect(shown.runs(1)).toBe('3 red, 7 lime');
    expect(shown.runs(2)).toBe('10 lime');
    expect(shown.runs(3)).toBe('10 lime');
    expect(shown.warnings).toEqual([]);
  });

  it('fails the frame when a promise is rejected', async () => {
    const body = canvas(
      0,
      `addEventListener('hf-seek', ({ detail }) => { if (detail.time >= 0.5) detail.waitUntil(Promise.reject(new Error('no data for this frame'))); });`,
    );
    const failure = await failureOf(await makeProject({ 'index.html': scene(body) }), TEN);
    expect(failure.code).toBe('COMPOSITION_SCRIPT_ERROR');
    expect(failure.message).toContain('no data for this frame');
    expect(failure.message).toContain('frame 5');
  });

  it('fires again once video pictures are placed, through __hfReseekGpu as well', async () => {
    const body = canvas(
      0,
      `let seeks = 0; addEventListener('hf-seek', () => { seeks += 1; fill(seeks >= 2 ? '#00ff00' : '#ff0000'); if (seeks === 1) window.__hfReseekGpu(0); });`,
    );
    const shown = await renderFiles({ 'index.html': scene(body) }, { flags: TEN });
    expect(shown.runs(0)).toBe('10 lime');
  });

  it('drives a transition canvas that publishes __hf.transitions', async () => {
    const body = `${canvas(
      0,
      `window.__hf.transitions = [{ time: 0.3, duration: 0.4, ease: 'none', fromScene: 'a', toScene: 'b' }];
      addEventListener('hf-seek', ({ detail }) => { const [{ time, duration }] = window.__hf.transitions;
        fill(detail.time < time ? '#ff0000' : detail.time < time + duration ? '#0000ff' : '#00ff00'); });`,
    ).replaceAll('c0', 'gl-canvas')}`;
    const shown = await renderFiles({ 'index.html': scene(body) }, { flags: TEN });
    expect(shown.runs(0)).toBe('3 red, 4 blue, 3 lime');
    expect(shown.warnings).toEqual([]);
  });
});

describe('elements that a page draws onto a canvas', () => {
  it('are drawn by every path, as all browsers are started with what that takes', async () => {
    const body = `<canvas id="c" layoutsubtree width="16" height="16" style="${place(0)}"><div id="e" style="width:16px;height:16px;background:#00ff00"></div></canvas><script>
      const pen = document.getElementById('c').getContext('2d');
      addEventListener('hf-seek', ({ detail }) => { if (detail.time >= 0.5) pen.drawElementImage(document.getElementById('e'), 0, 0); });</script>`;
    const shown = await renderFiles({ 'index.html': scene(body) }, { flags: TEN });
    expect(shown.runs(0)).toBe('5 black, 5 lime');
    expect(shown.warnings).toEqual([]);
    expect(shown.complete.capture).toMatchObject({ path: 'screenshot' });
  });

  it('are composed in each frame that a transition library asks for, once its copies of them were painted', async () => {
    // As `@hyperframes/shader-transitions` does: it wraps __hf.seek as soon as a timer of its finds that.
    const body = `${cell(0, '#ff0000', 'id="result"')}<script>
      const result = document.getElementById('result');
      let copied = false;
      if (window.__HF_VIRTUAL_TIME__ && window.__HF_PAGE_SIDE_COMPOSITING__) {
        window.__hf_page_composite_prepare = async () => { await null; copied = true; };
        window.__hf_page_composite_resolve = () => { result.style.backgroundColor = copied ? '#00ff00' : '#0000ff'; copied = false; };
        const looking = setInterval(() => {
          clearInterval(looking);
          const { seek } = window.__hf;
          window.__hf.seek = (time) => {
            seek(time);
            result.style.backgroundColor = '#ff0000';
            window.__hf_page_composite_pending = time > 0.25 && time < 0.65;
          };
        }, 50);
      }</script>`;
    const shown = await renderFiles({ 'index.html': scene(body) }, { flags: TEN });
    expect(shown.runs(0)).toBe('3 red, 4 lime, 3 red');
    expect(shown.warnings).toEqual([]);
  });
});

describe('what a page leaves to a renderer', () => {
  it.each([
    ['data-vfx-chain', `${cell(0, 'red', `data-vfx-chain='{"version":1,"nodes":[]}'`)}`],
    [
      'shader-transitions',
      `<script>window.HyperShader = {}; window.__hf.transitions = [{ time: 0.3, shader: 'glitch' }];</script>`,
    ],
  ])('%s is told of by name', async (feature, body) => {
    const project = await makeProject({ 'index.html': scene(body) });
    const { warnings } = await renderWarm(project, join(scratchDirectory(), 'out.mp4'), [...TEN, '--dry-run']);
    expect(warnings).toMatchObject([{ code: 'unsupported_feature', details: { feature } }]);
  });
});

describe('a canvas whose drawing a page does elsewhere', () => {
  const drawn = (draw: string): string => `<canvas id="c" width="16" height="16"></canvas><script>
    const pen = document.getElementById('c').transferControlToOffscreen().getContext('2d');
    const show = (time) => {
      pen.fillStyle = ['red', 'lime', 'blue'][Math.round(time * 10) % 3];
      pen.fillRect(0, 0, 16, 16);
    };
    ${draw}</script>`;
  it.each([
    ['the page', drawn(`addEventListener('hf-seek', ({ detail }) => show(detail.time));`)],
    [
      'a document in an iframe',
      `<iframe style="width:16px;height:16px;border:0" srcdoc="<style>body{margin:0}</style>${drawn(
        'const step = (ms) => { show(ms / 1000); requestAnimationFrame(step); }; requestAnimationFrame(step);',
      ).replaceAll('"', '&quot;')}"></iframe>`,
    ],
  ])('is shown in the frame in which %s draws it', async (_, body) => {
    const shown = await renderFiles(
      { 'index.html': scene(`<div style="${place(0)}">${body}</div>`) },
      { flags: [...TEN, '--workers', '1'] },
    );
    expect(shown.runs(0)).toBe('1 red, 1 lime, 1 blue, 1 red, 1 lime, 1 blue, 1 red, 1 lime, 1 blue, 1 red');
    expect(shown.warnings).toEqual([]);
  });
});

describe('a canvas with layoutsubtree', () => {
  it('forces screenshots and one lane', async () => {
    const body = `<canvas layoutsubtree style="${place(1)}"></canvas>${cell(0, 'red', 'data-start="0.5"')}`;
    const shown = await renderFiles({ 'index.html': scene(body) }, { flags: TEN });
    expect(shown.complete.capture).toMatchObject({
      path: 'screenshot',
      reason: expect.stringContaining('layoutsubtree'),
    });
    expect(shown.complete.lanes.count).toBe(1);
    expect(shown.runs(0)).toBe('5 black, 5 red');
  });
});

describe('a live map', () => {
  it('is reported', async () => {
    const body = `${cell(0, 'lime')}<script>window.__hfLeaflet = [{ on() {}, whenReady(call) { call(); } }];</script>`;
    const shown = await renderFiles({ 'index.html': scene(body) }, { flags: TEN });
    expect(shown.warnings).toEqual(['live_map_detected']);
    expect(shown.runs(0)).toBe('10 lime');
  });
});

describe('what a page scrolls', () => {
  const list = (style: string): string =>
    `<style>section { scroll-behavior: smooth !important }</style><section style="height:16px;${style}">
     <div style="height:16px;background:red"></div><div style="height:16px;background:lime"></div><div style="height:3000px"></div></section>`;
  it('is scrolled in its frame, though nothing else happens in it, and at once, whatever its sheet says', async () => {
    const body = [
      `<div style="${place(0)}">${list('overflow:auto')}</div>`,
      `<div style="${place(1)}">${list('overflow:scroll;background:black;will-change:transform')}</div>`,
      `<div id="host" style="${place(2)}"></div>`,
      `<script>
        const inner = document.getElementById('host').attachShadow({ mode: 'closed' });
        inner.innerHTML = ${JSON.stringify(list('overflow:auto'))};
        const lists = [...document.querySelectorAll('section'), inner.querySelector('section')];
        addEventListener('hf-seek', ({ detail }) => {
          for (const [index, scrolled] of lists.entries()) scrolled.scrollTop = detail.time > 0.25 + index / 10 ? 16 : 0;
        });
      </script>`,
    ].join('');
    const shown = await renderFiles({ 'index.html': scene(body) }, { flags: TEN });
    expect(shown.complete.capture.path).toBe('beginframe');
    expect([0, 1, 2].map((index) => shown.runs(index))).toEqual(['3 red, 7 lime', '4 red, 6 lime', '5 red, 5 lime']);
    expect(shown.warnings).toEqual([]);
  });
});

describe('an animation that follows scrolling', () => {
  it('stands where the page has scrolled to in the same frame, from two lanes', async () => {
    const body = `<style>@keyframes go { from { background: red } to { background: lime } }
      section { ${place(0)};overflow:auto;scroll-timeline:--s block } section b { display: block; height: 1016px }
      div[data-composition-id] { timeline-scope: --s } i { ${place(1)};animation: go steps(1, jump-end) both; animation-timeline: --s }</style>
      <section><b></b></section><i></i><script>
        const scrolled = document.querySelector('section');
        addEventListener('hf-seek', ({ detail }) => { scrolled.scrollTop = [3, 4, 5, 13, 15].includes(Math.floor(detail.time * 10 + 1e-6)) ? 1000 : 0; });
      </script>`;
    // As short as two lanes are taken for, in a chunk each.
    const [flags, env] = [['--fps', '30', '--workers', '2'], { FRAMEFARM_CHUNK_FRAMES: '30' }];
    const shown = await renderFiles({ 'index.html': scene(body, { duration: 2 }) }, { flags, env });
    expect(shown.complete.lanes.count).toBe(2);
    expect(shown.runs(1)).toBe('9 red, 9 lime, 21 red, 3 lime, 3 red, 3 lime, 12 red');
  });
});

describe('a page that is told of scrolling', () => {
  it('is shown what it does of that in the frame in which it scrolls', async () => {
    const body = [
      `<section style="${place(0)};overflow:auto"><div style="height:40px"></div><b style="display:block;height:3000px"></b></section>`,
      cell(1, 'blue', 'id="heard"'),
      cell(2, 'blue', 'id="observed"'),
      `<script>
        const scrolled = document.querySelector('section');
        const show = (id, is) => { document.getElementById(id).style.background = is ? 'lime' : 'red'; };
        scrolled.addEventListener('scroll', () => show('heard', scrolled.scrollTop > 0));
        new IntersectionObserver(([{ isIntersecting }]) => show('observed', isIntersecting), { root: scrolled }).observe(document.querySelector('b'));
        addEventListener('hf-seek', ({ detail }) => { scrolled.scrollTop = detail.time > 0.25 && detail.time < 0.65 ? 32 : 0; });
      </script>`,
    ].join('');
    const shown = await renderFiles({ 'index.html': scene(body) }, { flags: TEN });
    expect([1, 2].map((index) => shown.runs(index))).toEqual(['3 blue, 4 lime, 3 red', '3 red, 4 lime, 3 red']);
  });
});

describe('a progress bar', () => {
  it('without a value moves by the clock of the browser, which is told; one with a value or a look of its own is let be', async () => {
    const body = [
      `<progress id="unknown" style="${place(0)}"></progress>`,
      `<progress id="known" value="0.5" style="${place(1)}"></progress>`,
      `<progress id="own" style="${place(2)};appearance:none"></progress>`,
      `<progress id="hidden" style="display:none"></progress>`,
      `<progress id="later" style="${place(3)}"></progress>`,
      `<script>addEventListener('hf-seek', ({ detail }) => { document.getElementById('later').value = detail.time; });</script>`,
    ].join('');
    const shown = await renderFiles({ 'index.html': scene(body) }, { flags: TEN });
    expect(shown.warnings).toEqual(['unsupported_feature']);
    expect(shown.warning('unsupported_feature')).toContain('unknown');
  });
});
