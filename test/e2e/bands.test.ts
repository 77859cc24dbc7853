/** A page that is drawn band by band shows what it shows when it is drawn as a whole (docs/decisions/bands.md). */
import '../support/bundled-ffmpeg.js';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { cutIntoChunksOf } from '../support/chunk-length.js';
import { render } from '../support/command-line.js';
import { decode, frameHashes } from '../support/decode.js';
import { addPackageFile, composition, makeProject, scratchDirectory } from '../support/project.js';

/** Text, gradients, groups, blending and pictures, turned and moved across the edges of all bands. */
const CONTENT = `
  <div class="group"><p>Text across an edge</p><i></i></div>
  <svg id="ring" width="500" height="500" viewBox="0 0 100 100"><circle cx="50" cy="50" r="40" fill="none" stroke="#fc4" stroke-width="7" stroke-dasharray="9 4"/></svg>
  <b id="blend"></b><h1>Shadows of text</h1>
  <img id="picture" src="data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' width='90' height='70'%3E%3Cpath d='M0 0L90 35 0 70z' fill='%2335f'/%3E%3C/svg%3E">
  <script>
    const tl = gsap.timeline({ paused: true });
    tl.fromTo('.group', { y: 20, rotation: 0, opacity: 1 }, { y: 220, rotation: 25, opacity: 0.5, duration: 2, ease: 'none' }, 0);
    tl.fromTo('#ring', { y: 0, rotation: 0 }, { y: 200, rotation: 90, duration: 2, ease: 'none' }, 0);
    tl.fromTo('#blend', { scale: 0.6 }, { scale: 1.4, rotationX: 40, duration: 2, ease: 'none' }, 0);
    tl.fromTo('h1,#picture', { y: 0 }, { y: 33.3, duration: 2, ease: 'none' }, 0);
    window.__timelines = { test: tl };
  </script>`;
const STYLE = `
  .group { position: absolute; left: 80px; top: 60px; width: 520px; height: 330px; border-radius: 40px; overflow: hidden;
    background: linear-gradient(115deg, #204060, #90a0d0) }
  .group p { margin: 90px 30px; font: 700 54px Inter; color: #fff }
  .group i { position: absolute; right: 0; bottom: 0; width: 200px; height: 200px; background: radial-gradient(#f80, #f800) }
  #ring { position: absolute; right: 60px; top: 10px }
  #blend { position: absolute; left: 520px; top: 120px; width: 420px; height: 420px; mix-blend-mode: multiply;
    background: repeating-linear-gradient(30deg, #6cf 0 20px, #fff 20px 40px) }
  h1 { position: absolute; left: 100px; top: 500px; margin: 0; font: 700 90px Inter; color: #fff; text-shadow: 3px 5px 14px #000 }
  #picture { position: absolute; left: 900px; top: 380px; width: 300px }`;

const SIZE = { width: 1280, height: 720 };
cutIntoChunksOf(20);

/** Renders without loss; `more` is further content. */
async function rendered(more: string, flags: readonly string[] = []): Promise<string> {
  const directory = await makeProject({
    'index.html': composition(`${CONTENT}${more}`, {
      ...{ ...SIZE, duration: 2, attributes: 'style="background:#456"' },
      head: `<style>${STYLE}</style><script src="gsap.min.js"></script>`,
    }),
  });
  await addPackageFile(directory, 'gsap/dist/gsap.min.js', 'gsap.min.js');
  const file = join(scratchDirectory(), 'out.mp4');
  const { capture } = await render(directory, file, ['--crf', '0', ...flags]);
  expect(capture.path, capture.reason).toBe('surface');
  return file;
}

it('looks like one that is drawn as a whole, but for the rounding of edges and gradients', async () => {
  const [banded, whole] = [await rendered(''), await rendered('<i style="box-shadow:0 0 9px #000"></i>')];
  // Else both were drawn the same way, and there was nothing to see.
  expect(await frameHashes(banded)).not.toEqual(await frameHashes(whole));
  const [some, others] = [await decode(banded), await decode(whole)];
  expect(some.count).toBe(60);
  for (const frame of [0, 20, 40, 59]) {
    let squares = 0;
    let far = 0;
    for (let y = 0; y < SIZE.height; y += 1) {
      for (let x = 0; x < SIZE.width; x += 1) {
        const [one, other] = [some.pixel(frame, x, y), others.pixel(frame, x, y)];
        const difference = Math.max(...[0, 1, 2].map((at) => Math.abs((one[at] ?? 0) - (other[at] ?? 0))));
        squares += difference ** 2;
        if (difference > 8) far += 1;
      }
    }
    expect(10 * Math.log10(255 ** 2 / (squares / (SIZE.width * SIZE.height)))).toBeGreaterThan(50);
    expect(far).toBeLessThan(400);
  }
});

it('is drawn the same way by all lanes, also where a frame brings what bands are not for', async () => {
  const late = `<script>tl.set('h1', { filter: 'brightness(1.5)' }, 0)</script>`;
  const [one, two] = [await rendered(late, ['--workers', '1']), await rendered(late, ['--workers', '2'])];
  expect(await frameHashes(two)).toEqual(await frameHashes(one));
});
