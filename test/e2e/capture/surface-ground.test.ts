/** What lies behind a page, what it inherits and what its scripts see of body are the same on a surface, frame by frame. */
import { PNG } from 'pngjs';
import { describe, expect, it } from 'vitest';
import { planesOf } from '../../support/output/planes.js';
import { onStage } from '../../support/renders/surface-stage.js';

const SIZE = { width: 160, height: 90, rootId: 'page' };
/** Looked at before, in and after the frames of what is late. */
const LOOKED = [0, 2, 3, 5, 7, 8];
/** Levels between the means of a block of 16 pixels: edges and type differ by less, what is missing by much more. */
const MOST = 12;

interface Page {
  readonly what: string;
  readonly css: string;
  readonly html?: string;
  /** Runs in each frame; `late` from 3 to 7. */
  readonly each?: string;
}

const box = (style: string, id = ''): string => `<div ${id} style="position:absolute;${style}"></div>`;

const PAGES: readonly Page[] = [
  {
    what: 'layers below a background of the page, and blending with it',
    css: 'html, body { background: #1c3a5a } #root { isolation: auto }',
    html: `${box('left:10px;top:10px;width:60px;height:40px;background:#e04020;z-index:-1')}
      ${box('left:90px;top:10px;width:50px;height:40px;background:#fc0;mix-blend-mode:difference', 'id="blend"')}`,
    each: "document.getElementById('blend').style.top = (late ? 40 : 10) + 'px';",
  },
  {
    what: 'blending with nothing, in a dark scheme',
    css: ':root { color-scheme: dark } #root { color: light-dark(#102030, #e0d0c0) }',
    html: `${box('left:10px;top:10px;width:60px;height:40px;background:#08f;mix-blend-mode:multiply')}
      ${box('left:80px;top:20px;width:60px;height:40px;background:light-dark(#0f0, #f0f);mix-blend-mode:exclusion', 'id="blend"')}
      <p style="position:absolute;left:20px;top:50px;margin:0;font:700 24px Inter">Dark</p>`,
    each: "document.getElementById('blend').style.opacity = late ? 0.4 : 1;",
  },
  {
    what: 'all that body hands on, and rules for every element',
    css: `html { box-sizing: border-box } *, *::before { box-sizing: inherit }
      body { position: relative; line-height: 1.5; -webkit-text-stroke: 1px #f0f; text-underline-offset: 6px; text-align-last: right; accent-color: #0a0; fill: #0c8; font: 14px/1.5 Inter }
      body *::before { content: '' } body * { outline-offset: 2px }
      p { margin: 0; padding: 4px; width: 100px; text-decoration: underline } h1 { margin: 0; font-size: 28px }`,
    html: `<h1>Ag</h1><p>of body</p><svg width="40" height="20"><rect width="40" height="20"/></svg><input type="checkbox" checked>`,
    each: "document.querySelector('p').style.marginLeft = (late ? 40 : 0) + 'px';",
  },
  {
    what: 'the middle of the window, where body puts the page while it shrinks, and a tilted card that keeps a depth without any in it',
    css: `body { display: flex; align-items: center; justify-content: center; min-height: 100vh; background: #eee } #root { background: #246; flex: none }
      #card { width: 70px; height: 60px; background: #e82; transform-style: preserve-3d } #card::after { content: ''; position: absolute; inset: 40px 6px 6px; background: #04c }
      #card b { position: absolute; left: 4px; top: 2px; width: 30px; height: 30px; background: #0a6; transform: rotate(20deg) }`,
    html: '<div style="perspective:200px;position:absolute;left:4px;top:8px"><div id="card"><b></b></div></div>',
    each: `root.style.width = (late ? 80 : 160) + 'px'; root.style.height = (late ? 30 : 90) + 'px';
      card.style.transform = 'rotateY(' + (late ? 50 : 20) + 'deg)';`,
  },
  {
    what: 'generated content that has a layer of its own, in the page and in a shadow tree',
    css: `@keyframes turn { to { rotate: 60deg; opacity: .2 } } #root { background: #246 }
      i { position: absolute; left: 10px; top: 20px; width: 40px; height: 40px; background: #c20 }
      i::before, i::after { content: ''; position: absolute; inset: 8px; background: #fc0 }
      i::before { animation: turn 2s linear both } i::after { inset: 30px -10px -10px 30px; background: #0c8; will-change: transform, opacity }`,
    html: `<i id="outer"></i><b style="position:absolute;left:80px;top:0"><template shadowrootmode="open">
      <style>@keyframes turn { to { translate: 20px 20px } } i { position: absolute; left: 10px; top: 20px; width: 40px; height: 40px; background: #c20 }
      i::before { content: ''; position: absolute; inset: 8px; background: #fc0; animation: turn 2s linear both }</style><i></i></template></b>`,
    each: "outer.style.marginTop = (late ? 20 : 0) + 'px';",
  },
  {
    what: 'what scripts do to body, and what they see of it',
    css: '#root { background: #246 } .note { position: absolute; width: 40px; height: 20px; background: #fc0 }',
    html: '<p id="told" style="position:absolute;left:4px;top:60px;margin:0;color:#fff;font:700 12px Inter"></p>',
    each: `const { body } = document;
      if (late && body.querySelector('.note') === null) {
        const [before, after, first] = [0, 1, 2].map((at) => {
          const note = document.createElement('div');
          note.className = 'note';
          note.style.left = at * 50 + 'px';
          return note;
        });
        body.insertBefore(before, root);
        body.appendChild(after);
        body.prepend(first);
        const names = [...body.children].filter(({ localName }) => localName === 'div').map(({ className }) => className || 'root');
        told.textContent = [names.join(), root.parentElement.localName, body.offsetHeight, body.firstElementChild.localName].join(' ');
      }
      if (!late) for (const note of body.querySelectorAll('.note')) body.removeChild(note);
      if (!late) told.textContent = '';`,
  },
];

const document = ({
  css,
  html = '',
  each = '',
}: Page): string => `<!doctype html><html><head><style>${css}</style></head><body>
  <div id="root" data-composition-id="page" data-width="${SIZE.width}" data-height="${SIZE.height}" data-duration="2">${html}</div>
  <script>
    const root = document.getElementById('root');
    addEventListener('hf-seek', ({ detail: { time } }) => { const late = time >= 0.3 && time < 0.8; ${each} });
  </script></body></html>`;

/** Means of a plane in its blocks of as many pixels as 16 of the page. */
function means(planes: Uint8Array, offset: number, scale: number): number[] {
  const [width, edge] = [SIZE.width / scale, 16 / scale];
  const found: number[] = [];
  for (let top = 0; (top + edge) * scale <= SIZE.height; top += edge) {
    for (let left = 0; left + edge <= width; left += edge) {
      let sum = 0;
      for (let at = 0; at < edge * edge; at += 1)
        sum += planes[offset + (top + Math.floor(at / edge)) * width + left + (at % edge)] ?? 0;
      found.push(sum / edge / edge);
    }
  }
  return found;
}

/** Of all three planes, whose colours count twice: a step of theirs is some two of red, green and blue. */
function blocksOf(planes: Uint8Array): number[] {
  const area = SIZE.width * SIZE.height;
  const colours = [area, (area * 5) / 4].flatMap((offset) => means(planes, offset, 2));
  return [...means(planes, 0, 1), ...colours.map((colour) => colour * 2)];
}

describe('on a surface as in a window of the browser', () => {
  it.each(PAGES)('$what', async (page) => {
    await onStage(document(page), SIZE, 20, async (stage) => {
      const own: number[][] = [];
      for (const frame of LOOKED) {
        const { data } = PNG.sync.read(Buffer.from(await stage.referencePicture(frame, 'fast-png')));
        own.push(blocksOf(planesOf(data, SIZE.width, SIZE.height)));
      }
      expect(await stage.surfaceObstacle()).toBe(null);
      await stage.openSurface();
      const surface: number[][] = [];
      for await (const { image, frame, release } of stage.captureRun(0, 9)) {
        if (LOOKED.includes(frame)) surface.push(blocksOf(image));
        release?.();
      }
      expect(await stage.takeWarnings()).toEqual([]);
      let moved = 0;
      for (const [index, frame] of LOOKED.entries()) {
        for (const [block, mean] of (own[index] ?? []).entries()) {
          const away = Math.abs(mean - (surface[index]?.[block] ?? Number.NaN));
          expect(away, `block ${block} of frame ${frame}`).toBeLessThan(MOST);
          moved = Math.max(moved, Math.abs(mean - (own[0]?.[block] ?? 0)));
        }
      }
      // Else nothing was looked at.
      expect(moved).toBeGreaterThan(MOST);
    });
  });
});
