/** Videos, sound and pictures as the page reports and shows them (reference: composition-format 9). */

import { crc32, deflateSync } from 'node:zlib';
import type { MediaInfo, PageApi } from '@framefarm/contract';
import { PNG } from 'pngjs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type OpenPage, PageStage, VIDEO_INFO } from './stage.js';

let stage: PageStage;
beforeAll(async () => {
  stage = await PageStage.open();
});
afterAll(() => stage.close());

const GSAP = '<script src="/lib/gsap.js"></script>';
const AUDIO_INFO: MediaInfo = {
  durationSeconds: 2,
  video: null,
  audio: { codec: 'mp3', sampleRate: 48000, channels: 2 },
};

/** Picture `n` is filled with rgb(n, 0, 255 - n). */
function frames(count: number): Record<string, Buffer> {
  return Object.fromEntries(
    Array.from({ length: count }, (_, index) => {
      const picture = new PNG({ width: 160, height: 90 });
      for (let at = 0; at < picture.data.length; at += 4) {
        picture.data.set([index + 1, 0, 254 - index, 255], at);
      }
      return [`/f/${String(index + 1).padStart(6, '0')}.png`, PNG.sync.write(picture)];
    }),
  );
}

async function pixel(open: OpenPage, x: number, y: number): Promise<number[]> {
  const picture = PNG.sync.read(Buffer.from(await open.page.screenshot({ type: 'png' })));
  return [...picture.data.subarray((y * picture.width + x) * 4, (y * picture.width + x) * 4 + 4)];
}

const CLIPS = { elementId: 'v', urlTemplate: '/f/{n}.png', count: 20 };

describe('a script that follows media', () => {
  it('reads where they would be in each frame: from their starts, at their rates, in loops, and to their ends', async () => {
    const open = await stage.load({
      html: `<div data-composition-id="main"><audio id="a" src="/a.mp3" data-start="0.5"></audio>
        <audio id="b" src="/a.mp3" data-start="0" data-media-start="1.5" data-playback-rate="0.5" data-duration="9" loop></audio>
        <video id="c" src="/v.mp4" data-start="0" data-duration="0.5" muted></video></div>
        <script>told = 0; a.addEventListener('timeupdate', () => { told++; });
        read = () => [...document.querySelectorAll('audio, video'), new Audio('/a.mp3')].map(({ currentTime }) => +currentTime.toFixed(3))</script>`,
      config: { durationSeconds: 3, media: { '/a.mp3': AUDIO_INFO, '/v.mp4': VIDEO_INFO } },
    });
    const read = () => open.page.evaluate(() => (window as unknown as { read(): number[] }).read());
    expect(await read()).toEqual([0, 1.5, 0, 0]);
    for (const [frame, times] of [
      [9, [0, 1.65, 0.3, 0]],
      [36, [0.7, 1.6, 0.5, 0]],
      [87, [2, 1.95, 0.5, 0]],
    ] as const) {
      await open.seek(frame);
      expect(await read()).toEqual(times);
    }
    // Not in a frame before its start, nor in one where it stands.
    await open.seek(88);
    expect(await open.page.evaluate('told')).toBe(2);
    await open.close();
  });

  it('reads whether they play, and is called back for each new picture of a video', async () => {
    const open = await stage.load({
      html: `<div data-composition-id="main"><audio id="a" src="/a.mp3" data-start="0.5"></audio>
        <video id="v" src="/v.mp4" data-start="0.5" data-duration="0.2" muted></video></div>
        <script>states = () => [a, v, new Audio('/a.mp3')].map(({ paused, ended }) => (ended ? 'ended' : paused ? 'paused' : 'plays')).join();
        calls = [];
        const follow = (ms, { mediaTime, presentedFrames, width }) => {
          calls.push([ms, mediaTime, presentedFrames, width].map((one) => +one.toFixed(3)));
          v.requestVideoFrameCallback(follow);
        };
        v.requestVideoFrameCallback(follow);
        v.cancelVideoFrameCallback(v.requestVideoFrameCallback(() => calls.push('cancelled')));
        v.requestVideoFrameCallback(() => v.cancelVideoFrameCallback(last));
        const last = v.requestVideoFrameCallback(() => calls.push('cancelled by one before it'));</script>`,
      config: { durationSeconds: 3, media: { '/a.mp3': AUDIO_INFO, '/v.mp4': VIDEO_INFO } },
    });
    expect(open.report.inOrder).toBe('video-frames');
    const states = () => open.page.evaluate('states()');
    expect(await states()).toBe('paused,paused,paused');
    for (const [frame, told] of [
      [14, 'paused,paused,paused'],
      [15, 'plays,plays,paused'],
      [20, 'plays,plays,paused'],
      [20, 'plays,plays,paused'],
      [21, 'plays,paused,paused'],
      [89, 'ended,paused,paused'],
    ] as const) {
      await open.seek(frame);
      expect(await states(), `frame ${frame}`).toBe(told);
    }
    expect(await open.page.evaluate('calls')).toEqual([
      [500, 0, 1, 160],
      [666.667, 0.167, 6, 160],
    ]);
    await open.close();
  });
});

describe('Web Audio', () => {
  it('has the clock of the frames, and an analyser, which hears nothing, is told of', async () => {
    const open = await stage.load({
      html: `<div data-composition-id="main"></div><script>
        const context = new AudioContext(), ahead = new OfflineAudioContext(1, 4800, 48000), levels = new Uint8Array(8);
        let late; const times = [];
        addEventListener('hf-seek', ({ detail }) => {
          late ??= detail.time > 0 ? new AudioContext() : undefined;
          times.push([context, late, ahead].map((one) => one === undefined ? null : +one.currentTime.toFixed(3)));
          ahead.createAnalyser().getByteFrequencyData(levels);
          if (detail.time > 0.5) context.createAnalyser().getByteFrequencyData(levels);
        });</script>`,
      config: { durationSeconds: 1 },
    });
    for (const frame of [0, 3, 9]) await open.seek(frame);
    expect(await open.page.evaluate('times')).toEqual([
      [0, null, 0],
      [0.1, 0, 0],
      [0.3, 0.2, 0],
    ]);
    expect(await open.warnings()).toEqual([]);
    await open.seek(18);
    expect(await open.warnings()).toMatchObject([
      { code: 'unsupported_feature', details: { feature: 'AnalyserNode' } },
    ]);
    await open.close();
  });
});

describe('the picture of a video', () => {
  it('stands exactly where the video is, shows the frame of its time, and leaves with it', async () => {
    const open = await stage.load({
      html: `<div data-composition-id="main"><video id="v" src="/v.mp4" data-start="0.2" data-duration="1" muted autoplay
        style="position:absolute; left: 40px; top: 20px; width: 80px; height: 45px; border: 2px solid lime"></video></div>`,
      config: { durationSeconds: 2, media: { '/v.mp4': VIDEO_INFO } },
      files: frames(20),
    });
    expect(open.report.videos).toEqual([
      { elementId: 'v', source: '/v.mp4', start: 0.2, end: 1.2, mediaStart: 0, rate: 1, loop: false },
    ]);
    expect(open.report.audio).toEqual([]);
    await open.prepare(60, [CLIPS]);
    await open.seek(5);
    expect(await pixel(open, 80, 40)).toEqual([255, 255, 255, 255]);
    for (const [frame, number] of [
      [6, 1],
      [7, 2],
      [16, 11],
      [35, 20],
    ] as const) {
      await open.seek(frame);
      expect(await pixel(open, 80, 40)).toEqual([number, 0, 255 - number, 255]);
    }
    expect(await pixel(open, 41, 21)).toEqual([0, 255, 0, 255]);
    expect(await pixel(open, 38, 40)).toEqual([255, 255, 255, 255]);
    await open.seek(36);
    expect(await pixel(open, 80, 40)).toEqual([255, 255, 255, 255]);
    await open.close();
  });

  it('needs no waiting once the pictures ahead are decoded, so that a frame is one step', async () => {
    const open = await stage.load({
      html: `<div data-composition-id="main"><video id="v" src="/v.mp4" data-start="0" muted></video></div>`,
      config: { durationSeconds: 1, media: { '/v.mp4': VIDEO_INFO } },
      files: frames(20),
    });
    await open.prepare(30, [CLIPS]);
    expect(await open.seek(0)).toBe(false);
    let frame = 0;
    const next = (): Promise<boolean> => {
      frame += 1;
      return open.seek(frame);
    };
    await expect.poll(next, { interval: 50 }).toBe(true);
    expect(frame).toBeLessThan(10);
    await open.close();
  });

  it('follows opacity, transform and object-fit of the element, tweens included', async () => {
    const open = await stage.load({
      html: `${GSAP}<style>video { object-fit: cover; border-radius: 7px }</style><div data-composition-id="main" style="background: black"><video id="v" src="/v.mp4" data-start="0" muted
        style="position:absolute; left:0; top:0; width:100px; height:100px"></video></div><script>
        window.__timelines.main = gsap.timeline({ paused: true }).to('#v', { opacity: 0, x: 60, duration: 1, ease: 'none' });</script>`,
      config: { durationSeconds: 1, media: { '/v.mp4': VIDEO_INFO } },
      files: frames(20),
    });
    await open.prepare(30, [CLIPS]);
    await open.seek(15);
    const picture = '.__render_frame__#__render_frame_v__';
    expect(Number(await open.css(picture, 'opacity'))).toBeCloseTo(0.5, 5);
    expect(await open.css(picture, 'transform')).toBe(await open.css('#v', 'transform'));
    expect([await open.css(picture, 'object-fit'), await open.css(picture, 'border-top-left-radius')]).toEqual([
      'cover',
      '7px',
    ]);
    expect(await pixel(open, 10, 50)).toEqual([0, 0, 0, 255]);
    expect((await pixel(open, 120, 50))[2]).toBeGreaterThan(100);
    await open.close();
  });

  it('gives the element the size of the real video without loading it', async () => {
    const open = await stage.load({
      html: `<div data-composition-id="main"><div style="display:flex; align-items:flex-start"><video id="v" src="/v.mp4" data-start="0" muted style="width: 80px"></video></div></div><script>
        window.events = []; for (const name of ['loadedmetadata', 'canplay']) v.addEventListener(name, () => events.push(name));</script>`,
      config: { durationSeconds: 1, media: { '/v.mp4': VIDEO_INFO } },
    });
    const read = await open.page.evaluate(() => {
      const video = document.querySelector('video');
      if (video === null) throw new Error('no video');
      return [
        video.offsetWidth,
        video.offsetHeight,
        video.videoWidth,
        video.videoHeight,
        video.duration,
        video.readyState,
      ];
    });
    expect(read).toEqual([80, 45, 160, 90, 3, 4]);
    expect(await open.page.evaluate(() => window.events)).toEqual(['loadedmetadata', 'canplay']);
    await open.close();
  });

  it('is what a canvas draws from the video, and from a frame made of it', async () => {
    const open = await stage.load({
      html: `<div data-composition-id="main"><video id="v" src="/v.mp4" data-start="0" muted style="position:absolute;left:200px;width:20px"></video>
        <canvas id="c" width="40" height="40" style="position:absolute;left:0;top:0"></canvas></div><script>
        addEventListener('hf-seek', () => {
          const pen = c.getContext('2d'), frame = new VideoFrame(v);
          pen.drawImage(v, 0, 0, 20, 40); pen.drawImage(frame, 20, 0, 20, 40);
          timestamp = frame.timestamp; frame.close();
        });</script>`,
      config: { durationSeconds: 1, media: { '/v.mp4': VIDEO_INFO } },
      files: frames(20),
    });
    await open.prepare(30, [CLIPS]);
    await open.seek(9);
    expect([await pixel(open, 10, 20), await pixel(open, 30, 20)]).toEqual([
      [10, 0, 245, 255],
      [10, 0, 245, 255],
    ]);
    expect(await open.page.evaluate('timestamp')).toBe(300_000);
    await open.close();
  });

  it('wraps with loop and holds the last picture without', async () => {
    const project = (loop: string, durationSeconds: number) => ({
      html: `<div data-composition-id="main"><video id="v" src="/v.mp4" data-start="0" data-duration="2" muted ${loop}
        style="position:absolute; left:0; top:0; width:100px; height:50px"></video></div>`,
      config: { durationSeconds: 2, media: { '/v.mp4': { ...VIDEO_INFO, durationSeconds } } },
      files: frames(20),
    });
    for (const [loop, durationSeconds, number] of [
      ['loop', 2 / 3, 6],
      // Its sound ends half a frame later, or after one second: so much later each pass begins.
      ['loop', 20.5 / 30, 5],
      ['loop', 1, 16],
      ['', 2 / 3, 20],
    ] as const) {
      const open = await stage.load(project(loop, durationSeconds));
      await open.prepare(60, [CLIPS]);
      await open.seek(45);
      expect(await pixel(open, 50, 25)).toEqual([number, 0, 255 - number, 255]);
      await open.close();
    }
  });

  it('fails the frame when it cannot be had', async () => {
    const open = await stage.load({
      html: `<div data-composition-id="main"><video id="v" src="/v.mp4" data-start="0" muted></video></div>`,
      config: { durationSeconds: 1, media: { '/v.mp4': VIDEO_INFO } },
    });
    await open.prepare(30, [CLIPS]);
    await expect(open.seek(0)).rejects.toThrow('/f/000001.png');
    await open.close();
  });
});

describe('tracks', () => {
  it('of a loop begin where it is by then when what is around it cuts its head', async () => {
    const open = await stage.load({
      html: `<div data-composition-id="main"><section data-start="3" data-duration="4">
        <audio id="loop" src="/a.mp3" data-start="0" data-duration="10" data-playback-rate="2" data-media-start="0.5" loop></audio>
        <audio id="once" src="/a.mp3" data-start="2.5" data-duration="10" data-media-start="0.25"></audio>
        <audio id="whole" src="/a.mp3" data-start="4" data-duration="2" loop></audio></section></div>`,
      config: { durationSeconds: 8, media: { '/a.mp3': AUDIO_INFO } },
    });
    expect(open.report.audio).toMatchObject([
      { elementId: 'loop', start: 3, duration: 4, mediaStart: 0.5, passed: 6 },
      { elementId: 'once', start: 3, duration: 4, mediaStart: 0.75 },
      { elementId: 'whole', start: 4, duration: 2, mediaStart: 0 },
    ]);
    expect(open.report.audio.map((track) => 'passed' in track)).toEqual([true, false, false]);
    await open.close();
  });

  it('leaves out what is muted, empty or silent, and gives ids to media without one', async () => {
    const open = await stage.load({
      html: `<div data-composition-id="main"><video src="/v.mp4" data-start="0.5" data-volume="10"></video>
        <audio src="/a.mp3" muted></audio><audio id="late" src="/a.mp3" data-start="5"></audio>
        <audio src="/a.mp3" data-start="1" data-media-start="0.5" data-playback-start="1" data-playback-rate="2" data-audio-group="g" data-automation='{"version":1}'></audio></div>`,
      config: { durationSeconds: 4, media: { '/v.mp4': VIDEO_INFO, '/a.mp3': AUDIO_INFO } },
    });
    expect(open.report.audio).toEqual([
      expect.objectContaining({ elementId: 'hf-video-1', start: 0.5, duration: 3, volume: 3.981, group: null }),
      expect.objectContaining({
        elementId: 'hf-audio-2',
        start: 1,
        duration: 0.5,
        mediaStart: 1,
        rate: 2,
        group: 'g',
        automation: '{"version":1}',
      }),
    ]);
    expect(open.report.audioGroups).toEqual([{ id: 'g', volume: 1, automation: null, fxChain: null }]);
    await open.close();
  });

  it('tells of speed ramps, also of those without sound', async () => {
    const ramp = `data-automation='{"version":1,"lanes":[{"target":"rate","points":[{"t":0,"v":2}]}]}'`;
    const open = await stage.load({
      html: `<div data-composition-id="main"><video id="v" src="/v.mp4" muted ${ramp}></video><audio id="a" src="/a.mp3" data-automation="{"></audio></div>`,
      config: { durationSeconds: 1, media: { '/v.mp4': VIDEO_INFO, '/a.mp3': AUDIO_INFO } },
    });
    expect(await open.warnings()).toMatchObject([
      { code: 'unsupported_feature', details: { feature: 'speed ramp', element: '#v' } },
    ]);
    await open.close();
  });

  it('bakes a tween of the volume and leaves the page as it was', async () => {
    const open = await stage.load({
      html: `${GSAP}<div data-composition-id="main"><audio id="a" src="/a.mp3" data-start="1" data-volume="0.8"></audio></div><script>
        const tl = gsap.timeline({ paused: true }); tl.to('#a', { volume: 0, duration: 1, ease: 'none' }, 1.5); window.calls = 0;
        tl.call(() => { calls++; }, null, 1); window.__timelines.main = tl;</script>`,
      config: { durationSeconds: 3, media: { '/a.mp3': AUDIO_INFO } },
    });
    const curve = open.report.audio[0]?.volumeCurve ?? [];
    const at = (t: number) => {
      const after = curve.findIndex((point) => point.t >= t);
      const [a, b] = [curve[Math.max(0, after - 1)], curve[after]];
      if (a === undefined || b === undefined) throw new Error('outside the curve');
      return b.t === a.t ? b.v : a.v + ((b.v - a.v) * (t - a.t)) / (b.t - a.t);
    };
    expect(at(0.2)).toBeCloseTo(0.8, 3);
    expect(at(1)).toBeCloseTo(0.4, 3);
    expect(at(1.8)).toBeCloseTo(0, 3);
    expect(await open.page.evaluate(() => [window.calls, document.querySelector('audio')?.volume])).toEqual([0, 0.8]);
    await open.close();
  });

  it('asks for the facts of unknown sources and takes them', async () => {
    const open = await stage.load({
      html: `<div data-composition-id="main"><audio id="a" src="/late.mp3"></audio></div>`,
    });
    expect(open.report.unknownMedia).toEqual(['/late.mp3']);
    const after = await open.page.evaluate((info) => {
      window.__framefarm.provideMedia({ '/late.mp3': info });
      return window.__framefarm.describe();
    }, AUDIO_INFO);
    expect(after).toMatchObject({ unknownMedia: [], durationSeconds: 2 });
    await open.close();
  });

  it('counts automatic media in a scene from where the scene is visible', async () => {
    const open = await stage.load({
      html: `${GSAP}<div data-composition-id="main"><div class="scene" id="s" style="opacity: 0"><audio src="/a.mp3"></audio></div></div><script>
        window.__timelines.main = gsap.timeline({ paused: true }).set('#s', { opacity: 1 }, 1).set('#s', { opacity: 0 }, 2).to({}, { duration: 1 }, 2);</script>`,
      config: { durationSeconds: 3, media: { '/a.mp3': AUDIO_INFO } },
    });
    expect(open.report.audio).toEqual([expect.objectContaining({ start: 1, duration: 1 })]);
    await open.close();
  });
});

/** An endless GIF of three 4 x 4 pictures, red, green and blue, 100 ms each; every pixel is written as its own code. */
function gif(): Buffer {
  const header = Buffer.from('GIF89a\x04\x00\x04\x00\x91\x00\x00', 'latin1');
  const palette = Buffer.from([255, 0, 0, 0, 255, 0, 0, 0, 255, 0, 0, 0]);
  const loop = Buffer.from('\x21\xff\x0bNETSCAPE2.0\x03\x01\x00\x00\x00', 'latin1');
  const picture = (color: number) => {
    // Codes of 3 bits; a clear code before each pair keeps them from growing to 4.
    const codes: number[] = [];
    for (let pixel = 0; pixel < 16; pixel++) codes.push(...(pixel % 2 === 0 ? [4, color] : [color]));
    codes.push(5);
    const bytes: number[] = [];
    let [bits, held] = [0, 0];
    for (const code of codes) {
      bits |= code << held;
      held += 3;
      for (; held >= 8; held -= 8, bits >>= 8) bytes.push(bits & 255);
    }
    bytes.push(bits & 255);
    return Buffer.from([0x21, 0xf9, 4, 4, 10, 0, 0, 0, 0x2c, 0, 0, 0, 0, 4, 0, 4, 0, 0, 2, bytes.length, ...bytes, 0]);
  };
  return Buffer.concat([header, palette, loop, picture(0), picture(1), picture(2), Buffer.from([0x3b])]);
}

describe('an animated image', () => {
  it('shows the picture of the frame time in both directions, and starts with its timed element', async () => {
    const open = await stage.load({
      html: `<div data-composition-id="main"><img src="/a.gif" style="position:absolute;left:0;top:0;width:50px;height:50px">
        <section data-start="0.1"><img src="/a.gif?2" style="position:absolute;left:60px;top:0;width:50px;height:50px"></section></div>`,
      config: { durationSeconds: 1 },
      files: { '/a.gif': gif() },
    });
    expect(await open.warnings()).toEqual([]);
    await open.prepare(30);
    const [red, green, blue] = [
      [255, 0, 0, 255],
      [0, 255, 0, 255],
      [0, 0, 255, 255],
    ];
    for (const [frame, first, second] of [
      [3, green, red],
      [6, blue, green],
      [9, red, blue],
      [4, green, red],
    ] as const) {
      await open.seek(frame);
      expect(await pixel(open, 25, 25)).toEqual(first);
      expect(await pixel(open, 85, 25)).toEqual(second);
    }
    await open.close();
  });
});

/** A PNG of 4 x 4 in one colour, or an endless one of several, 100 ms each. */
function png(...colours: readonly (readonly [number, number, number])[]): Buffer {
  const chunk = (name: string, ...parts: readonly (Buffer | readonly number[])[]): Buffer => {
    const body = Buffer.concat([Buffer.from(name, 'latin1'), ...parts.map((part) => Buffer.from(part))]);
    const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
    length.writeUInt32BE(body.length - 4);
    sum.writeUInt32BE(crc32(body));
    return Buffer.concat([length, body, sum]);
  };
  const number = (value: number): number[] => [0, 0, 0, value];
  const pixels = (colour: readonly number[]): Buffer =>
    deflateSync(Buffer.from([0, 1, 2, 3].flatMap(() => [0, ...colour, ...colour, ...colour, ...colour])));
  const control = (order: number): Buffer =>
    chunk('fcTL', number(order), number(4), number(4), number(0), number(0), [0, 1, 0, 10, 0, 0]);
  const moves = colours.length > 1;
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', number(4), number(4), [8, 2, 0, 0, 0]),
    ...(moves ? [chunk('acTL', number(colours.length), number(0))] : []),
    ...colours.flatMap((colour, at) => [
      ...(moves ? [control(at === 0 ? 0 : at * 2 - 1)] : []),
      at === 0 ? chunk('IDAT', pixels(colour)) : chunk('fdAT', number(at * 2), pixels(colour)),
    ]),
    chunk('IEND'),
  ]);
}

describe('a picture whose address tells nothing of its type', () => {
  const PLACED = 'position:absolute;left:0;top:0;width:50px;height:50px';

  it.each([
    ['an address without a name', `<img src="/img/12" style="${PLACED}">`],
    [
      'one of a blob',
      `<img id="it" style="${PLACED}"><script>fetch('/img/12').then((answer) => answer.blob()).then((blob) => { it.src = URL.createObjectURL(blob); });</script>`,
    ],
  ])('follows the frames where it is animated (%s)', async (_, body) => {
    const open = await stage.load({
      html: `<div data-composition-id="main">${body}</div>`,
      config: { durationSeconds: 1 },
      files: { '/img/12': gif() },
    });
    await open.prepare(30);
    for (const [frame, colour] of [
      [3, [0, 255, 0, 255]],
      [6, [0, 0, 255, 255]],
      [1, [255, 0, 0, 255]],
    ] as const) {
      await open.seek(frame);
      expect(await pixel(open, 25, 25)).toEqual(colour);
    }
    expect(await open.warnings()).toEqual([]);
    await open.close();
  });

  it('is told of where CSS shows it and it moves', async () => {
    const open = await stage.load({
      html: `<style>p { background: url(/img/12); } b { background: url(/img/13); } i { background: url(/img/14); }</style>
        <div data-composition-id="main"><p>x</p><b>x</b><i>x</i></div>`,
      config: { durationSeconds: 1 },
      files: { '/img/12': gif(), '/img/13': png([255, 0, 0]), '/img/14': png([255, 0, 0], [0, 255, 0]) },
    });
    const told = (await open.warnings()).map(({ details }) => details?.source);
    // Each is told of when its picture has come.
    expect(told.sort()).toEqual(['img/12', 'img/14']);
    await open.close();
  });
});

describe('a picture that a script shows in a frame', () => {
  const html = `<div data-composition-id="main"><img id="it" src="/0.png" style="position:absolute;left:0;top:0;width:50px;height:50px"></div>
    <script>addEventListener('hf-seek', ({ detail }) => { it.src = '/' + Math.round(detail.time * 30) + '.png'; });</script>`;
  const files = (from: number): Record<string, Buffer> =>
    Object.fromEntries(
      Array.from({ length: 8 }, (_, at) => [`/${at}.png`, at < from ? png([9, 9, 9]) : png([255, 0, 0], [0, 255, 0])]),
    );

  it('follows the frames where it is an animated PNG', async () => {
    const open = await stage.load({ html, config: { durationSeconds: 1 }, files: files(1) });
    await open.prepare(30);
    await open.seek(4);
    expect(await pixel(open, 25, 25)).toEqual([0, 255, 0, 255]);
    await open.seek(7);
    expect(await pixel(open, 25, 25)).toEqual([255, 0, 0, 255]);
    await open.close();
  });

  it('is not looked into picture for picture where it is a sequence of such that do not move', async () => {
    const open = await stage.load({ html, config: { durationSeconds: 1 }, files: files(8) });
    await open.prepare(30);
    for (let frame = 1; frame < 8; frame += 1) await open.seek(frame);
    const looks = () => performance.getEntriesByType('resource').filter(({ name }) => name.includes('framefarm-look'));
    expect(await open.page.evaluate(looks)).toHaveLength(4);
    await open.close();
  });
});

describe('fonts', () => {
  it('names a family that nothing provides, with the elements that use it', async () => {
    const open = await stage.load({
      html: `<div data-composition-id="main"><p id="p" style="font-family: 'No Such Font'">x</p><p style="font-family: Inter">y</p><p style="font-family: serif">z</p></div>`,
      config: { durationSeconds: 1, providedFonts: ['inter'] },
    });
    expect(open.report.unresolvedFonts).toEqual([{ family: 'No Such Font', elements: ['#p'] }]);
    await open.close();
  });

  it('takes a family whose font rules all came to nothing for one that nothing provides, and looks past it for characters', async () => {
    const open = await stage.load({
      html: `<style>@font-face { font-family: "Gone"; src: local("No Such Font") }</style>
        <div data-composition-id="main"><p id="p" style="font-family: 'Gone', serif">x &#x10fffd;</p></div>`,
      config: { durationSeconds: 1, providedFonts: ['gone'] },
    });
    expect(open.report.unresolvedFonts).toEqual([{ family: 'Gone', elements: ['#p'] }]);
    expect(open.report.missingGlyphs).toEqual([{ character: '\u{10fffd}', element: '#p' }]);
    await open.close();
  });

  it('names characters that no font has, where something shows them, and does not take the style of a drawing for text', async () => {
    const open = await stage.load({
      html: `<div data-composition-id="main" style="font-family: serif"><p id="p">&Omega;&#x10fffd;&zwj;&#x10fffd;</p><p id="q">&#x10fffd;</p><p style="display:none">&#x10fffc;</p>
        <svg><style>text { font-family: 'No Such Font' } style { font-family: 'No Such Font' }</style></svg></div>`,
      config: { durationSeconds: 1 },
    });
    expect(open.report.missingGlyphs).toEqual([{ character: '\u{10fffd}', element: '#p' }]);
    expect(open.report.unresolvedFonts).toEqual([]);
    await open.close();
  });
});

describe('media in shadow trees', () => {
  it('are reported like those of the document, each by a name of its own, cut by what holds the tree', async () => {
    const inside =
      '<video id="v" src="/v.mp4" data-start="0.5" muted></video><audio src="/a.mp3" data-volume="0.5"></audio>';
    const open = await stage.load({
      html: `<div data-composition-id="main"><div id="held" data-start="0" data-duration="1"></div>
        <video id="v" src="/v.mp4" data-start="0" muted></video>
        <div data-hidden><div id="hidden"></div></div>
        <script>
          document.getElementById('held').attachShadow({ mode: 'closed' }).innerHTML = ${JSON.stringify(inside)};
          document.getElementById('hidden').attachShadow({ mode: 'open' }).innerHTML = '<audio id="quiet" src="/a.mp3"></audio>';
        </script></div>`,
      config: { durationSeconds: 2, media: { '/v.mp4': VIDEO_INFO, '/a.mp3': AUDIO_INFO } },
    });
    const clip = { source: '/v.mp4', mediaStart: 0, rate: 1, loop: false };
    expect(open.report.videos).toMatchObject([
      { elementId: 'v-2', start: 0.5, ...clip },
      { elementId: 'v', start: 0, ...clip },
    ]);
    expect(open.report.audio).toMatchObject([{ elementId: 'hf-audio-1', start: 0, duration: 1, volume: 0.5 }]);
    expect(open.report.silentMedia).toContainEqual({ elementId: 'quiet', reason: 'hidden' });
    expect(open.report.clips.map(({ id, parent }) => [id, parent])).toEqual([
      ['held', null],
      ['v', 0],
      ['hf-audio-1', 0],
      ['v', null],
      ['quiet', null],
    ]);
    await open.close();
  });
});

describe('a picture that a look ahead has asked for', () => {
  it('is waited for by the frame that shows it', async () => {
    const { promise: released, resolve: release } = Promise.withResolvers<void>();
    const lime = new PNG({ width: 8, height: 8 });
    for (let at = 0; at < lime.data.length; at += 4) lime.data.set([0, 255, 0, 255], at);
    const open = await stage.load({
      html: `<div data-composition-id="main"><img id="late" style="position:absolute;left:0;top:0;width:40px;height:40px">
        <script>addEventListener('hf-seek', ({ detail }) => {
          const late = document.getElementById('late');
          if (detail.time >= 0.2 && !late.hasAttribute('src')) late.src = '/late.png';
        });</script></div>`,
      config: { durationSeconds: 1 },
      files: { '/late.png': PNG.sync.write(lime) },
      held: { '/late.png': released },
    });
    await open.prepare(30);
    await open.seek(0);
    const ahead = () => (window as unknown as { __framefarm: PageApi }).__framefarm.lateObstacle(0, 10, 1);
    expect(await open.page.evaluate(ahead)).toBeNull();
    const shown = open.seek(8);
    await open.page.evaluate(() => undefined);
    release();
    expect(await shown).toBe(false);
    expect(await pixel(open, 20, 20)).toEqual([0, 255, 0, 255]);
    await open.close();
  });
});

describe('a picture of many megabytes that a style holds', () => {
  it('is shown like others, from the start and by a frame', async () => {
    const open = await stage.load({
      html: `<div data-composition-id="main"><div id="a"></div><div id="b"></div></div><script>
        const packed = 'url("data:image/svg+xml;base64,' + 'A'.repeat(8 * 1024 * 1024) + '")';
        document.getElementById('a').style.backgroundImage = packed;
        addEventListener('hf-seek', () => { document.getElementById('b').style.maskImage = packed; });</script>`,
      config: { durationSeconds: 1 },
    });
    await open.prepare(30);
    await open.seek(3);
    expect(await open.warnings()).toEqual([]);
    await open.close();
  });
});
