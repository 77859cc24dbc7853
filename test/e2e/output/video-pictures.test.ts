/** Pictures of videos (composition-format 9.1): the right one on each frame, under the styles of its element. */
import { readdirSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { H264_BT709, makeClip, makeTone, type Picture, times, VP9_ALPHA } from '../../support/projects/clips.js';
import { addPackageFile, makeProject, scratchDirectory } from '../../support/projects/project.js';
import { cell, failureOf, place, renderProject, rgb, type Scene, scene } from '../../support/projects/scene.js';
import { useBundledFfmpeg } from '../../support/renders/bundled-ffmpeg.js';

useBundledFfmpeg();

const TEN = ['--fps', '10'];
/** Twenty pictures at 10 per second: 2 s. */
const SOURCE: Picture[] = [...times(5, 'red'), ...times(5, 'lime'), ...times(5, 'blue'), ...times(5, 'white')];

const video = (index: number, attributes: string, style = '') =>
  `<video muted src="source.mp4" ${attributes} style="${place(index)};object-fit:fill;${style}"></video>`;

async function project(
  body: string,
  options: Parameters<typeof scene>[1] = {},
  clip: Parameters<typeof makeClip>[2] = {},
): Promise<string> {
  const directory = await makeProject({
    'index.html': scene(body, { duration: 3, head: '<script src="gsap.min.js"></script>', ...options }),
  });
  await addPackageFile(directory, 'gsap/dist/gsap.min.js', 'gsap.min.js');
  await makeClip(join(directory, 'source.mp4'), SOURCE, clip);
  return directory;
}

/** Where the pictures come from has nothing to do with how the page is captured, but where it decodes them by itself. */
describe.each([
  ['jpg', 'surface'],
  ['decoded', 'beginframe'],
  ['decoded', 'surface'],
])('pictures %s, captured by %s', (kind, path) => {
  let shown: Scene;
  const cache = scratchDirectory();
  beforeAll(async () => {
    const body = [
      video(0, 'data-start="0"'),
      video(1, 'data-start="0.5"'),
      video(2, 'data-start="0" data-media-start="0.5"'),
      video(3, 'data-start="0" data-media-start="1.9" data-playback-start="0.5"'),
      video(4, 'data-start="0" data-playback-rate="2"'),
      video(5, 'data-start="0" data-duration="2.6"'),
      video(6, 'data-start="0" data-duration="3" loop'),
      video(7, 'data-start="0" data-duration="0.7"'),
      video(8, 'data-start="0" data-playback-rate="0.5"'),
      video(9, 'data-start="0" data-playback-rate="100" data-duration="0.6"'),
      // Without data-start it counts from 0; the source may be named by a child, and what stands behind that is never played.
      `<video muted preload="none" crossorigin style="${place(10)}"><source src="source.mp4"><source src="gone.webm"></video>`,
      `<video muted loop autoplay src="source.mp4" style="${place(13)}"></video>`,
      `<video muted style="${place(14)}"><source src="gone.mov" type='video/mp4; codecs="hvc1"'><source src="source.mp4" type="video/mp4"></video>`,
      `<video muted style="${place(15)}"><source src="gone.mp4" media="(max-width:1px)"><source src="source.mp4" media="(min-width:2px)"></video>`,
      // Styles of the element go on working on the picture.
      video(11, 'id="moving" data-start="0" data-duration="3"', 'object-fit:cover'),
      video(21, 'data-start="0"', 'opacity:.5'),
      video(22, 'data-start="0"', 'clip-path:inset(0 0 50% 0)'),
      video(23, 'data-start="0"', 'filter:invert(1)'),
      video(24, 'data-start="0"', 'transform:translateY(16px)'),
      video(25, 'data-start="0"', 'border-radius:50%'),
      cell(26, 'lime', '', 'z-index:5'),
      video(26, 'data-start="0"', 'z-index:1'),
      video(27, 'data-start="0"', 'z-index:5'),
      cell(27, '#00ffff', '', 'z-index:1'),
      video(28, 'data-start="0"', 'visibility:hidden'),
      `<div data-start="0.5" data-duration="0.5">${video(29, 'data-start="0" data-duration="2"')}</div>`,
      `<script>{ const tl = gsap.timeline({ paused: true });
        tl.set('#moving', { x: 16 }, 0.5).set('#moving', { opacity: 0 }, 2.5).to({}, { duration: 3 }, 0);
        window.__timelines.test = tl; }</script>`,
    ].join('');
    const decoded = kind === 'decoded';
    const format = decoded ? 'auto' : kind;
    const directory = await project(body, { duration: 4.5 }, decoded ? { codec: H264_BT709 } : {});
    shown = await renderProject(directory, {
      flags: [...TEN, '--video-frame-format', format, '--frames-cache-dir', cache],
      env: path === 'surface' ? {} : { FRAMEFARM_SURFACE: 'off' },
    });
  });

  it('raise no warning, and lie in the cache as such', () => {
    expect(shown.complete.capture.path).toBe(path);
    expect(shown.warnings).toEqual([]);
    const files = readdirSync(cache, { recursive: true }).map(String);
    const pictures = files.filter((file) => /\.(jpg|png)$/.test(file));
    // What the page decodes by itself is never extracted.
    if (kind === 'decoded') return expect(files).toEqual([]);
    expect(pictures.length).toBeGreaterThanOrEqual(20);
    expect(pictures.every((file) => file.endsWith(kind))).toBe(true);
  });

  it.each([
    ['play from the start, and end with the source', 0, '5 red, 5 lime, 5 blue, 5 white, 25 black'],
    ['begin with the window', 1, '5 black, 5 red, 5 lime, 5 blue, 5 white, 20 black'],
    ['begin at data-media-start', 2, '5 lime, 5 blue, 5 white, 30 black'],
    ['begin at data-playback-start when both are there', 3, '5 lime, 5 blue, 5 white, 30 black'],
    ['play twice as fast', 4, '3 red, 2 lime, 3 blue, 2 white, 35 black'],
    ['hold the last one to the end of an explicit slot', 5, '5 red, 5 lime, 5 blue, 11 white, 19 black'],
    ['wrap when looped', 6, '5 red, 5 lime, 5 blue, 5 white, 5 red, 5 lime, 15 black'],
    ['are cut by the window', 7, '5 red, 2 lime, 38 black'],
    ['play at half speed', 8, '10 red, 10 lime, 10 blue, 10 white, 5 black'],
    ['play at no more than ten times', 9, '1 red, 1 blue, 4 white, 39 black'],
    ['come from a source element, from 0 without data-start', 10, '5 red, 5 lime, 5 blue, 5 white, 25 black'],
    ['come from the first source of a type that browsers play', 14, '5 red, 5 lime, 5 blue, 5 white, 25 black'],
    ['come from the source whose media query holds', 15, '5 red, 5 lime, 5 blue, 5 white, 25 black'],
    [
      'wrap until the end where nothing is said but loop',
      13,
      '5 red, 5 lime, 5 blue, 5 white, 5 red, 5 lime, 5 blue, 5 white, 5 red',
    ],
    ['leave their place with a tween', 11, '5 red, 40 black'],
    ['arrive there, and tweens go on after the source has ended', 12, '5 black, 5 lime, 5 blue, 10 white, 20 black'],
    ['are inverted by a filter', 23, '5 cyan, 5 magenta, 5 yellow, 30 black'],
    ['are moved by a transform', 34, '5 red, 5 lime, 5 blue, 5 white, 25 black'],
    ['lie below a higher z-index', 26, '45 lime'],
    ['lie above a lower z-index', 27, '5 red, 5 lime, 5 blue, 5 white, 25 cyan'],
    ['override an inline visibility inside the window', 28, '5 red, 5 lime, 5 blue, 5 white, 25 black'],
    ['are hidden with a timed ancestor', 29, '5 black, 5 lime, 35 black'],
  ])('%s', (_, index, expected) => {
    expect(shown.runs(index)).toBe(expected);
  });

  it('are clipped, rounded and half transparent as the element is', () => {
    const y = 2 * 16;
    expect(
      shown
        .pixel(17, 21)
        .slice(0, 3)
        .every((value) => Math.abs(value - 128) < 12),
    ).toBe(true);
    expect(shown.runsAt(2 * 16 + 8, y + 4)).toBe('5 red, 5 lime, 5 blue, 5 white, 25 black');
    expect(shown.runsAt(2 * 16 + 8, y + 12)).toBe('45 black');
    expect(shown.frames.pixel(17, 5 * 16, y)[0]).toBeLessThan(60);
    expect(shown.frames.pixel(17, 5 * 16 + 8, y + 8)[0]).toBeGreaterThan(220);
  });
});

describe('sources of other kinds', () => {
  it('show at the output rate: 25 and 60 pictures per second, a variable rate, a container that counts in pictures', async () => {
    const directory = await makeProject({
      'index.html': scene(
        ['25.mp4', '60.mp4', 'odd.mp4', 'counted.avi']
          .map(
            (file, index) =>
              `<video muted src="${file}" data-start="0" style="${place(index)};object-fit:fill"></video>`,
          )
          .join(''),
      ),
    });
    const half = (count: number): Picture[] => [...times(count, 'red'), ...times(count, 'lime')];
    await makeClip(join(directory, '25.mp4'), [...times(12, 'red'), ...times(13, 'lime')], { fps: 25 });
    await makeClip(join(directory, '60.mp4'), half(30), { fps: 60 });
    // One picture in five is kept in the first half: pictures lie 0.5 s apart there.
    await makeClip(join(directory, 'odd.mp4'), half(5), {
      fps: 10,
      codec: [
        '-vf',
        "select='eq(n,0)+gte(n,5)'",
        '-vsync',
        'vfr',
        '-c:v',
        'libx264',
        '-pix_fmt',
        'yuv420p',
        '-crf',
        '1',
      ],
    });
    await makeClip(join(directory, 'counted.avi'), half(5), { fps: 10, codec: ['-c:v', 'mpeg4', '-q:v', '1'] });
    const shown = await renderProject(directory, { flags: TEN });
    expect(shown.runs(0)).toBe('5 red, 5 lime');
    expect(shown.runs(1)).toBe('5 red, 5 lime');
    expect(shown.runs(2)).toBe('5 red, 5 lime');
    expect(shown.runs(3)).toBe('5 red, 5 lime');
    expect(shown.warnings).toEqual([]);
  });

  it('are of each mount of a file that gives its video an id', async () => {
    const mount = (index: number, start: number) =>
      `<div data-composition-id="child" data-composition-src="child.html" data-start="${start}" data-duration="1" style="${place(index)}"></div>`;
    const directory = await project(mount(0, 0) + mount(1, 1) + mount(2, 0), { duration: 2 });
    const child = `<template id="child-template"><div data-composition-id="child">${video(0, 'id="v" data-start="0" data-duration="1"')}</div></template>`;
    await writeFile(join(directory, 'child.html'), child);
    const shown = await renderProject(directory, { flags: TEN });
    expect([0, 1, 2].map((index) => shown.runs(index))).toEqual([
      '5 red, 5 lime, 10 black',
      '10 black, 5 red, 5 lime',
      '5 red, 5 lime, 10 black',
    ]);
    expect(shown.warnings).toEqual([]);
  });

  it('are zoomed with their element', async () => {
    const zoomed = (index: number, style: string) =>
      `<video muted src="source.mp4" data-start="0" style="${style};zoom:.5;width:32px;height:32px;object-fit:fill" id="z${index}"></video>`;
    const body = `${zoomed(0, 'position:absolute;left:0;top:0')}<div style="${place(12)}">${zoomed(1, '')}</div>`;
    const shown = await renderProject(await project(body, { duration: 1 }), { flags: TEN });
    expect([0, 12].map((index) => shown.runs(index))).toEqual(Array(2).fill('5 red, 5 lime'));
    expect([1, 10, 13, 22].map((index) => shown.runs(index))).toEqual(Array(4).fill('10 black'));
  });

  it('have the colours of a source in full range', async () => {
    const full = (matrix: string) => [
      ...['-vf', `scale=out_color_matrix=${matrix}:out_range=full,format=yuvj420p`, '-c:v', 'libx264', '-crf', '1'],
      ...['-color_range', 'pc', '-colorspace', matrix === 'bt709' ? matrix : 'smpte170m'],
    ];
    const pictures: Picture[] = ['white', 'black', [128, 128, 128, 255], 'red', [200, 40, 60, 255]];
    const directory = await makeProject({
      'index.html': scene(
        ['bt709', 'bt601'].map((name, index) => video(index, 'data-start="0"').replace('source', name)).join(''),
        { duration: 0.5 },
      ),
    });
    for (const name of ['bt709', 'bt601'])
      await makeClip(join(directory, `${name}.mp4`), pictures, { codec: full(name) });
    const shown = await renderProject(directory, { format: 'png-sequence', flags: TEN });
    for (const [frame, picture] of pictures.entries()) {
      const expected = typeof picture === 'string' ? rgb(picture) : picture.slice(0, 3);
      for (const index of [0, 1]) {
        const off = expected.map((value, channel) => Math.abs(value - (shown.pixel(frame, index)[channel] ?? 0)));
        expect(Math.max(...off), `${frame} of ${index}: ${shown.pixel(frame, index)}`).toBeLessThanOrEqual(4);
      }
    }
  });

  it('keep their alpha: VP9 over a colour, and in a transparent output', async () => {
    const clear: Picture = [255, 0, 0, 0];
    const half: Picture = [255, 0, 0, 128];
    const directory = await makeProject({
      'index.html': scene(
        cell(0, '#0000ff') +
          `<video muted src="a.webm" data-start="0" style="${place(0)};object-fit:fill"></video>` +
          `<video muted src="a.webm" data-start="0" style="${place(1)};object-fit:fill"></video>`,
        { duration: 0.9 },
      ).replace('style="background:black"', ''),
    });
    await makeClip(join(directory, 'a.webm'), [...times(3, clear), ...times(3, half), ...times(3, 'red')], {
      codec: VP9_ALPHA,
    });
    const shown = await renderProject(directory, { format: 'png-sequence', flags: TEN });
    expect(shown.warnings).toEqual([]);
    const near = (actual: readonly number[], expected: readonly number[]) =>
      expect(actual.map((value, index) => Math.abs(value - (expected[index] ?? 0)) <= 8)).toEqual([
        true,
        true,
        true,
        true,
      ]);
    near(shown.pixel(1, 0), [0, 0, 255, 255]);
    near(shown.pixel(4, 0), [128, 0, 127, 255]);
    near(shown.pixel(7, 0), [255, 0, 0, 255]);
    expect(shown.pixel(1, 1)[3]).toBe(0);
    expect(Math.abs(shown.pixel(4, 1)[3] - 128)).toBeLessThanOrEqual(4);
    expect(shown.pixel(7, 1)[3]).toBe(255);
  });

  it('feed textures and canvases with the same picture', async () => {
    const directory = await makeProject({
      'index.html': scene(
        `<video id="v" muted src="source.mp4" data-start="0" style="${place(0)};object-fit:fill"></video>
         <canvas id="flat" width="16" height="16" style="${place(1)}"></canvas><canvas id="gl" width="16" height="16" style="${place(2)}"></canvas><script>
         const video = document.getElementById('v'), pen = document.getElementById('flat').getContext('2d');
         const gl = document.getElementById('gl').getContext('webgl', { preserveDrawingBuffer: true });
         const shader = (type, source) => { const made = gl.createShader(type); gl.shaderSource(made, source); gl.compileShader(made); return made; };
         const program = gl.createProgram();
         gl.attachShader(program, shader(gl.VERTEX_SHADER, 'attribute vec2 p;void main(){gl_Position=vec4(p,0.,1.);}'));
         gl.attachShader(program, shader(gl.FRAGMENT_SHADER, 'precision mediump float;uniform sampler2D s;void main(){gl_FragColor=texture2D(s,vec2(.5));}'));
         gl.linkProgram(program); gl.useProgram(program);
         gl.bindBuffer(gl.ARRAY_BUFFER, gl.createBuffer()); gl.bufferData(gl.ARRAY_BUFFER, new Float32Array([-1, -1, 3, -1, -1, 3]), gl.STATIC_DRAW);
         gl.enableVertexAttribArray(0); gl.bindAttribLocation(program, 0, 'p'); gl.vertexAttribPointer(0, 2, gl.FLOAT, false, 0, 0);
         gl.bindTexture(gl.TEXTURE_2D, gl.createTexture()); gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_MIN_FILTER, gl.LINEAR);
         gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_WRAP_S, gl.CLAMP_TO_EDGE); gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_WRAP_T, gl.CLAMP_TO_EDGE);
         addEventListener('hf-seek', () => { pen.drawImage(video, 0, 0, 16, 16);
           gl.texImage2D(gl.TEXTURE_2D, 0, gl.RGBA, gl.RGBA, gl.UNSIGNED_BYTE, video); gl.drawArrays(gl.TRIANGLES, 0, 3); });
         </script>`,
        { duration: 2 },
      ),
    });
    await makeClip(join(directory, 'source.mp4'), SOURCE);
    const shown = await renderProject(directory, { flags: TEN });
    const expected = '5 red, 5 lime, 5 blue, 5 white';
    expect([shown.runs(0), shown.runs(1), shown.runs(2)]).toEqual([expected, expected, expected]);
    expect(shown.warnings).toEqual([]);
  });

  describe('on pages whose scripts touch their elements', () => {
    let shown: Scene;
    beforeAll(async () => {
      const clip = (id: string, index: number, attributes = 'data-start="0"') =>
        `<video id="${id}" muted src="source.mp4" ${attributes} style="${place(index)};object-fit:fill"></video>`;
      const body = `${clip('played', 0, 'autoplay data-start="0"')}
        <section class="scene" id="scene" style="opacity:0;position:absolute;inset:0">${clip('slotless', 1, '')}</section>
        ${clip('graded', 2, `data-start="0" data-color-grading='{"preset":"warm"}'`).replace('></', '><track default></')}
        <div>${clip('moved', 3)}</div><div id="there" style="position:absolute;left:16px;top:0"></div>
        <script>{
          const root = document.querySelector('[data-composition-id]');
          const made = document.createElement('video');
          made.muted = true;
          made.src = 'source.mp4';
          made.dataset.start = '0.5';
          made.style.cssText = '${place(5)};object-fit:fill';
          root.append(made);
          const [played, moved, there] = ['played', 'moved', 'there'].map((id) => document.getElementById(id));
          played.play(); played.currentTime = 1.2; played.pause(); played.playbackRate = 4;
          addEventListener('hf-seek', ({ detail: { time } }) => {
            played.currentTime = 0;
            played.play();
            if (time === 0.5) there.append(moved);
            if (time === 1) moved.insertAdjacentHTML('afterend', '<i style="${place(3)};background:cyan"></i>');
            if (time === 1.5) moved.remove();
          });
          const tl = gsap.timeline({ paused: true });
          tl.set('#scene', { opacity: 1 }, 0.5).set('#scene', { opacity: 0 }, 1.2).to({}, { duration: 2 }, 0);
          window.__timelines.test = tl;
        }</script>`;
      shown = await renderProject(await project(body, { duration: 2 }), { flags: TEN });
    });

    it('obey no media control of the page', () => {
      expect(shown.runs(0)).toBe('5 red, 5 lime, 5 blue, 5 white');
    });

    it('take the slot of their scene when they have none', () => {
      expect(shown.runs(1)).toBe('5 black, 5 red, 2 lime, 8 black');
    });

    it('are shown ungraded and without subtitles, and that is said by name, and nothing else', () => {
      expect(shown.runs(2)).toBe('5 red, 5 lime, 5 blue, 5 white');
      expect(shown.warnings).toEqual(['unsupported_feature', 'unsupported_feature']);
      const features = shown.complete.warnings.map(({ details }: { details: { feature: string } }) => details.feature);
      expect(features).toEqual(['data-color-grading', 'track']);
    });

    it('are where a script moves their element, under what it puts on them', () => {
      expect(shown.runs(3)).toBe('5 red, 15 black');
      expect(shown.runs(4)).toBe('5 black, 5 lime, 10 cyan');
    });

    it('may be named by a script', () => {
      expect(shown.runs(5)).toBe('5 black, 5 red, 5 lime, 5 blue');
    });
  });

  it.each(['on', 'off'])(
    'are not those of media that scripts bring too late, which show nothing by themselves and are told; with the surface %s',
    async (surface) => {
      const directory = await makeProject({
        'index.html': scene(
          `<video id="v" muted src="source.mp4" data-start="0" style="${place(0)};object-fit:fill"></video>
           <canvas id="c" width="16" height="16" style="${place(2)}"></canvas><script>
           const outside = document.createElement('video'); outside.src = 'source.webm'; outside.muted = true;
           new Audio('tone.wav').play();
           const early = document.createElement('video'); early.src = 'source.webm?early'; early.id = 'early'; early.muted = true;
           addEventListener('hf-seek', ({ detail: { time } }) => {
             c.getContext('2d').drawImage(outside, 0, 0, 16, 16);
             if (time !== 0.5) return;
             const root = document.querySelector('[data-composition-id]');
             root.insertAdjacentHTML('beforeend', '<video id="late" muted autoplay style="${place(1)}"><source src="source.webm"></video>');
             early.style.cssText = '${place(3)}';
             root.append(early);
             root.insertAdjacentHTML('beforeend', '<audio id="tone" src="tone.wav"></audio><audio muted src="tone.wav"></audio>');
             v.src = 'source.webm';
           });</script>`,
          { duration: 2 },
        ),
      });
      await makeClip(join(directory, 'source.mp4'), SOURCE);
      await makeClip(join(directory, 'source.webm'), [...times(20, 'white')], { codec: VP9_ALPHA });
      await makeTone(join(directory, 'tone.wav'), 440, 1);
      const shown = await renderProject(directory, {
        flags: TEN,
        env: surface === 'on' ? {} : { FRAMEFARM_SURFACE: 'off' },
      });
      expect(shown.runs(0)).toBe('5 red, 5 lime, 5 blue, 5 white');
      for (const index of [1, 2, 3]) expect(shown.runs(index)).toBe('20 black');
      expect(shown.complete.warnings.map(({ message }: { message: string }) => message.split(/[:,]/)[0])).toEqual([
        'A script uses "audio"',
        'A script uses "video"',
        '"#late" was not in the composition when its frames began',
        '"#early" was not in the composition when its frames began',
        '"#tone" was not in the composition when its frames began',
        '"#v" gets another source while frames are shown',
      ]);
    },
  );
});

describe('a video that cannot be shown', () => {
  const only = (file: string) => scene(`<video muted src="${file}" data-start="0" data-duration="1"></video>`);
  it('is missing: the render fails and names it', async () => {
    const failure = await failureOf(await makeProject({ 'index.html': only('gone.mp4') }));
    expect(failure.code).toBe('VIDEO_SOURCE_UNRENDERABLE');
    expect(failure.message).toContain('gone.mp4');
  });

  it('is no media file, or one without a picture: the render fails by its own code', async () => {
    const directory = await makeProject({ 'index.html': only('text.mp4') });
    await writeFile(join(directory, 'text.mp4'), '<!doctype html><p>not found</p>');
    expect(await failureOf(directory)).toMatchObject({ code: 'NOT_MEDIA_PAYLOAD' });
    const sound = await makeProject({ 'index.html': only('sound.mp4') });

    await makeTone(join(sound, 'sound.wav'), 440, 0.5);
    await writeFile(join(sound, 'index.html'), only('sound.wav'));
    expect(await failureOf(sound)).toMatchObject({ code: 'ASSET_MEDIA_TYPE_MISMATCH' });
  });

  it('is a playlist that names other files: refused', async () => {
    const directory = await makeProject({ 'index.html': only('list.m3u8') });
    await makeClip(join(directory, 'source.ts'), times(5, 'red'), { codec: ['-c:v', 'mpeg2video'] });
    await writeFile(join(directory, 'list.m3u8'), '#EXTM3U\n#EXTINF:1,\nsource.ts\n#EXT-X-ENDLIST\n');
    expect(['NOT_MEDIA_PAYLOAD', 'VIDEO_SOURCE_UNRENDERABLE']).toContain((await failureOf(directory)).code);
  });
});

describe.each(['beginframe', 'surface'])('pictures of videos in shadow trees, captured by %s', (path) => {
  it('show the frame of their time, also where ids stand twice and something timed holds the tree', async () => {
    const inside = (attributes: string): string =>
      `<video id="v" muted autoplay src="source.mp4" ${attributes} style="position:absolute;inset:0;width:16px;height:16px;object-fit:fill"></video>`;
    const body = [
      video(0, 'id="v" data-start="0"'),
      cell(1, 'gray', 'id="open"'),
      cell(2, 'gray', 'id="closed"'),
      cell(3, 'gray', 'id="timed" data-start="1" data-duration="1.5"'),
      cell(4, 'gray').replace('></', `><template shadowrootmode="open">${inside('data-start="0.5"')}</template></`),
      cell(5, 'gray', 'id="nested"'),
      `<script>
        const into = (id, mode, html) => {
          const root = document.getElementById(id).attachShadow({ mode });
          root.innerHTML = html;
          return root;
        };
        into('open', 'open', ${JSON.stringify(inside('data-start="0"'))});
        into('closed', 'closed', ${JSON.stringify(inside('data-start="1" data-media-start="0.5"'))});
        into('timed', 'open', ${JSON.stringify(inside('data-start="0.5" data-duration="5"'))});
        into('nested', 'open', '<p></p>').firstChild.attachShadow({ mode: 'open' }).innerHTML = ${JSON.stringify(inside('loop data-start="0" data-duration="3"'))};
      </script>`,
    ].join('');
    const shown = await renderProject(await project(body), {
      flags: TEN,
      env: path === 'surface' ? {} : { FRAMEFARM_SURFACE: 'off' },
    });
    expect(shown.complete.capture.path).toBe(path);
    expect(shown.warnings).toEqual([]);
    expect([0, 1, 2, 3, 4, 5].map((index) => shown.runs(index))).toEqual([
      '5 red, 5 lime, 5 blue, 5 white, 10 black',
      '5 red, 5 lime, 5 blue, 5 white, 10 gray',
      '10 gray, 5 lime, 5 blue, 5 white, 5 gray',
      '10 black, 5 lime, 5 blue, 5 white, 5 black',
      '5 gray, 5 red, 5 lime, 5 blue, 5 white, 5 gray',
      '5 red, 5 lime, 5 blue, 5 white, 5 red, 5 lime',
    ]);
  });
});
