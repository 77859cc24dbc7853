/** What lies behind a page, what it inherits and what its scripts see of body are the same on a surface, frame by frame. */
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { decode } from '../../support/output/decode.js';
import { makeProject, scratchDirectory } from '../../support/projects/project.js';
import { useBundledFfmpeg } from '../../support/renders/bundled-ffmpeg.js';
import { renderWarm } from '../../support/renders/warm-render.js';

useBundledFfmpeg();

const SIZE = { width: 160, height: 90 };
/** Two seconds of ten a second: the fewest that a surface is for. */
const FRAMES = 20;
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

describe('on a surface as in a window of the browser', () => {
  it.each(PAGES)('$what', async (page) => {
    const project = await makeProject({ 'index.html': document(page) });
    const out = scratchDirectory();
    const shown = async (name: string, env: NodeJS.ProcessEnv) => {
      const file = join(out, name);
      const { capture, warnings } = await renderWarm(project, file, ['--crf', '4', '--fps', '10'], env);
      expect(warnings.filter(({ code }: { code: string }) => code === 'script_error')).toEqual([]);
      return { capture, frames: await decode(file) };
    };
    const surface = await shown('surface.mp4', {});
    const own = await shown('own.mp4', { FRAMEFARM_SURFACE: 'off' });
    expect(surface.capture.path, surface.capture.reason).toBe('surface');
    expect(own.capture.path).toBe('beginframe');
    const mean = (frames: typeof own.frames, frame: number, left: number, top: number): number[] => {
      const sums = [0, 0, 0];
      for (let at = 0; at < 256; at += 1) {
        const pixel = frames.pixel(frame, left + (at % 16), top + (at >> 4));
        for (const channel of [0, 1, 2]) sums[channel] = (sums[channel] ?? 0) + (pixel[channel] ?? 0) / 256;
      }
      return sums;
    };
    let moved = 0;
    for (let frame = 0; frame < FRAMES; frame += 1) {
      for (let top = 0; top + 16 <= SIZE.height; top += 16) {
        for (let left = 0; left + 16 <= SIZE.width; left += 16) {
          const [one, other, first] = [surface.frames, own.frames, own.frames].map((frames, index) =>
            mean(frames, index === 2 ? 0 : frame, left, top),
          );
          const away = (from: number[] | undefined): number =>
            Math.max(...[0, 1, 2].map((channel) => Math.abs((from?.[channel] ?? 0) - (other?.[channel] ?? 0))));
          expect(away(one), `frame ${frame} at ${left}, ${top}`).toBeLessThan(MOST);
          moved = Math.max(moved, away(first));
        }
      }
    }
    // Else nothing was looked at.
    expect(moved).toBeGreaterThan(MOST);
  });
});
