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

/** A picture is put there at 0.2 s, and another one at 0.7 s. */
const ADDED = `<script>
  const tl = gsap.timeline({ paused: true });
  const add = (place) => () => {
    document.querySelector('[data-composition-id]').insertAdjacentHTML('beforeend', '<img src="lime.svg" style="' + place + '">');
  };
  tl.call(add('${place(1)}'), null, 0.2).call(add('${place(2)}'), null, 0.7).to({}, { duration: 3 }, 0);
  window.__timelines.main = tl;</script>`;

/** Pictures that are to wait until they are near: one far away that comes near at 0.9 s, and one that is shown at 1.3 s. */
const LAZY = `<script>
  const root = document.querySelector('[data-composition-id]');
  addEventListener('hf-seek', ({ detail: { time } }) => {
    if (time === 0.4) {
      root.insertAdjacentHTML('beforeend', '<img id="far" loading="lazy" src="lime.svg?far" style="${place(4)};top:9000px">');
      root.insertAdjacentHTML('beforeend', '<img id="hidden" loading="lazy" src="lime.svg?hidden" style="${place(5)};display:none">');
    }
    if (time === 0.9) document.getElementById('far').style.top = '0';
    if (time === 1.3) document.getElementById('hidden').style.display = 'block';
  });</script>`;

/** Sheets that scripts bring: one is linked to at 1.6 s and gives way to another at 2 s, one counts from 2.2 s on, and a style imports one at 2.5 s. */
const SHEETS = `<div id="a" style="${place(6)}"></div><div id="b" style="${place(7)}"></div>
  <div id="c" style="${place(8)}"></div><div id="d" style="${place(3)}"></div>
  <link id="off" rel="stylesheet" href="off.css" disabled><script>
  const link = Object.assign(document.createElement('link'), { rel: 'stylesheet', href: 'lime.css' });
  addEventListener('hf-seek', ({ detail: { time } }) => {
    if (time === 1.6) document.head.append(link);
    if (time === 2) link.href = 'blue.css';
    if (time === 2) document.head.insertAdjacentHTML('beforeend', '<link rel="stylesheet" href="data:text/css,%23c{background:url(/large.svg)}">');
    if (time === 2.2) document.getElementById('off').disabled = false;
    if (time === 2.5) document.head.append(Object.assign(document.createElement('style'), { textContent: '@import "imported.css";' }));
  });</script>`;

/** Sheets that scripts write to: a rule that is there at 0.3 s, an import at 0.6 s, and the text of another at 0.9 s. */
const WRITTEN = `<div id="a" style="${place(1)}"></div><div id="b" style="${place(2)}"></div><div id="c" style="${place(3)}"></div>
  <style id="own">#a { background: black }</style><style id="text">/* */</style><script>
  const [own, text] = ['own', 'text'].map((id) => document.getElementById(id));
  addEventListener('hf-seek', ({ detail: { time } }) => {
    if (time === 0.3) own.sheet.cssRules[0].style.background = 'url(large.svg?rule)';
    if (time === 0.6) own.sheet.insertRule('@import url(b.css)');
    if (time === 0.9) text.firstChild.data = '@import url(c.css);';
  });</script>`;

/** What a script asks for at 0.5, 1, 1.5, 1.7 and 1.8 s and draws when it comes: a picture, a decoded one, one of a request, one of a canvas, a key, and at 1.9 s what is stored. */
const ASKED = `<canvas id="pen" width="160" height="80" style="position:absolute;left:0;top:0"></canvas><script>
  const pen = document.getElementById('pen').getContext('2d');
  const draw = (picture, index) => pen.drawImage(picture, index * 16, 0, 16, 16);
  const deriveKey = async () => {
    const secret = await crypto.subtle.importKey('raw', new Uint8Array(8), 'PBKDF2', false, ['deriveBits']);
    const how = { name: 'PBKDF2', hash: 'SHA-512', salt: new Uint8Array(8), iterations: 400_000 };
    return crypto.subtle.deriveBits(how, secret, 256);
  };
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
    if (time === 1.8) deriveKey().then(() => pen.drawImage(document.getElementById('pen'), 16, 0, 16, 16, 80, 0, 16, 16));
    if (time === 1.9) {
      const database = indexedDB.open('stored');
      database.onsuccess = async () => {
        await caches.open('stored');
        pen.drawImage(document.getElementById('pen'), 16, 0, 16, 16, 96, 0, 16, 16);
      };
    }
    if (time === 1.7) {
      const { canvas } = Object.assign(document.createElement('canvas').getContext('2d'), { fillStyle: 'lime' });
      canvas.getContext('2d').fillRect(0, 0, 300, 150);
      canvas.toBlob((blob) => createImageBitmap(blob).then((bitmap) => draw(bitmap, 4)));
    }
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

/** Takes a while to come and to be decoded. */
const large = ((): Uint8Array => {
  const picture = new PNG({ width: 1200, height: 1200 });
  for (let at = 0; at < picture.data.length; at += 4) picture.data.set([0, 255, 0, 255], at);
  return PNG.sync.write(picture, { deflateLevel: 0 });
})();

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

  it('what comes in a frame is there from it on, and in no frame before: pictures, lazy ones when they are near, and sheets with the pictures that they name', async () => {
    // Each in a frame of its own, so that none waits for what another one needs.
    const project = await makeProject({
      'index.html': scene(`<script src="gsap.js"></script>${ADDED}${LAZY}${SHEETS}`, { duration: 3 }),
      'lime.css': '#a { background: url(lime.svg?sheet) }',
      'blue.css': '#a { background: blue }',
      'off.css': '#d { background: lime }',
      'imported.css': '@import "b.css";',
      'b.css': '#b { background: lime }',
      'lime.svg': LIME,
      'large.svg': LIME + ' '.repeat(8_000_000),
    });
    await addPackageFile(project, 'gsap/dist/gsap.min.js', 'gsap.js');
    const shown = await renderProject(project, { flags: ['--fps', '10'], env, beside: true });
    expect(shown.complete.capture.path, shown.complete.capture.reason).toBe(path);
    const found = Object.fromEntries([1, 2, 3, 4, 5, 6, 7, 8].map((index) => [index, shown.runs(index)]));
    expect(found).toEqual({
      1: '2 black, 28 lime',
      2: '7 black, 23 lime',
      3: '22 black, 8 lime',
      4: '9 black, 21 lime',
      5: '13 black, 17 lime',
      6: '16 black, 4 lime, 10 blue',
      7: '25 black, 5 lime',
      8: '20 black, 10 lime',
    });
  });

  it('what scripts write into sheets counts from that frame on, with the pictures that it names', async () => {
    const project = await makeProject({
      'index.html': scene(WRITTEN, { duration: 2 }),
      'b.css': '#b { background: url(large.svg?imported) }',
      'c.css': '#c { background: url(large.svg?text) }',
      'large.svg': LIME + ' '.repeat(8_000_000),
    });
    const shown = await renderProject(project, { flags: ['--fps', '10'], env, beside: true });
    expect(shown.complete.capture.path, shown.complete.capture.reason).toBe(path);
    expect([1, 2, 3].map(shown.runs)).toEqual(['3 black, 17 lime', '6 black, 14 lime', '9 black, 11 lime']);
  });

  it('what a script asks for in a frame and draws is there in it', async () => {
    const project = await makeProject({
      'index.html': scene(ASKED, { duration: 2 }),
      'large.png': large,
    });
    const shown = await renderProject(project, { flags: ['--fps', '10'], env, beside: true });
    expect(shown.complete.capture.path, shown.complete.capture.reason).toBe(path);
    for (const [index, runs] of [
      '5 black, 15 lime',
      '10 black, 10 lime',
      '15 black, 5 lime',
      '17 black, 3 lime',
      '18 black, 2 lime',
      '19 black, 1 lime',
    ].entries())
      expect(shown.runs(index + 1)).toBe(runs);
  });

  it('what a script puts off to a message behind a promise is there in its frame', async () => {
    // Now and then, so that frames step by themselves in between.
    const put = `<div id="a" style="${place(0)}"></div><script>
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = ({ data }) => { document.getElementById('a').style.background = ['lime', 'blue'][data % 2]; };
      const loop = (time) => {
        const frame = Math.round(time / 100);
        if (frame % 7 === 3) Promise.resolve().then(() => queueMicrotask(() => port2.postMessage(Math.floor(frame / 7))));
        requestAnimationFrame(loop);
      };
      requestAnimationFrame(loop);</script>`;
    const project = await makeProject({ 'index.html': scene(put, { duration: 3 }) });
    const shown = await renderProject(project, { flags: ['--fps', '10'], env, beside: true });
    expect(shown.complete.capture.path, shown.complete.capture.reason).toBe(path);
    expect(shown.runs(0)).toBe('3 black, 7 lime, 7 blue, 7 lime, 6 blue');
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

it('a window that a script sizes in a frame stays as it is, as one with tabs does', async () => {
  const sizing = `<script>addEventListener('hf-seek', ({ detail: { time } }) => { if (time === 0.4) resizeTo(99, 99); });</script>`;
  const project = await makeProject({ 'index.html': scene(`${cell(1, 'lime')}${sizing}`, { duration: 1 }) });
  const shown = await renderProject(project, { flags: ['--fps', '10'], env: { FRAMEFARM_SURFACE: 'off' } });
  expect(shown.runs(1)).toBe('10 lime');
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
