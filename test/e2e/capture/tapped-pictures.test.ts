/** Pages that no surface shows: the compositor's pictures are tapped before they are coded, and look like the coded ones. */
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { decode, type Frames, frameHashes, planesOfFrame } from '../../support/output/decode.js';
import { frameDifference } from '../../support/output/frame-difference.js';
import { planesOf } from '../../support/output/planes.js';
import { composition, makeProject, scratchDirectory } from '../../support/projects/project.js';
import { useBundledFfmpeg } from '../../support/renders/bundled-ffmpeg.js';
import { cutIntoChunksOf } from '../../support/renders/chunk-length.js';
import type { JsonEvent } from '../../support/renders/command-line.js';
import { renderWarm } from '../../support/renders/warm-render.js';

useBundledFfmpeg();

cutIntoChunksOf(30);

const FRAMES = 75;
const FLAGS = ['--crf', '4'];

/** A box moves below frosted glass for a second, holds still for half of one, and moves on; a card turns in depth beside it. */
const GLASS = `
  <style>
    .box { position: absolute; top: 60px; left: 10px; width: 60px; height: 60px; background: #e02040; }
    .glass { position: absolute; left: 60px; top: 20px; width: 140px; height: 140px; background: #ffffff30; backdrop-filter: blur(6px); }
    .scene { position: absolute; left: 220px; top: 40px; width: 80px; height: 100px; perspective: 300px; }
    .card { position: absolute; inset: 0; transform-style: preserve-3d; }
    .side { position: absolute; inset: 0; backface-visibility: hidden; background: #20c060; }
    .back { background: #e0c020; transform: rotateY(180deg); }
    @keyframes told { from { opacity: 0.4 } }
    .told { position: absolute; left: 10px; top: 10px; width: 40px; height: 40px; background: #20e060; animation: told 1.2s linear; }
  </style>
  <div style="position:absolute;inset:0;background:linear-gradient(90deg,#204060,#c08040)"></div>
  <div class="box" id="box"></div><div class="glass"></div>
  <div class="scene"><div class="card" id="card"><div class="side"></div><div class="side back"></div></div></div>
  <section style="position:absolute;left:10px;top:125px"><p class="clip" data-start="0.8" style="margin:0;width:50px;height:50px;background:#fff"></p></section>
  <i class="told" id="told"></i>
  <p id="asked" style="position:absolute;left:70px;top:28px;margin:0;font:700 12px Inter;color:#fff">?</p>
  <script>
    told.addEventListener('animationend', () => { told.style.background = '#e020e0'; });
    addEventListener('hf-seek', ({ detail: { time } }) => {
      const at = time < 1 ? time : Math.max(1, time - 0.5);
      document.getElementById('box').style.transform = 'translateX(' + at * 100 + 'px)';
      document.getElementById('card').style.transform = 'rotateY(' + at * 120 + 'deg)';
    });
    navigator.mediaDevices.getUserMedia({ video: true }).catch(({ name }) => name).then(async (name) => {
      const shared = await navigator.mediaDevices.getDisplayMedia().catch((error) => error.name);
      const devices = await navigator.mediaDevices.enumerateDevices();
      document.getElementById('asked').textContent = name + ' ' + shared + ' ' + devices.length;
      if (name + shared + devices.length !== 'NotAllowedErrorNotAllowedError0') throw new Error('devices are open');
    });
  </script>`;

describe('a page of glass and of cards that turn', () => {
  let tapped: JsonEvent;
  let tappedFile: string;
  let one: Frames;
  let other: Frames;
  let project: string;

  beforeAll(async () => {
    project = await makeProject({
      'index.html': composition(GLASS, { width: 320, height: 180, duration: FRAMES / 30 }),
    });
    const out = scratchDirectory();
    tappedFile = join(out, 'tapped.mp4');
    tapped = await renderWarm(project, tappedFile, FLAGS);
    const coded = await renderWarm(project, join(out, 'coded.mp4'), FLAGS, { FRAMEFARM_TAP: 'off' });
    expect(coded.capture.reason).toContain('its pictures are coded: it is switched off');
    [one, other] = [await decode(tappedFile), await decode(join(out, 'coded.mp4'))];
  });

  it('is tapped, and the result says so', () => {
    expect(tapped.capture.path).toBe('beginframe');
    expect(tapped.capture.reason).toMatch(/no drawing surface: .*; its pictures are tapped before they are coded$/);
    expect(tapped.notices).toEqual([]);
    // Neither cameras nor tabs are open to it.
    expect(tapped.warnings).toEqual([]);
  });

  it('looks as it does with coded pictures in each frame, and not as in the one before or after', () => {
    expect([one.count, other.count]).toEqual([FRAMES, FRAMES]);
    for (let frame = 0; frame < FRAMES; frame += 1) {
      const same = frameDifference([one, frame], [other, frame], 2);
      expect(same, `frame ${frame}`).toBeLessThan(2);
      for (const near of [frame - 1, frame + 1]) {
        const moves = near >= 0 && near < FRAMES && frameDifference([other, near], [other, frame], 2) > 1.5;
        if (moves) expect(frameDifference([one, frame], [other, near], 2), `frame ${frame}`).toBeGreaterThan(same);
      }
    }
  });

  it('hears of the end of an animation in its frame', () => {
    const [before, after] = [35, 36].map((frame) => one.pixel(frame, 30, 30));
    expect(before?.[1]).toBeGreaterThan(200);
    expect(after?.[1]).toBeLessThan(60);
  });

  it('has the same frames on two lanes, byte for byte', async () => {
    const file = join(scratchDirectory(), 'lanes.mp4');
    const complete = await renderWarm(project, file, [...FLAGS, '--workers', '2']);
    expect(complete.lanes.count).toBe(2);
    expect(complete.capture.reason).toContain('tapped');
    expect(await frameHashes(file)).toEqual(await frameHashes(tappedFile));
  });
});

it.each([
  ['a listener', 'transitionend', "<script>document.body.addEventListener('transitionend', () => {});</script>"],
  ['a property', 'webkitanimationend', '<script>document.body.onwebkitanimationend = () => {};</script>'],
  ['an attribute', 'animationstart', '<b onanimationstart="this.hidden = true">A</b>'],
])(
  'a page in which animations follow scrolling, and that hears of them by %s, has its pictures coded, and the result says why',
  async (_way, type, listening) => {
    const page = `<div style="position:absolute;inset:20px;background:#20406080;backdrop-filter:blur(4px)"></div>
    <style>@keyframes grow { to { opacity: 0.5 } } #s { height: 30px; overflow: auto } #s i { animation: grow linear both; animation-timeline: scroll() }</style>
    <div id="s"><i>A</i><p style="height:90px"></p></div>
    ${listening}`;
    const project = await makeProject({ 'index.html': composition(page, { width: 160, height: 90, duration: 1 }) });
    const { capture } = await renderWarm(project, join(scratchDirectory(), 'out.mp4'), ['--dry-run']);
    expect(capture.reason).toContain(`the page listens to ${type}`);
  },
);

it.each([
  [
    'the seek event',
    'addEventListener("hf-seek", ({ detail }) => detail.waitUntil(new Promise((done) => setTimeout(done, 1))))',
  ],
  [
    'scrolling',
    'new IntersectionObserver(() => {}).observe(b); addEventListener("hf-seek", ({ detail }) => { b.scrollTop = detail.time * 10; })',
  ],
])('a page whose frames wait each time has its pictures coded, and the result says why (%s)', async (_, script) => {
  const page = `<div style="position:absolute;inset:20px;background:#20406080;backdrop-filter:blur(4px)"></div>
    <div id="b" style="height:20px;overflow:auto"><p style="height:90px">A</p></div><script>${script}</script>`;
  const project = await makeProject({ 'index.html': composition(page, { width: 160, height: 90, duration: 1 }) });
  const { capture } = await renderWarm(project, join(scratchDirectory(), 'out.mp4'), ['--dry-run']);
  expect(capture.reason).toContain('the page has its frames wait for something');
});

it('colours that are tapped are those of the page: of flat ones to a step, and on the whole neither more nor less', async () => {
  const [WIDTH, HEIGHT, SIDE] = [320, 176, 16];
  const across = WIDTH / SIDE;
  const colours = Array.from({ length: 200 }, (_, k) => [(k * 67) % 256, (k * 151 + 40) % 256, (k * 29 + 90) % 256]);
  const patches = colours.map(
    (colour, k) =>
      `<i style="position:absolute;left:${(k % across) * SIDE}px;top:${Math.floor(k / across) * SIDE}px;width:${SIDE}px;height:${SIDE}px;background:rgb(${colour})"></i>`,
  );
  const glass = '<b style="position:absolute;left:0;top:165px;width:9px;height:9px;backdrop-filter:blur(2px)"></b>';
  const page = composition(patches.join('') + glass, { width: WIDTH, height: HEIGHT, duration: 1 });
  const file = join(scratchDirectory(), 'colours.mp4');
  const { capture } = await renderWarm(await makeProject({ 'index.html': page }), file, ['--crf', '1']);
  expect(capture.reason).toContain('tapped');
  const planes = await planesOfFrame(file, 10);
  const [luma, chroma] = [WIDTH * HEIGHT, (WIDTH * HEIGHT) / 4];
  const middles = colours.map((colour, k) => {
    const [x, y] = [(k % across) * SIDE + SIDE / 2, Math.floor(k / across) * SIDE + SIDE / 2];
    const at = (y / 2) * (WIDTH / 2) + x / 2;
    const wanted = planesOf(Uint8Array.from([0, 1, 2, 3].flatMap(() => [...colour, 255])), 2, 2);
    return {
      found: [planes[y * WIDTH + x] ?? 0, planes[luma + at] ?? 0, planes[luma + chroma + at] ?? 0],
      wanted: [wanted[0] ?? 0, wanted[4] ?? 0, wanted[5] ?? 0],
    };
  });
  for (const plane of [0, 1, 2]) {
    const errors = middles.map(({ found, wanted }) => (found[plane] ?? 0) - (wanted[plane] ?? 0));
    expect(Math.max(...errors.map(Math.abs))).toBeLessThanOrEqual(1);
    expect(Math.abs(errors.reduce((sum, error) => sum + error, 0) / errors.length)).toBeLessThan(0.2);
  }
});
