/** Canvases of the page are drawn by its surface, wherever they stand; what would come out otherwise is the browser's to show. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { decode, type Frames } from '../../support/output/decode.js';
import { frameDifference } from '../../support/output/frame-difference.js';
import { runBatch } from '../../support/projects/batch.js';
import { composition, makeProject, scratchDirectory } from '../../support/projects/project.js';
import { useBundledFfmpeg } from '../../support/renders/bundled-ffmpeg.js';
import { gateInTurn, metOnSurface } from '../../support/renders/surface-stage.js';
import { renderBeside, renderCold, renderWarm } from '../../support/renders/warm-render.js';

useBundledFfmpeg();

const SIZE = { width: 640, height: 360 };
const SMALL = { width: 320, height: 180 };

/** Discs that go round in a canvas of any size, and a bar that shows the time. */
const PENS = `
  const discs = (pen, time) => {
    const { width, height } = pen.canvas;
    pen.clearRect(0, 0, width, height);
    for (let index = 0; index < 8; index += 1) {
      pen.fillStyle = 'hsl(' + (index * 45) + ' 80% 60%)';
      pen.beginPath();
      pen.arc(width * (0.5 + 0.4 * Math.sin(index + time * 3)), height * (0.5 + 0.4 * Math.cos(index * 1.7 + time * 2)), height / 8, 0, 7);
      pen.fill();
    }
    pen.fillRect(0, height - 6, width * time, 6);
  };
  const draws = [];
  const onSeek = (draw) => draws.push(draw);
  addEventListener('hf-seek', ({ detail }) => draws.forEach((draw) => draw(detail.time)));`;

const TRIANGLE = `
  const gl = document.getElementById('gl').getContext('webgl', { preserveDrawingBuffer: true });
  const program = gl.createProgram();
  for (const [kind, text] of [
    [gl.VERTEX_SHADER, 'attribute vec2 at; uniform float turn; void main() { float c = cos(turn), s = sin(turn); gl_Position = vec4(mat2(c, s, -s, c) * at, 0, 1); }'],
    [gl.FRAGMENT_SHADER, 'void main() { gl_FragColor = vec4(0.2, 0.9, 0.6, 1); }'],
  ]) {
    const shader = gl.createShader(kind);
    gl.shaderSource(shader, text);
    gl.compileShader(shader);
    gl.attachShader(program, shader);
  }
  gl.linkProgram(program);
  gl.useProgram(program);
  gl.bindBuffer(gl.ARRAY_BUFFER, gl.createBuffer());
  gl.bufferData(gl.ARRAY_BUFFER, new Float32Array([-0.8, -0.6, 0.8, -0.6, 0, 0.9]), gl.STATIC_DRAW);
  gl.enableVertexAttribArray(0);
  gl.vertexAttribPointer(0, 2, gl.FLOAT, false, 0, 0);
  onSeek((time) => {
    gl.clearColor(0.1, 0.1, 0.4, 1);
    gl.clear(gl.COLOR_BUFFER_BIT);
    gl.uniform1f(gl.getUniformLocation(program, 'turn'), time * 2);
    gl.drawArrays(gl.TRIANGLES, 0, 3);
  });`;

/** Every way to stand in a page that a surface draws. */
const EVERYWHERE = `
  <style>.flat { display: inline-block; margin: 3px } #turned { position: absolute; left: 380px; top: 170px; opacity: .8; filter: drop-shadow(6px 6px 3px #000) }</style>
  <p style="margin:6px 10px;color:#fff;font:20px Inter">In the text <canvas width="60" height="24" data-2d style="vertical-align:middle"></canvas> and after it</p>
  ${'<canvas class="flat" width="40" height="30" data-2d></canvas>'.repeat(6)}
  <canvas width="200" height="110" data-2d style="position:absolute;left:20.4px;top:90.6px;border-radius:24px;background:#fff"></canvas>
  <canvas width="120" height="90" data-2d style="position:absolute;left:240px;top:90px;transform:rotate(12deg) scale(1.3);mix-blend-mode:screen"></canvas>
  <div id="turned"><canvas width="180" height="120" data-2d style="display:block"></canvas></div>
  <canvas id="gl" width="150" height="100" style="position:absolute;left:30px;top:230px"></canvas>
  <canvas width="120" height="80" data-2d style="position:absolute;left:210px;top:250px;clip-path:circle(50%)"></canvas>
  <canvas id="grows" width="80" height="40" style="position:absolute;left:480px;top:20px;background:#8040c0"></canvas>
  <canvas id="blinks" width="60" height="40" style="position:absolute;left:570px;top:90px"></canvas>
  <canvas id="freed" width="60" height="40" data-2d style="position:absolute;left:570px;top:200px"></canvas>
  <p id="host" style="position:absolute;left:480px;top:90px;margin:0"></p>
  <script>${PENS}
    for (const canvas of document.querySelectorAll('[data-2d]')) {
      const pen = canvas.getContext('2d');
      onSeek((time) => discs(pen, time));
    }
    onSeek((time) => { document.getElementById('turned').style.transform = 'rotate(' + (time * 20) + 'deg)'; });
    // Looked for in each frame, of which none is that of the surface.
    const kept = document.getElementsByTagName('canvas');
    onSeek(() => {
      const found = [kept[0], document.querySelector('canvas'), document.querySelectorAll('p, canvas')[1], document.getElementsByTagName('canvas')[0]];
      for (const [index, canvas] of found.entries()) canvas.getContext('2d').fillRect(index * 12, 0, 8, 8);
    });
    const grows = document.getElementById('grows');
    const growing = grows.getContext('2d');
    onSeek((time) => { grows.width = time < 0.5 ? 80 : 120; discs(growing, time); });
    const blinks = document.getElementById('blinks');
    const blinking = blinks.getContext('2d');
    onSeek((time) => { discs(blinking, time); blinks.style.display = Math.floor(time * 5) % 2 === 0 ? '' : 'none'; });
    // As GSAP writes it, which has nothing of its own to say where what it moves is at rest.
    const { style: freed } = document.getElementById('freed');
    freed.translate = 'none';
    onSeek((time) => { freed.transform = time < 0.3 ? 'none' : 'rotate(' + time * 30 + 'deg)'; });
    const inner = document.getElementById('host').attachShadow({ mode: 'closed' }).appendChild(document.createElement('canvas'));
    inner.width = 70; inner.height = 50; inner.style.position = 'absolute';
    const innerPen = inner.getContext('2d');
    onSeek((time) => discs(innerPen, time));
    const late = document.createElement('canvas');
    late.width = 100; late.height = 60; late.style.cssText = 'position:absolute;left:500px;top:290px';
    const latePen = late.getContext('2d');
    onSeek((time) => { discs(latePen, time); if (time >= 0.4) document.querySelector('[data-composition-id]').append(late); else late.remove(); });
    ${TRIANGLE}
  </script>`;

const difference = (one: Frames, frame: number, other: Frames, otherFrame: number): number =>
  frameDifference([one, frame], [other, otherFrame], 2);

/** What a page looks like as its surface draws it, which has to be its path, and as the browser composes it. */
async function bothPaths(
  body: string,
  { size = SIZE, duration = 1, fps = 30 } = {},
): Promise<readonly [surface: Frames, screenshots: Frames]> {
  const page = composition(body, { ...size, duration, attributes: 'style="background:#1a2238"' });
  const project = await makeProject({ 'index.html': page });
  const out = scratchDirectory();
  const flags = ['--crf', '4', '--fps', String(fps)];
  const surface = await renderBeside(project, join(out, 'surface.mp4'), flags);
  const screenshots = await renderWarm(project, join(out, 'beginframe.mp4'), flags, { FRAMEFARM_SURFACE: 'off' });
  expect([surface.capture.path, screenshots.capture.path], surface.capture.reason).toEqual(['surface', 'beginframe']);
  return [await decode(join(out, 'surface.mp4')), await decode(join(out, 'beginframe.mp4'))];
}

describe('canvases of the page on a surface', () => {
  it('come out where they stand and as they look, in each frame, by 2D and WebGL', async () => {
    const [one, other] = await bothPaths(EVERYWHERE, { fps: 20 });
    expect([one.count, other.count]).toEqual([20, 20]);
    for (let frame = 0; frame < 20; frame += 1) expect(difference(one, frame, other, frame)).toBeLessThan(2.6);
    // A canvas that is a frame late differs by more.
    for (const frame of [3, 9, 13]) {
      expect(difference(one, frame, other, frame)).toBeLessThan(difference(one, frame, other, frame + 1) * 0.6);
    }
  });

  it('are painted when nothing else of the page changes, hold still while nobody draws on them, and come with their frames though they ask to be shown beside them', async () => {
    // How many frames each of them shows what was drawn.
    const HOLDS = [1, 10, 1];
    const body = `${HOLDS.map((_, index) => `<canvas width="48" height="90" style="position:absolute;left:${index * 48}px;top:0"></canvas>`).join('')}<script>
      const all = [...document.querySelectorAll('canvas')];
      const pens = all.map((canvas, index) => canvas.getContext('2d', index === 2 ? { desynchronized: true } : {}));
      const shown = [-1, -1, -1];
      addEventListener('hf-seek', ({ detail }) => {
        for (const [index, every] of [${HOLDS}].entries()) {
          const step = Math.floor(Math.round(detail.time * 30) / every);
          if (step === shown[index]) continue;
          shown[index] = step;
          pens[index].fillStyle = step % 2 === 0 ? 'red' : 'lime';
          pens[index].fillRect(0, 0, 48, 90);
        }
      });</script>`;
    const file = join(scratchDirectory(), 'out.mp4');
    const result = await renderWarm(await makeProject({ 'index.html': composition(body, { duration: 1 }) }), file);
    expect(result.capture.path, result.capture.reason).toBe('surface');
    const frames = await decode(file);
    for (let frame = 0; frame < 30; frame += 1) {
      for (const [index, every] of HOLDS.entries()) {
        const [red, green] = frames.pixel(frame, index * 48 + 24, 45);
        expect(red > green, `frame ${frame}, canvas ${index}`).toBe(Math.floor(frame / every) % 2 === 0);
      }
    }
  });
});

const drawing = (style: string, { attributes = '', kind = "'2d'" } = {}): string =>
  `<canvas id="c" width="40" height="30" ${attributes} style="${style}"></canvas>
   <script>document.getElementById('c').getContext(${kind})</script>`;

/**
 * Three canvases in a row, 160 by 90 each. The first is painted with a bar by a `clear` of a part, the second with one by a drawing that
 * follows one on a buffer of its own, the third asks to be kept. Each bar stands where the frame says; nothing clears the canvas before.
 * A box turns white where WebGL tells of the attributes and of the state that the page has set.
 */
const BARS = `
  ${[0, 160, 320].map((left, index) => `<canvas id="c${index}" width="160" height="90" style="position:absolute;left:${left}px;top:0"></canvas>`).join('')}
  <div id="told" style="position:absolute;left:0;top:100px;width:40px;height:40px"></div>
  <script>
    const [one, two, kept] = ['webgl', 'webgl2', 'webgl'].map((kind, index) =>
      document.getElementById('c' + index).getContext(kind, index === 2 ? { preserveDrawingBuffer: true } : { alpha: true }));
    for (const gl of [one, kept]) {
      gl.enable(gl.SCISSOR_TEST);
      gl.clearColor(1, 0, 0, 1);
      gl.colorMask(true, false, true, true);
      gl.clearDepth(0.5);
      gl.depthMask(false);
    }
    const shader = (kind, text) => {
      const made = two.createShader(kind);
      two.shaderSource(made, text);
      two.compileShader(made);
      return made;
    };
    const program = two.createProgram();
    two.attachShader(program, shader(two.VERTEX_SHADER, 'attribute vec2 at; void main() { gl_Position = vec4(at, 0, 1); }'));
    two.attachShader(program, shader(two.FRAGMENT_SHADER, 'void main() { gl_FragColor = vec4(1, 0, 0, 1); }'));
    two.linkProgram(program);
    two.useProgram(program);
    two.bindBuffer(two.ARRAY_BUFFER, two.createBuffer());
    two.enableVertexAttribArray(0);
    two.vertexAttribPointer(0, 2, two.FLOAT, false, 0, 0);
    const texture = two.createTexture();
    two.bindTexture(two.TEXTURE_2D, texture);
    two.texImage2D(two.TEXTURE_2D, 0, two.RGBA, 160, 90, 0, two.RGBA, two.UNSIGNED_BYTE, null);
    const aside = two.createFramebuffer();
    two.bindFramebuffer(two.FRAMEBUFFER, aside);
    two.framebufferTexture2D(two.FRAMEBUFFER, two.COLOR_ATTACHMENT0, two.TEXTURE_2D, texture, 0);
    const bar = (left) => {
      const [from, to] = [left / 80 - 1, (left + 10) / 80 - 1];
      two.bufferData(two.ARRAY_BUFFER, new Float32Array([from, -1, to, -1, from, 1, to, 1]), two.STREAM_DRAW);
      two.drawArrays(two.TRIANGLE_STRIP, 0, 4);
    };
    let shown = -1;
    addEventListener('hf-seek', ({ detail }) => {
      const step = Math.floor(Math.round(detail.time * 30) / 3);
      if (step === shown) return;
      shown = step;
      for (const gl of [one, kept]) {
        gl.scissor(step * 15, 0, 10, 90);
        gl.clear(gl.COLOR_BUFFER_BIT);
      }
      two.bindFramebuffer(two.FRAMEBUFFER, aside);
      bar(140);
      two.bindFramebuffer(two.FRAMEBUFFER, null);
      bar(step * 15);
      const isTold = one.getContextAttributes().preserveDrawingBuffer === false
        && kept.getContextAttributes().preserveDrawingBuffer === true
        && one.isEnabled(one.SCISSOR_TEST) && '' + one.getParameter(one.COLOR_CLEAR_VALUE) === '1,0,0,1'
        && '' + one.getParameter(one.COLOR_WRITEMASK) === 'true,false,true,true'
        && one.getParameter(one.DEPTH_CLEAR_VALUE) === 0.5 && one.getParameter(one.DEPTH_WRITEMASK) === false;
      document.getElementById('told').style.background = isTold ? '#fff' : '#00f';
    });
  </script>`;

describe('WebGL whose picture is not kept', () => {
  it('begins each frame with an empty picture, holds still without a drawing, and is drawn by a surface', async () => {
    for (const [index, frames] of (await bothPaths(BARS, { size: { width: 480, height: 144 } })).entries()) {
      expect(frames.count).toBe(30);
      for (let frame = 0; frame < 30; frame += 1) {
        const step = Math.floor(frame / 3);
        const isRed = (left: number, bar: number): boolean => {
          const [red, green, blue] = frames.pixel(frame, left + bar * 15 + 5, 45);
          return red > 180 && green < 60 && blue < 60;
        };
        const where = `path ${index}, frame ${frame}`;
        for (let bar = 0; bar < 10; bar += 1) {
          expect([isRed(0, bar), isRed(160, bar), isRed(320, bar)], `${where}, bar ${bar}`).toEqual([
            bar === step,
            bar === step,
            bar <= step,
          ]);
        }
        expect(frames.pixel(frame, 20, 120)[0], where).toBeGreaterThan(240);
      }
    }
  });
});

/** What the canvas is like, in a page, and what is said of it. */
const REFUSED: readonly (readonly [what: string, body: string, reason: RegExp])[] = [
  ['in a box of another size', drawing('width:80px'), /<canvas> in a box of another size/],
  ['inside of a padding', drawing('padding:4px'), /<canvas> in a box of another size/],
  ['inside of a border', drawing('border:2px solid red'), /<canvas> in a box of another size/],
  ['that is moved in its box', drawing('object-position:5px 0'), /<canvas> in a box of another size/],
  ['that is zoomed', drawing('zoom:2'), /<canvas> in a box of another size/],
  [
    'of more colours than sRGB has',
    drawing('', { kind: "'2d', { colorSpace: 'display-p3' }" }),
    /<canvas> of other colours than 8 bits of sRGB/,
  ],
  [
    'that a worker may draw',
    '<canvas id="c" width="40" height="30"></canvas><script>document.getElementById("c").transferControlToOffscreen()</script>',
    /<canvas> that a worker may draw/,
  ],
  ['of a bitmap', drawing('', { kind: "'bitmaprenderer'" }), /<canvas> drawn as bitmaprenderer/],
  ['that is scaled by its pixels', drawing('image-rendering:pixelated'), /<canvas> in a box of another size/],
  ['that has a part of a pixel more than it shows', drawing('width:40.3px'), /<canvas> in a box of another size/],
  [
    'of a bitmap that is hidden at first',
    `<div style="display:none">${drawing('', { kind: "'bitmaprenderer'" })}</div>`,
    /<canvas> drawn as bitmaprenderer/,
  ],
  [
    'that lies over what is positioned and comes before it',
    `<b style="position:absolute;left:0;top:0;width:30px;height:20px;background:#fff;pointer-events:none"></b>${drawing('display:block')}`,
    /<canvas> that is not positioned, and overlaps with something/,
  ],
  [
    'that lies behind what has no place of its own',
    `<div style="display:grid;background:#000"><style>#c, #over { grid-area: 1 / 1 }</style>${drawing('')}
     <b id="over" style="height:30px;background:#fff">over</b></div>`,
    /<canvas> that is not positioned, and overlaps with something/,
  ],
  [
    'where a rule in a layer could move it',
    `<style>@layer tools { .half { translate: -50% 0 } }</style>${drawing('position:absolute')}`,
    /<canvas>, and a rule in a layer that moves elements/,
  ],
];

/** The same of what is seen when the canvas is moved. */
const REFUSED_AS_MOVED: typeof REFUSED = [
  ['that may not have a transform', drawing('translate:none!important'), /<canvas> without a transform/],
  [
    'whose colour the compositor paints',
    drawing('background:red;box-shadow:none'),
    /<canvas> whose background the compositor paints/,
  ],
  [
    'whose transform only an animation could move',
    `<style>@keyframes go { to { translate: 9px } }</style>${drawing('translate:none;animation:go 1s')}`,
    /<canvas> without a transform/,
  ],
];

it.each(REFUSED_AS_MOVED)('a canvas %s keeps the page off a surface', async (_, body, reason) => {
  const met = await metOnSurface(composition(body, SMALL), SMALL, 20);
  expect(met).toEqual({ frame: 0, obstacle: expect.stringMatching(reason) });
});

it('a canvas keeps the page off a surface, with the reason', async () => {
  const page = (body: string): string => composition(body, SMALL);
  const said = await gateInTurn(
    page,
    REFUSED.map(([, body]) => body),
    SMALL,
  );
  for (const [index, [what, , reason]] of REFUSED.entries()) expect(`${said[index]}`, what).toMatch(reason);
});

/** Counts its turns by the place of a bar. */
const COUNTING = `<b id="c" style="position:absolute;left:0;top:0;width:60px;height:180px;background:#fa4"></b><script>
  let turns = 0;
  const turn = () => {
    turns += 1;
    document.getElementById('c').style.transform = 'translateX(' + ((turns * 7) % 260) + 'px)';
    requestAnimationFrame(turn);
  };
  requestAnimationFrame(turn);</script>`;

/** What the page shows in a frame hangs on the frames before it. */
const REMEMBERING: readonly (readonly [what: string, body: string])[] = [
  [
    'a canvas on which earlier frames fade, which no script asks for a pen before the first, and one that is drawn on in a turn of its own',
    `<canvas id="c" width="320" height="90" style="position:absolute;left:0;top:0"></canvas>
     <canvas id="d" width="320" height="90" style="position:absolute;left:0;top:90px"></canvas><script>${PENS}
       onSeek((time) => {
         const pen = document.getElementById('c').getContext('2d');
         pen.clearRect = () => { pen.fillStyle = 'rgb(20 30 50 / .1)'; pen.fillRect(0, 0, 320, 90); };
         discs(pen, time);
       });
       onSeek((time) => setTimeout(() => discs(document.getElementById('d').getContext('2d'), time), 0));</script>`,
  ],
  [
    'particles of a loop of requestAnimationFrame, some more in each turn',
    `<canvas id="c" width="320" height="180" style="position:absolute;left:0;top:0"></canvas><script>
       const pen = document.getElementById('c').getContext('2d');
       const all = [];
       const turn = () => {
         pen.fillStyle = 'rgb(0 0 0 / .2)';
         pen.fillRect(0, 0, 320, 180);
         for (let count = 0; count < 4; count += 1) all.push({ x: 160, y: 90, dx: Math.random() * 4 - 2, dy: Math.random() * 4 - 2 });
         pen.fillStyle = '#6cf';
         for (const one of all) pen.fillRect((one.x += one.dx), (one.y += one.dy), 6, 6);
         requestAnimationFrame(turn);
       };
       requestAnimationFrame(turn);</script>`,
  ],
];

describe('a page that remembers what it has shown', () => {
  it.each(REMEMBERING)('is proved by a page that goes through the same frames: %s', async (_, body) => {
    const [one, other] = await bothPaths(body, { size: SMALL, duration: 0.8 });
    for (const frame of [0, 1, 7, 12, 13, 23]) {
      expect(difference(one, frame, other, frame), `frame ${frame}`).toBeLessThan(3);
    }
    expect(difference(one, 12, other, 12)).toBeLessThan(difference(one, 12, other, 13) * 0.6);
  });

  it('has the path of its render in a dry run, which compares nothing', async () => {
    const project = await makeProject({
      'index.html': composition(COUNTING, { ...SMALL, duration: 1 }),
    });
    const output = join(scratchDirectory(), 'out.mp4');
    const [dry, alone] = [await renderBeside(project, output, ['--dry-run']), await renderBeside(project, output)];
    expect([dry.capture.path, alone.capture.path]).toEqual(['surface', 'surface']);
    expect(dry.capture.reason).toMatch(/to be compared/);
    const long = await makeProject({ 'index.html': composition(COUNTING, { ...SMALL, duration: 8 }) });
    const lanes = await renderCold(long, output, ['--dry-run', '--workers', '3']);
    expect(lanes.capture).toMatchObject({
      path: 'beginframe',
      reason: expect.stringMatching(/requestAnimationFrame loop/),
    });
  });

  it('is captured by BeginFrame as a row of a batch, in which no more than a first frame is compared', async () => {
    const project = await makeProject({
      'index.html': composition(COUNTING, { ...SMALL, duration: 1 }),
      'rows.json': JSON.stringify([{ name: 'a' }, { name: 'b' }]),
    });
    const { exitCode } = await runBatch(project, ['-o', 'out/{name}.mp4', '--workers', '1']);
    expect(exitCode).toBe(0);
    const alone = join(scratchDirectory(), 'alone.mp4');
    await renderWarm(project, alone, [], { FRAMEFARM_SURFACE: 'off' });
    const wanted = await readFile(alone);
    for (const name of ['a', 'b']) expect(await readFile(join(project, 'out', `${name}.mp4`))).toEqual(wanted);
  });
});
