/** The ways of taking pictures give the same pictures, and the result says which was taken and why. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { PNG } from 'pngjs';
import { describe, expect, it } from 'vitest';
import { decode, type Frames } from '../../support/output/decode.js';
import { frameDifference } from '../../support/output/frame-difference.js';
import { ffmpeg } from '../../support/projects/clips.js';
import { addPackageFile, composition, makeProject, scratchDirectory } from '../../support/projects/project.js';
import { useBundledFfmpeg } from '../../support/renders/bundled-ffmpeg.js';
import { gateInTurn, metOnSurface } from '../../support/renders/surface-stage.js';
import { renderBeside, renderWarm } from '../../support/renders/warm-render.js';

useBundledFfmpeg();

const moving = composition(
  `<div style="position:absolute;left:0;top:0;width:320px;height:180px;background:linear-gradient(90deg,#204060,#c08040)"></div>
   <div id="box" style="position:absolute;left:20px;top:60px;width:60px;height:60px;border-radius:12px;background:#e02040"></div>
   <p style="position:absolute;left:16px;top:8px;margin:0;font:700 28px Inter;color:#fff;opacity:.9">Same picture</p>
   <div id="late" data-start="1" data-duration="0.5" style="position:absolute;left:240px;top:100px;width:40px;height:40px;background:#20e060"></div>
   <script>
     const tl = gsap.timeline({ paused: true });
     tl.to('#box', { x: 180, rotation: 90, duration: 1.2, ease: 'power2.inOut' }, 0);
     tl.call(() => document.getElementById('box').style.outline = '4px solid #fff', null, 1);
     window.__timelines = { test: tl };
   </script>`,
  { width: 320, height: 180, duration: 1.6, head: '<script src="gsap.min.js"></script>' },
);

/** Of two seconds: the fewest frames that a surface is for. */
const TWENTY = ['--fps', '10'];

const difference = (a: Frames, b: Frames, frame: number): number => differenceOf(a, frame, b, frame);

const differenceOf = (a: Frames, frame: number, b: Frames, otherFrame: number): number =>
  frameDifference([a, frame], [b, otherFrame], 3);

/** What the page holds, and what is said of it. */
const UNFIT: readonly (readonly [what: string, body: string, reason: RegExp])[] = [
  [
    'a canvas that is drawn larger than it is',
    '<canvas id="c" width="20" height="20" style="position:absolute;left:70px;top:35px;width:30px"></canvas><script>document.getElementById("c").getContext("2d").fillRect(0,0,20,20)</script>',
    /<canvas> in a box of another size/,
  ],
  ['a backdrop filter', '<div style="position:absolute;inset:0;backdrop-filter:invert(1)"></div>', /lies behind/],
  ['a rule for children of body', '<style>body > div { outline: 1px solid red }</style>', /children of body/],
  [
    'a frame',
    '<iframe srcdoc="<p>inside</p>" style="position:absolute;left:0;top:0;width:80px;height:40px"></iframe>',
    /<iframe>/,
  ],
  [
    'a canvas in a shadow tree',
    '<p id="host"></p><script>document.getElementById("host").attachShadow({ mode: "closed" }).appendChild(document.createElement("canvas")).getContext("bitmaprenderer")</script>',
    /<canvas> drawn as bitmaprenderer/,
  ],
  [
    'a rule in the body that a script has changed',
    '<style id="own">b { color: red }</style><script>document.getElementById("own").sheet.cssRules[0].style.color = "blue"</script>',
    /changed the rules of a <style>/,
  ],
];

describe('capture paths', () => {
  it('a plain page is captured by its drawing surface and looks like its screenshots, frame by frame', async () => {
    // A browser would drop a linked sheet as it is moved with the page.
    const linked = moving.replace(/(data-composition-id[^>]*>)/, '$1<link rel="stylesheet" href="linked.css">');
    const project = await makeProject({ 'index.html': linked, 'linked.css': ':root { --linked: 1 }' });
    await addPackageFile(project, 'gsap/dist/gsap.min.js', 'gsap.min.js');
    const out = scratchDirectory();
    const flags = ['--crf', '4'];
    const surface = await renderBeside(project, join(out, 'surface.mp4'), flags);
    const screenshots = await renderWarm(project, join(out, 'beginframe.mp4'), flags, { FRAMEFARM_SURFACE: 'off' });
    expect(surface.capture.path).toBe('surface');
    expect(screenshots.capture.path).toBe('beginframe');
    expect(screenshots.capture.reason).toContain('switched off');
    const [one, other] = [await decode(join(out, 'surface.mp4')), await decode(join(out, 'beginframe.mp4'))];
    expect([one.count, other.count]).toEqual([48, 48]);
    for (let frame = 0; frame < 48; frame += 1) expect(difference(one, other, frame)).toBeLessThan(2.5);
    // A difference of one frame would be far larger while the box moves.
    let shifted = 0;
    for (let frame = 10; frame < 30; frame += 1) {
      let sum = 0;
      for (let x = 0; x < 320; x += 1) sum += Math.abs(one.pixel(frame, x, 90)[0] - other.pixel(frame + 1, x, 90)[0]);
      shifted = Math.max(shifted, sum / 320);
    }
    expect(shifted).toBeGreaterThan(3);
  });

  it('pictures of videos look the same on a surface: fitted, padded, turned, rounded, and much smaller than they are', async () => {
    const video = (style: string): string =>
      `<video src="source.mp4" muted data-start="0" style="position:absolute;${style}"></video>`;
    const project = await makeProject({
      'index.html': composition(
        `<div style="position:absolute;inset:0;background:#404858"></div>
         ${video('left:11px;top:7px;width:96px;height:80px;object-fit:cover;object-position:20% 50%;border:3px solid #e0c020;border-radius:18px')}
         ${video('left:121px;top:9px;width:90px;height:90px;box-sizing:border-box;padding:6px 10px;object-fit:contain;object-position:50% 12px;background:#205020')}
         ${video('left:222px;top:12px;width:80px;height:60px;padding:8px;object-fit:none;object-position:calc(100% - 4px) 0;background:#602020')}
         ${video('left:30px;top:105px;width:100px;height:56px;transform:rotate(9deg);opacity:.8')}
         ${video('left:170px;top:120px;width:40px;height:22px')}
         ${video('left:240px;top:110px;width:160px;height:90px;transform:scale(.4);transform-origin:0 0')}`,
        { width: 320, height: 180, duration: 1 },
      ),
    });
    await ffmpeg([
      ...['-f', 'lavfi', '-i', 'testsrc2=s=160x90:r=30:d=1', '-c:v', 'libx264', '-crf', '4', '-pix_fmt', 'yuv420p'],
      join(project, 'source.mp4'),
    ]);
    const out = scratchDirectory();
    const flags = ['--crf', '4', '--frames', '12-15'];
    const surface = await renderWarm(project, join(out, 'surface.mp4'), flags);
    const screenshots = await renderWarm(project, join(out, 'beginframe.mp4'), flags, { FRAMEFARM_SURFACE: 'off' });
    expect([surface.capture.path, screenshots.capture.path]).toEqual(['surface', 'beginframe']);
    const [one, other] = [await decode(join(out, 'surface.mp4')), await decode(join(out, 'beginframe.mp4'))];
    // Coarse colour is what JPEG loses; a picture that is missing, or stands elsewhere by pixels, costs more than that.
    expect([one.count, other.count]).toEqual([4, 4]);
    for (const frame of [0, 1, 3]) expect(difference(one, other, frame)).toBeLessThan(4.5);
    expect(difference(one, other, 2)).toBeLessThan(differenceOf(one, 2, other, 3) - 0.5);
  });

  it('a page that is drawn larger looks the same on a surface: text, shadows, turned boxes, and a video that has as many pixels', async () => {
    const project = await makeProject({
      'index.html': composition(
        `<div style="position:absolute;inset:0;background:linear-gradient(90deg,#204060,#c08040)"></div>
         <video src="source.mp4" muted data-start="0" style="position:absolute;left:330px;top:20px;width:290px;height:163px;border-radius:12px"></video>
         <div id="box" style="position:absolute;left:40px;top:120px;width:90px;height:90px;border-radius:12px;background:#e02040;box-shadow:0 8px 30px #000"></div>
         <p style="position:absolute;left:32px;top:16px;margin:0;font:700 40px Inter;color:#fff">Three to one</p>
         <script>
           const tl = gsap.timeline({ paused: true });
           tl.to('#box', { x: 180, y: 90, rotation: 70, duration: 2, ease: 'none' }, 0);
           window.__timelines = { test: tl };
         </script>`,
        { width: 640, height: 360, duration: 0.8, head: '<script src="gsap.min.js"></script>' },
      ),
    });
    await addPackageFile(project, 'gsap/dist/gsap.min.js', 'gsap.min.js');
    await ffmpeg([
      ...['-f', 'lavfi', '-i', 'testsrc2=s=872x490:r=30:d=0.8'],
      ...['-c:v', 'libx264', '-crf', '4', '-preset', 'ultrafast', '-pix_fmt', 'yuv420p'],
      ...['-color_primaries', 'bt709', '-color_trc', 'bt709', '-colorspace', 'bt709', join(project, 'source.mp4')],
    ]);
    const out = scratchDirectory();
    // A part has the pictures that the whole has, and these are large.
    const flags = ['--crf', '4', '--resolution', 'landscape', '--frames', '18-20'];
    const surface = await renderWarm(project, join(out, 'surface.mp4'), flags);
    const screenshots = await renderWarm(project, join(out, 'beginframe.mp4'), flags, { FRAMEFARM_SURFACE: 'off' });
    expect([surface.capture.path, screenshots.capture.path], surface.capture.reason).toEqual(['surface', 'beginframe']);
    const [one, other] = [await decode(join(out, 'surface.mp4')), await decode(join(out, 'beginframe.mp4'))];
    expect([one.count, one.width, one.height]).toEqual([3, 1920, 1080]);
    for (const frame of [0, 1, 2]) expect(difference(one, other, frame)).toBeLessThan(3);
    expect(difference(one, other, 1)).toBeLessThan(differenceOf(one, 1, other, 2) - 0.5);
  });

  it('a page of 4K is captured by its surface to the last corner', async () => {
    const project = await makeProject({
      'index.html': composition(
        `<div style="position:absolute;right:0;bottom:0;width:64px;height:64px;background:#f00"></div>
         <div data-start="1" style="position:absolute;right:0;bottom:0;width:32px;height:32px;background:#00f"></div>`,
        { width: 3840, height: 2160, duration: 2 },
      ),
    });
    const out = scratchDirectory();
    // The last frame before the corner changes and the first after it: each of them is large.
    const { capture } = await renderWarm(project, join(out, 'large.mp4'), ['--fps', '10', '--frames', '9-10']);
    expect(capture.path, capture.reason).toBe('surface');
    const corner = join(out, 'corner.mp4');
    await ffmpeg(['-i', join(out, 'large.mp4'), '-vf', 'crop=64:64:3776:2096', '-c:v', 'libx264', '-crf', '1', corner]);
    const frames = await decode(corner);
    expect(frames.count).toBe(2);
    for (const [frame, x, y, channel] of [
      [0, 60, 60, 0],
      [1, 60, 60, 2],
      [1, 10, 10, 0],
    ] as const) {
      const pixel = frames.pixel(frame, x, y);
      expect(pixel[channel], `${frame}: ${pixel}`).toBeGreaterThan(230);
      expect(pixel[2 - channel], `${frame}: ${pixel}`).toBeLessThan(30);
    }
  });

  it('held frames repeat the frame before, and a change after a hold is seen', async () => {
    const project = await makeProject({
      'index.html': composition(
        `<div data-start="0" data-duration="1" style="position:absolute;inset:0;background:#f00"></div>
         <div data-start="1" data-duration="1" style="position:absolute;inset:0;background:#0f0"></div>
         <div data-start="2" style="position:absolute;inset:0;background:#00f"></div>`,
        { duration: 3 },
      ),
    });
    const file = join(scratchDirectory(), 'holds.mp4');
    const result = await renderWarm(project, file, ['--fps', '10']);
    expect(result.capture.path).toBe('surface');
    const frames = await decode(file);
    expect(frames.count).toBe(30);
    for (const [frame, channel] of [
      [0, 0],
      [9, 0],
      [10, 1],
      [19, 1],
      [20, 2],
      [29, 2],
    ] as const) {
      const pixel = frames.pixel(frame, 80, 45);
      expect(pixel[channel]).toBeGreaterThan(240);
      expect(
        Math.max(...[0, 1, 2].filter((other) => other !== channel).map((other) => pixel[other] ?? 0)),
      ).toBeLessThan(16);
    }
  });

  it('a png-sequence is drawn by the surface, as the browser shows the page where nothing is and where something shines through', async () => {
    const project = await makeProject({
      'index.html': composition(
        `<p id="p" style="position:absolute;left:10px;top:6px;margin:0;font:700 24px Inter;color:#fff;text-shadow:0 3px 6px #000">Clear</p>
         <div style="position:absolute;left:20px;top:44px;width:60px;height:30px;border-radius:9px;background:linear-gradient(90deg,#f00a,#0f03)"></div>
         <script>addEventListener('hf-seek', ({ detail }) => { document.getElementById('p').style.left = 10 + 40 * detail.time + 'px'; });</script>`,
        { duration: 1 },
      ),
    });
    const out = scratchDirectory();
    const flags = ['--format', 'png-sequence', '--fps', '10'];
    const surface = await renderWarm(project, join(out, 'surface'), flags);
    const screenshots = await renderWarm(project, join(out, 'beginframe'), flags, { FRAMEFARM_SURFACE: 'off' });
    expect([surface.capture.path, screenshots.capture.path], surface.capture.reason).toEqual(['surface', 'beginframe']);
    for (const frame of [1, 4, 7, 10]) {
      const name = `frame_${String(frame).padStart(6, '0')}.png`;
      const [one, other] = await Promise.all(
        ['surface', 'beginframe'].map(async (path) => PNG.sync.read(await readFile(join(out, path, name))).data),
      );
      if (one === undefined || other === undefined) throw new Error('no picture');
      let [sum, opaque] = [0, 0];
      for (let at = 0; at < one.length; at += 4) {
        const alpha = other[at + 3] ?? 0;
        expect(Math.abs((one[at + 3] ?? 0) - alpha)).toBeLessThanOrEqual(40);
        opaque += alpha;
        // Colours count as far as they are seen.
        for (let channel = 0; channel < 3; channel += 1)
          sum += Math.abs(((one[at + channel] ?? 0) * (one[at + 3] ?? 0) - (other[at + channel] ?? 0) * alpha) / 255);
      }
      expect(opaque).toBeGreaterThan(100_000);
      expect(sum / one.length).toBeLessThan(0.1);
    }
  });

  it('what a surface cannot show keeps the page on screenshots, with the reason', async () => {
    const size = { width: 160, height: 90 };
    const said = await gateInTurn(
      (body) => composition(body, size),
      UNFIT.map(([, body]) => body),
      size,
    );
    for (const [index, [what, , reason]] of UNFIT.entries()) expect(`${said[index]}`, what).toMatch(reason);
    const glass = UNFIT.find(([what]) => what === 'a backdrop filter')?.[1] ?? '';
    const project = await makeProject({ 'index.html': composition(glass, { duration: 2 }) });
    const { capture } = await renderWarm(project, join(scratchDirectory(), 'out.mp4'), [...TWENTY, '--dry-run']);
    expect(capture).toMatchObject({ path: 'beginframe', reason: expect.stringMatching(/lies behind/) });
  });

  it('a form is drawn whose fields are called as what elements have', async () => {
    const fields = [
      'children',
      'attributes',
      'matches',
      'closest',
      'contains',
      'parentNode',
      'id',
      'style',
      'classList',
    ]
      .map((name) => `<input name="${name}" style="border:0">`)
      .join('');
    const size = { width: 160, height: 90 };
    const page = composition(
      `<form class="card" style="transform-style:preserve-3d"><ruby>a<rt>b</rt></ruby>${fields}</form>
       <style>.card:has(input) { mix-blend-mode: multiply } body .card > * { color: red }</style>`,
      size,
    );
    expect(await metOnSurface(page, size, 3)).toBeNull();
  });

  it.each([
    ['which a page that has its pictures can tell', renderBeside],
    ['and where the proof comes before these are there, by others in their place', renderWarm],
  ])('so is one whose video paints itself differently, %s', async (_, renderProject) => {
    const project = await makeProject({
      'index.html': composition(
        '<video id="tell" src="source.mp4" muted data-start="0" style="position:absolute;inset:0;width:160px;height:90px"></video>',
        {
          duration: 2,
          attributes: 'style="background:#000"',
          head: '<style>canvas #tell + * { opacity: 0 !important }</style>',
        },
      ),
    });
    await ffmpeg([
      ...['-f', 'lavfi', '-i', 'color=white:s=160x90:r=30:d=2', '-c:v', 'libx264', '-pix_fmt', 'yuv420p'],
      join(project, 'source.mp4'),
    ]);
    const file = join(scratchDirectory(), 'out.mp4');
    const result = await renderProject(project, file, TWENTY);
    expect(result.capture.path).toBe('beginframe');
    expect(result.capture.reason).toMatch(/frame \d+ differs|counts on children of body/);
    expect((await decode(file)).pixel(10, 80, 45)[0]).toBeGreaterThan(240);
  });

  it('a transparent page keeps its exact alpha on a surface, and what was painted before is cleared', async () => {
    const project = await makeProject({
      'index.html': composition(
        `<div style="position:absolute;left:10px;top:10px;width:40px;height:40px;background:rgba(255,0,0,.5)"></div>
         <div data-start="0" data-duration="0.5" style="position:absolute;left:80px;top:10px;width:40px;height:40px;background:#00f"></div>`,
        { duration: 1 },
      ),
    });
    const file = join(scratchDirectory(), 'out.mov');
    const result = await renderWarm(project, file, ['--format', 'mov', '--fps', '10']);
    expect(result.capture.path).toBe('surface');
    const frames = await decode(file);
    const near = (frame: number, x: number, y: number, rgba: readonly number[]) => {
      const pixel = frames.pixel(frame, x, y);
      for (let channel = 0; channel < 4; channel += 1) {
        expect(Math.abs((pixel[channel] ?? 0) - (rgba[channel] ?? 0)), `${pixel}`).toBeLessThanOrEqual(3);
      }
    };
    near(0, 30, 30, [255, 0, 0, 128]);
    near(9, 30, 30, [255, 0, 0, 128]);
    near(4, 100, 30, [0, 0, 255, 255]);
    expect(frames.pixel(5, 100, 30)[3]).toBe(0);
    expect(frames.pixel(9, 150, 80)[3]).toBe(0);
  });
});
