/** A page that is drawn tile by tile shows what it shows when it is drawn as a whole (docs/decisions/tiles.md). */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { decode, frameHashes } from '../../support/output/decode.js';
import {
  addPackageFile,
  composition,
  makeProject,
  repository,
  scratchDirectory,
} from '../../support/projects/project.js';
import { useBundledFfmpeg } from '../../support/renders/bundled-ffmpeg.js';
import { cutIntoChunksOf } from '../../support/renders/chunk-length.js';
import { onStage } from '../../support/renders/surface-stage.js';
import { renderWarm } from '../../support/renders/warm-render.js';

useBundledFfmpeg();

/** Text, gradients, groups, blending and pictures, turned and moved across the edges of all tiles. */
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
cutIntoChunksOf(10);

const page = (more: string, gsap: string): string =>
  composition(`${CONTENT}${more}`, {
    ...{ ...SIZE, duration: 1, attributes: 'style="background:#456"' },
    head: `<style>${STYLE}</style><script${gsap}</script>`,
  });

/** Renders without loss, twenty pictures of a second, the fewest that a surface is for; `more` is further content. */
async function rendered(more: string, flags: readonly string[]): Promise<string> {
  const directory = await makeProject({ 'index.html': page(more, ' src="gsap.min.js">') });
  await addPackageFile(directory, 'gsap/dist/gsap.min.js', 'gsap.min.js');
  const file = join(scratchDirectory(), 'out.mp4');
  const { capture } = await renderWarm(directory, file, ['--crf', '0', '--fps', '20', ...flags]);
  expect(capture.path, capture.reason).toBe('surface');
  return file;
}

/** Two frames of it, between which the page has moved on, as pixels of its surface. */
async function drawn(more: string): Promise<Uint8Array[]> {
  const gsap = await readFile(join(repository, 'node_modules/gsap/dist/gsap.min.js'), 'utf8');
  return onStage(page(more, `>${gsap}`), { ...SIZE, image: 'rgb0' }, 10, async (stage) => {
    expect(await stage.surfaceObstacle()).toBe(null);
    await stage.openSurface();
    const pictures: Uint8Array[] = [];
    for await (const { image, release } of stage.captureRun(3, 2)) {
      pictures.push(Uint8Array.from(image));
      release?.();
    }
    return pictures;
  });
}

/** Of nothing, and yet a page that has it is drawn as a whole. */
const WHOLE = '<i style="-webkit-box-reflect:below"></i>';

/** How far a page in tiles is from what it looks like as a whole: dB, and pixels that are more than 8 levels off. */
async function differences(more: string): Promise<readonly { decibel: number; far: number }[]> {
  const [tiled, whole] = [await drawn(more), await drawn(`${more}${WHOLE}`)];
  expect([tiled.length, whole.length]).toEqual([2, 2]);
  // Else both were drawn the same way, and there was nothing to see.
  expect(tiled.some((picture, index) => Buffer.compare(picture, whole[index] as Uint8Array) !== 0)).toBe(true);
  return tiled.map((here, index) => {
    const there = whole[index] as Uint8Array;
    const off = (at: number): number => Math.abs((here[at] ?? 0) - (there[at] ?? 0));
    let squares = 0;
    let far = 0;
    for (let at = 0; at < here.length; at += 4) {
      const most = Math.max(off(at), off(at + 1), off(at + 2));
      squares += most ** 2;
      if (most > 8) far += 1;
    }
    return { decibel: 10 * Math.log10(255 ** 2 / (squares / (here.length / 4))), far };
  });
}

it('looks like one that is drawn as a whole, but for the rounding of edges and gradients', async () => {
  for (const { decibel, far } of await differences('')) {
    expect(decibel).toBeGreaterThan(50);
    expect(far).toBeLessThan(400);
  }
});

/** Shadows, clip paths, masks and filters, upright and turned, of which a page in tiles cuts some and keeps others whole. */
const DEAR = `
  <b class="plate" style="left:40px;top:30px"></b><b class="plate" id="turning" style="left:860px;top:380px"></b>
  <b class="round"></b><b class="fading"></b><b class="soft">Soft</b>
  <style>
    .plate { position: absolute; width: 260px; height: 200px; border-radius: 24px; background: #fff; box-shadow: 0 12px 40px #000 }
    .round { position: absolute; left: 400px; top: 60px; width: 300px; height: 560px; background: #5a5; clip-path: circle(45%) }
    .fading { position: absolute; left: 60px; top: 260px; width: 420px; height: 300px; background: #36c;
      mask-image: linear-gradient(#000, transparent) }
    .soft { position: absolute; left: 700px; top: 90px; font: 700 120px Inter; color: #fff; filter: blur(10px) }
  </style>
  <script>
    tl.fromTo('#turning', { rotation: 10 }, { rotation: 40, duration: 2, ease: 'none' }, 0);
    tl.fromTo('.soft,.round', { y: 0 }, { y: 40, duration: 2, ease: 'none' }, 0);
  </script>`;

it('looks so with shadows, clip paths, masks and blurs too', async () => {
  for (const { decibel, far } of await differences(DEAR)) {
    expect(decibel).toBeGreaterThan(50);
    expect(far).toBeLessThan(400);
  }
});

/** Tells the tiles of each picture, each way of cutting it once. */
const TOLD = `<script>
  const post = Worker.prototype.postMessage;
  const told = new Set();
  Worker.prototype.postMessage = function (message, transfer) {
    const text = JSON.stringify(message.painting?.tiles.map(({ left, top, right, bottom }) => [left, top, right, bottom]));
    if (text !== undefined && !told.has(text)) { told.add(text); reportError(new Error('tiles ' + text)); }
    return post.call(this, message, transfer);
  };
</script>`;

type Tile = readonly [left: number, top: number, right: number, bottom: number];

/** All ways in which the first pictures of a page of plates were cut, as a lane captures them. */
async function cuts(body: string): Promise<readonly (readonly Tile[])[]> {
  const plates = composition(
    `${TOLD}<style>.plate { position: absolute; left: 500px; top: 260px; width: 260px; height: 200px; background: #fff;
      box-shadow: 0 12px 40px #000 }</style>${body}<i id="dot" style="position:absolute;width:9px;height:9px;background:red"></i>
    <script>addEventListener('hf-seek', ({ detail }) => { dot.style.translate = detail.time * 300 + 'px'; });</script>`,
    SIZE,
  );
  return onStage(plates, SIZE, 2, async (stage) => {
    expect(await stage.surfaceObstacle()).toBe(null);
    await stage.openSurface();
    for await (const { release } of stage.captureRun(0, 2)) release?.();
    const said = (await stage.takeWarnings()).flatMap(({ message }) => /tiles (\[.*\])/.exec(message)?.[1] ?? []);
    return said.map((text) => JSON.parse(text));
  });
}

const BANDS: readonly Tile[] = [0, 184, 368, 552].map((top) => [0, top, 1280, Math.min(720, top + 184)]);

/** What brings no tile of its own. */
const CUT = [
  // The shadow of an upright box.
  '<b class="plate"></b>',
  // A shadow that does not show.
  '<b class="plate" style="rotate:20deg;visibility:hidden"></b>',
  // A shadow outside of the picture.
  '<b class="plate" style="rotate:20deg;left:-700px"></b>',
  // A short blur.
  '<b class="plate" style="left:100px;filter:blur(3px) brightness(2)"></b>',
  // Shadows that no element has.
  '<style>.plate:hover, .other::before { box-shadow: 0 0 90px 90px #000; rotate: 9deg }</style>',
  // A clip path.
  '<b class="plate" style="left:900px;clip-path:circle(40%)"></b>',
];

it('is drawn in whole rows for upright shadows, for those that do not show, for short blurs and for clip paths', async () => {
  expect(await cuts(CUT.join(''))).toEqual([BANDS]);
});

it('has one tile each for a turned box with a shadow, for one below a turned parent, and for a long blur', async () => {
  const [tiles = [], ...others] = await cuts(`
    <b class="plate" style="left:100px;rotate:90deg"></b>
    <div style="rotate:90deg;transform-origin:630px 360px"><b class="plate"></b></div>
    <b class="plate" style="left:900px;filter:blur(20px)"></b>`);
  expect(others).toEqual([]);
  // 1.5 times the blur and the offset around the box, as it is seen, in squares of 8.
  for (const place of [
    [56, 152, 408, 568],
    [456, 152, 808, 568],
    [840, 200, 1224, 520],
  ]) {
    expect(tiles).toContainEqual(place);
  }
  expect(tiles.length).toBeGreaterThan(5);
});

it.each([
  ['most of it must not be cut', '<b class="plate" style="rotate:90deg;scale:3"></b>'],
  ['a pseudo-element has a shadow', '<style>.plate::before { box-shadow: 0 0 9px #000 }</style><b class="plate"></b>'],
  ['a filter is an element of SVG', '<svg width="0" height="0"><filter id="f"></filter></svg>'],
])('is drawn as a whole where %s', async (_, body) => {
  expect(await cuts(body)).toEqual([[[0, 0, 1280, 720]]]);
});

it('is drawn the same way by all lanes, where places that no tile cuts come and go, and where a frame brings what tiles are not for', async () => {
  // In the first chunk and in the second.
  const late = `${DEAR}<script>tl.to('.soft', { filter: 'blur(0px)', duration: 0.5 }, 0.25).set('#turning', { autoAlpha: 0 }, 0.6)
    .set('h1', { filter: 'brightness(1.5)' }, 0.2)</script>`;
  const [one, two] = [await rendered(late, ['--workers', '1']), await rendered(late, ['--workers', '2'])];
  expect(await frameHashes(two)).toEqual(await frameHashes(one));
});

it('dithers a gradient of a mov to the bit as the browser does in its own pictures', async () => {
  const [width, height] = [640, 360];
  const directory = await makeProject({
    'index.html': composition(
      `<div style="position:absolute;inset:0;background:linear-gradient(120deg,rgba(17,24,39,.92),rgba(37,99,235,.75))"></div>
      <i id="dot" style="position:absolute;width:9px;height:9px;background:red"></i>
      <script>const tl = gsap.timeline({ paused: true }).to('#dot', { left: 600, duration: 1 }); window.__timelines = { test: tl };</script>`,
      { width, height, head: '<script src="gsap.min.js"></script>' },
    ),
  });
  await addPackageFile(directory, 'gsap/dist/gsap.min.js', 'gsap.min.js');
  const shown = async (name: string, path: string, env: NodeJS.ProcessEnv) => {
    const file = join(scratchDirectory(), name);
    // The browser is slow at its own pictures with alpha.
    const { capture } = await renderWarm(directory, file, ['--format', 'mov', '--frames', '20'], env);
    expect(capture.path, capture.reason).toBe(path);
    return await decode(file);
  };
  const surface = await shown('drawn.mov', 'surface', {});
  const own = await shown('own.mov', 'beginframe', { FRAMEFARM_SURFACE: 'off' });
  // The first pixels of a tile the compositor takes from its neighbour, and ProRes spreads each over a block of 8.
  const isShared = (at: number): boolean => [254, 508].some((begin) => Math.floor(at / 8) === Math.floor(begin / 8));
  const [here, there] = [surface.bytes(0), own.bytes(0)];
  let different = 0;
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const at = (y * width + x) * 4;
      if (isShared(x) || isShared(y)) continue;
      if ([0, 1, 2, 3].some((channel) => here[at + channel] !== there[at + channel])) different += 1;
    }
  }
  expect(different).toBe(0);
});
