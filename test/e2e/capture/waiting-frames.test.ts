/** Frames that wait for something are shown once, as all others are (composition-format 7.1, 7.6). */
import { PNG } from 'pngjs';
import { describe, expect, it } from 'vitest';
import { addPackageFile, makeProject } from '../../support/projects/project.js';
import { cell, place, renderProject, scene } from '../../support/projects/scene.js';
import { useBundledFfmpeg } from '../../support/renders/bundled-ffmpeg.js';

useBundledFfmpeg();

/** A loop counts its callbacks; the first cell is lime while there was one for each frame. Three frames of 30 wait. */
const COUNTED = `<script>
  let [count, offset] = [0, null];
  const loop = () => { count += 1; requestAnimationFrame(loop); };
  requestAnimationFrame(loop);
  addEventListener('hf-seek', ({ detail }) => {
    const frame = Math.round(detail.time * 10);
    if (frame === 1) offset = count - 1;
    document.getElementById('a').style.background = offset === null || count - frame === offset ? 'lime' : 'red';
    if ([5, 12, 21].includes(frame)) detail.waitUntil(new Promise((done) => setTimeout(done, 30)));
  });</script>`;

/** A picture is put there at 0.5 s, and another one at 1.2 s. */
const ADDED = `<script>
  const tl = gsap.timeline({ paused: true });
  const add = (place) => () => {
    document.querySelector('[data-composition-id]').insertAdjacentHTML('beforeend', '<img src="lime.svg" style="' + place + '">');
  };
  tl.call(add('${place(1)}'), null, 0.5).call(add('${place(2)}'), null, 1.2).to({}, { duration: 3 }, 0);
  window.__timelines.main = tl;</script>`;

/** Pictures that are to wait until they are near: one far away that comes near at 1 s, and one that is shown at 1.5 s. */
const LAZY = `<script>
  const root = document.querySelector('[data-composition-id]');
  addEventListener('hf-seek', ({ detail: { time } }) => {
    if (time === 0.5) {
      root.insertAdjacentHTML('beforeend', '<img id="far" loading="lazy" src="lime.svg?far" style="${place(1)};top:9000px">');
      root.insertAdjacentHTML('beforeend', '<img id="hidden" loading="lazy" src="lime.svg?hidden" style="${place(2)};display:none">');
    }
    if (time === 1) document.getElementById('far').style.top = '0';
    if (time === 1.5) document.getElementById('hidden').style.display = 'block';
  });</script>`;

/** Sheets that scripts bring: one is linked to at 0.5 s and gives way to another at 1 s, and a style imports one at 1.5 s. */
const SHEETS = `<div id="a" style="${place(1)}"></div><div id="b" style="${place(2)}"></div>
  <div id="c" style="${place(3)}"></div><script>
  const link = Object.assign(document.createElement('link'), { rel: 'stylesheet', href: 'lime.css' });
  addEventListener('hf-seek', ({ detail: { time } }) => {
    if (time === 0.5) document.head.append(link);
    if (time === 1) link.href = 'blue.css';
    if (time === 1) document.head.insertAdjacentHTML('beforeend', '<link rel="stylesheet" href="data:text/css,%23c{background:url(/large.svg)}">');
    if (time === 1.5) document.head.append(Object.assign(document.createElement('style'), { textContent: '@import "imported.css";' }));
  });</script>`;

/** What a script asks for at 0.5, 1 and 1.5 s and draws when it comes: a picture, a decoded one, and one of a request. */
const ASKED = `<canvas id="pen" width="160" height="80" style="position:absolute;left:0;top:0"></canvas><script>
  const pen = document.getElementById('pen').getContext('2d');
  const draw = (picture, index) => pen.drawImage(picture, index * 16, 0, 16, 16);
  const picture = (name) => Object.assign(new Image(), { src: 'large.png?' + name });
  addEventListener('hf-seek', ({ detail: { time } }) => {
    if (time === 0.5) {
      const asked = picture('loaded');
      asked.onload = () => draw(asked, 1);
    }
    if (time === 1) {
      const asked = picture('decoded');
      asked.decode().then(() => draw(asked, 2));
    }
    if (time === 1.5) fetch('large.png').then((answer) => answer.blob()).then(createImageBitmap).then((bitmap) => draw(bitmap, 3));
  });</script>`;
const LIME =
  '<svg xmlns="http://www.w3.org/2000/svg" width="16" height="16"><rect width="16" height="16" fill="lime"/></svg>';

/** A text in white whose font is needed from 0.5 s on, and a heavier one from 1 s; below it another one on a canvas. */
const FONTS = `<style>
    @font-face { font-family: Late; src: url(late-400.woff2); font-weight: 400; }
    @font-face { font-family: Late; src: url(late-700.woff2); font-weight: 700; }
    @font-face { font-family: Drawn; src: url(late-400.woff2); font-weight: 400; }
    @font-face { font-family: Drawn; src: url(late-700.woff2); font-weight: 700; }
    #text { position: absolute; left: 0; top: 0; color: white; font: 30px/40px monospace; }
    canvas { position: absolute; left: 0; top: 40px; }
  </style><div id="text">framefarm</div><canvas id="pen" width="160" height="40"></canvas><script>
  const pen = document.getElementById('pen').getContext('2d');
  pen.fillStyle = 'white';
  addEventListener('hf-seek', ({ detail: { time } }) => {
    const { style } = document.getElementById('text');
    style.fontFamily = time < 0.5 ? 'monospace' : 'Late';
    style.fontWeight = time < 1 ? '400' : '700';
    pen.font = style.fontWeight + ' 30px ' + (time < 0.5 ? 'monospace' : 'Drawn');
    pen.clearRect(0, 0, 160, 40);
    pen.fillText('framefarm', 0, 30);
  });</script>`;

describe.each(['surface', 'beginframe'] as const)('by %s', (path) => {
  const env = path === 'surface' ? {} : { FRAMEFARM_SURFACE: 'off' };

  it('a callback of each frame runs once in it, although some frames wait', async () => {
    const project = await makeProject({
      'index.html': scene(`${cell(0, 'lime', 'id="a"')}${COUNTED}`, { duration: 3 }),
    });
    const shown = await renderProject(project, { flags: ['--fps', '10'], env, beside: true });
    expect(shown.complete.capture.path, shown.complete.capture.reason).toBe(path);
    expect(shown.runs(0)).toBe('30 lime');
  });

  it('what comes at a time is there from its frame on, and no frame before it', async () => {
    const body = `<script src="gsap.js"></script>${ADDED}`;
    const project = await makeProject({ 'index.html': scene(body, { duration: 3 }), 'lime.svg': LIME });
    await addPackageFile(project, 'gsap/dist/gsap.min.js', 'gsap.js');
    const shown = await renderProject(project, { flags: ['--fps', '10'], env, beside: true });
    expect(shown.complete.capture.path, shown.complete.capture.reason).toBe(path);
    expect(shown.runs(1)).toBe('5 black, 25 lime');
    expect(shown.runs(2)).toBe('12 black, 18 lime');
  });

  it('a picture that a script adds, and that is to load once it is near, is there when it is', async () => {
    const project = await makeProject({ 'index.html': scene(LAZY, { duration: 2 }), 'lime.svg': LIME });
    const shown = await renderProject(project, { flags: ['--fps', '10'], env, beside: true });
    expect(shown.complete.capture.path, shown.complete.capture.reason).toBe(path);
    expect(shown.runs(1)).toBe('10 black, 10 lime');
    expect(shown.runs(2)).toBe('15 black, 5 lime');
  });

  it('a sheet that a script brings is there in its frame, with the pictures that it names', async () => {
    const project = await makeProject({
      'index.html': scene(SHEETS, { duration: 2 }),
      'lime.css': '#a { background: url(lime.svg?sheet) }',
      'blue.css': '#a { background: blue }',
      'imported.css': '@import "b.css";',
      'b.css': '#b { background: lime }',
      'lime.svg': LIME,
      'large.svg': LIME + ' '.repeat(8_000_000),
    });
    const shown = await renderProject(project, { flags: ['--fps', '10'], env, beside: true });
    expect(shown.complete.capture.path, shown.complete.capture.reason).toBe(path);
    expect(shown.runs(1)).toBe('5 black, 5 lime, 10 blue');
    expect(shown.runs(3)).toBe('10 black, 10 lime');
    expect(shown.runs(2)).toBe('15 black, 5 lime');
  });

  it('what a script asks for in a frame and draws is there in it', async () => {
    const large = new PNG({ width: 2000, height: 2000 });
    for (let at = 0; at < large.data.length; at += 4) large.data.set([0, 255, 0, 255], at);
    const project = await makeProject({
      'index.html': scene(ASKED, { duration: 2 }),
      'large.png': PNG.sync.write(large, { deflateLevel: 0 }),
    });
    const shown = await renderProject(project, { flags: ['--fps', '10'], env, beside: true });
    expect(shown.complete.capture.path, shown.complete.capture.reason).toBe(path);
    for (const [index, runs] of ['5 black, 15 lime', '10 black, 10 lime', '15 black, 5 lime'].entries())
      expect(shown.runs(index + 1)).toBe(runs);
  });

  it('a text is never without its letters, and never in those of another font, whenever its own is first needed', async () => {
    const project = await makeProject({ 'index.html': scene(FONTS, { duration: 2 }) });
    for (const weight of [400, 700]) {
      await addPackageFile(
        project,
        `@fontsource/inter/files/inter-latin-${weight}-normal.woff2`,
        `late-${weight}.woff2`,
      );
    }
    const shown = await renderProject(project, { format: 'png-sequence', flags: ['--fps', '10'], env, beside: true });
    expect(shown.complete.capture.path, shown.complete.capture.reason).toBe(path);
    const ink = (frame: number, top: number): number => {
      let count = 0;
      for (let y = top; y < top + 40; y += 1)
        for (let x = 0; x < 160; x += 1) if (shown.frames.pixel(frame, x, y)[0] > 128) count += 1;
      return count;
    };
    for (const [what, top] of [
      ['in the page', 0],
      ['on a canvas', 40],
    ] as const) {
      const inks = Array.from({ length: 20 }, (_, frame) => ink(frame, top));
      const said = `${what}: ${inks}`;
      expect(new Set(inks.slice(0, 5)).size, said).toBe(1);
      expect(new Set(inks.slice(5, 10)).size, said).toBe(1);
      expect(new Set(inks.slice(10)).size, said).toBe(1);
      expect(Math.min(...inks), said).toBeGreaterThan(300);
      expect(inks[10], said).toBeGreaterThan((inks[5] ?? 0) * 1.1);
    }
  });
});

it('scripts and modules that begin to load while frames are shown are told, which no frame waits for', async () => {
  const project = await makeProject({
    'index.html': scene(
      `<script type="module">import './early.js';</script><script>addEventListener('hf-seek', ({ detail: { time } }) => {
        if (time === 0.2) import('./module.js');
        if (time === 0.4) document.head.append(Object.assign(document.createElement('script'), { src: 'plain.js' }));
        if (time === 0.6) fetch('data.json');
      });</script>`,
      { duration: 1 },
    ),
    'early.js': '',
    'module.js': '',
    'plain.js': '',
    'data.json': '{}',
  });
  const { complete } = await renderProject(project, { flags: ['--fps', '10'] });
  expect(complete.warnings).toMatchObject(
    ['module.js', 'plain.js'].map((source) => ({ code: 'unsupported_feature', details: { source } })),
  );
});
