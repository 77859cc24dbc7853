/** Frames that wait for something are shown once, as all others are (composition-format 7.1, 7.6). */
import '../support/bundled-ffmpeg.js';
import { describe, expect, it } from 'vitest';
import { addPackageFile, makeProject } from '../support/project.js';
import { cell, place, renderProject, scene } from '../support/scene.js';

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
const LIME =
  '<svg xmlns="http://www.w3.org/2000/svg" width="16" height="16"><rect width="16" height="16" fill="lime"/></svg>';

describe.each(['surface', 'beginframe'] as const)('by %s', (path) => {
  const env = path === 'surface' ? {} : { FRAMEFARM_SURFACE: 'off' };

  it('a callback of each frame runs once in it, although some frames wait', async () => {
    const project = await makeProject({
      'index.html': scene(`${cell(0, 'lime', 'id="a"')}${COUNTED}`, { duration: 3 }),
    });
    const shown = await renderProject(project, { flags: ['--fps', '10'], env });
    expect(shown.complete.capture.path, shown.complete.capture.reason).toBe(path);
    expect(shown.runs(0)).toBe('30 lime');
  });

  it('what comes at a time is there from its frame on, and no frame before it', async () => {
    const body = `<script src="gsap.js"></script>${ADDED}`;
    const project = await makeProject({ 'index.html': scene(body, { duration: 3 }), 'lime.svg': LIME });
    await addPackageFile(project, 'gsap/dist/gsap.min.js', 'gsap.js');
    const shown = await renderProject(project, { flags: ['--fps', '10'], env });
    expect(shown.complete.capture.path, shown.complete.capture.reason).toBe(path);
    expect(shown.runs(1)).toBe('5 black, 25 lime');
    expect(shown.runs(2)).toBe('12 black, 18 lime');
  });
});
