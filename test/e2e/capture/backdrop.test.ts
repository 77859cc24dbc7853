/** A gradient behind everything is drawn once and copied; nobody can tell, and it ends where the root changes. */
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { decode, frameHashes } from '../../support/output/decode.js';
import { addPackageFile, composition, makeProject, scratchDirectory } from '../../support/projects/project.js';
import { useBundledFfmpeg } from '../../support/renders/bundled-ffmpeg.js';
import { onStage } from '../../support/renders/surface-stage.js';
import { renderWarm } from '../../support/renders/warm-render.js';

useBundledFfmpeg();

/** A page whose frames 48 to 54 are green where a rule covers the root, else red; `script` runs first. */
async function project(script: string): Promise<string> {
  const directory = await makeProject({
    'index.html': composition(
      `<p id="word" style="position:absolute;left:8px;top:8px;margin:0;font:700 28px Inter;color:#fff;opacity:.7">Over it</p>
       <div id="told" style="position:absolute;left:60px;top:50px;width:40px;height:30px;border-radius:9px;background:#fff;box-shadow:0 4px 12px #000"></div>
       <script>
         const root = document.querySelector('[data-composition-id]');
         const told = document.getElementById('told');
         ${script}
         const tl = gsap.timeline({ paused: true, onUpdate() {
           const frame = Math.round(tl.time() * 30);
           if (root.matches('.turns')) root.classList.toggle('late', frame >= 20);
           const rules = document.adoptedStyleSheets.flatMap((sheet) => [...sheet.cssRules]).filter((rule) => rule.cssText.includes('border-image'));
           const colour = rules.length > 0 ? '#00ff00' : '#ff0000';
           // Not in the frames that are compared with the browser's own: first, middle and last.
           told.style.background = frame >= 48 && frame <= 54 ? colour : '#ffffff';
         } });
         tl.fromTo('#word', { x: 0 }, { x: 40, rotation: 20, duration: 2, ease: 'none' }, 0);
         window.__timelines = { test: tl };
       </script>`,
      {
        width: 160,
        height: 90,
        duration: 2,
        attributes: 'style="background:linear-gradient(125deg,#102040,#806020 40%,#205060)"',
        head: '<style>.turns.late { background: linear-gradient(#0000ff, #0000ff) !important }</style><script src="gsap.min.js"></script>',
      },
    ),
  });
  await addPackageFile(directory, 'gsap/dist/gsap.min.js', 'gsap.min.js');
  return directory;
}

async function rendered(script: string) {
  const file = join(scratchDirectory(), 'out.mp4');
  const result = await renderWarm(await project(script), file, ['--crf', '0']);
  expect(result.capture.path).toBe('surface');
  return { frames: await decode(file), hashes: await frameHashes(file) };
}

describe('a backdrop', () => {
  it('gives the very pixels of the gradient, and goes before the page reads the style of its root', async () => {
    const [copied, drawn] = [
      await rendered('root.id = "root";'),
      await rendered('const style = getComputedStyle(root);'),
    ];
    expect(copied.hashes.slice(0, 48)).toEqual(drawn.hashes.slice(0, 48));
    expect(new Set(copied.hashes).size).toBe(60);
    expect(copied.frames.pixel(50, 80, 65)[1]).toBeGreaterThan(200);
    expect(drawn.frames.pixel(50, 80, 65)[0]).toBeGreaterThan(200);
  });

  it('ends with the frame in which the root looks different', async () => {
    const { frames } = await rendered('root.classList.add("turns");');
    expect(frames.pixel(19, 150, 80)[2]).toBeLessThan(140);
    expect(frames.pixel(20, 150, 80)[2]).toBeGreaterThan(200);
    expect(frames.pixel(50, 80, 65)[0]).toBeGreaterThan(200);
  });

  it('stays on a page that is drawn in tiles', async () => {
    const size = { width: 1280, height: 720 };
    const page = composition(
      `<b id="glow" style="position:absolute;left:500px;top:190px;width:300px;height:300px;border-radius:50%;background:#0af;filter:blur(40px)"></b>
       <script>
         const post = Worker.prototype.postMessage;
         Worker.prototype.postMessage = function (message, transfer) {
           const rules = document.adoptedStyleSheets.flatMap((sheet) => [...sheet.cssRules]).filter((rule) => rule.cssText.includes('border-image'));
           if (message.sequence === 5) reportError(new Error(rules.length + ' rules, tiles: ' + message.painting.tiles.length));
           return post.call(this, message, transfer);
         };
         addEventListener('hf-seek', ({ detail }) => { glow.style.translate = detail.time * 200 + 'px'; });
       </script>`,
      { ...size, attributes: 'style="background:radial-gradient(circle at 30% 20%, #3a1c71, #d76d77 55%, #ffaf7b)"' },
    );
    const warnings = await onStage(page, size, 8, async (stage) => {
      expect(await stage.surfaceObstacle()).toBe(null);
      await stage.openSurface();
      for await (const { release } of stage.captureRun(0, 8)) release?.();
      return stage.takeWarnings();
    });
    expect(JSON.stringify(warnings)).toMatch(/1 rules, tiles: [2-9]/);
  });
});
