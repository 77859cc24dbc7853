/** Parts of a composition (issue 3): the same pictures and the same sound as the whole has in those places. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PNG } from 'pngjs';
import { beforeAll, describe, expect, it } from 'vitest';
import { decode, sound, streams } from '../../support/output/decode.js';
import { makeClip, makeTone } from '../../support/projects/clips.js';
import { makeProject, scratchDirectory } from '../../support/projects/project.js';
import { cell, failureOf, renderProject, scene } from '../../support/projects/scene.js';
import { useBundledFfmpeg } from '../../support/renders/bundled-ffmpeg.js';
import { completed, framefarm } from '../../support/renders/command-line.js';
import { warmRender } from '../../support/renders/warm-render.js';

useBundledFfmpeg();

const FPS = ['--fps', '10'];
const names = (directory: string): string[] => readdirSync(directory).sort();
const file = (frame: number): string => `frame_${String(frame + 1).padStart(6, '0')}.png`;

/** A moving element, a clip that begins and ends, a video and a tone that grows louder; 2 s, 20 frames. */
async function richProject(): Promise<string> {
  const project = await makeProject({
    'index.html': scene(
      `<style>@keyframes move { from { transform: translateX(0) } to { transform: translateX(120px) rotate(90deg) } }
       #box { animation: move 2s linear }</style>
       <div id="box" style="position:absolute;top:60px;width:20px;height:20px;background:red"></div>
       ${cell(0, 'lime', 'data-start="0.7" data-duration="0.6"')}
       <video id="v" src="clip.mp4" muted data-start="0.3" data-duration="1.4" style="position:absolute;left:32px;top:0;width:32px;height:32px"></video>
       <audio id="a" src="tone.wav" data-start="0" data-duration="2"
         data-automation='{"version":1,"lanes":[{"target":"volume","points":[{"t":0,"v":0},{"t":2,"v":1}]}]}'></audio>`,
      { duration: 2 },
    ),
  });
  const levels = Array.from({ length: 14 }, (_, index): [number, number, number, number] => [index * 18, 90, 200, 255]);
  await makeClip(join(project, 'clip.mp4'), levels);
  await makeTone(join(project, 'tone.wav'), 440, 2);
  return project;
}

describe('a page that tells from the frame before how fast it goes', () => {
  const body = `${cell(0, 'red', 'id="speed"')}<script>
    let before = 0;
    addEventListener('hf-seek', ({ detail: { time } }) => {
      if (time - before > 1e-3) document.getElementById('speed').style.backgroundColor = time - before < 0.15 ? '#00ff00' : '#ff0000';
      before = time;
    });</script>`;

  it('is captured by its surface, and begins a part as the whole has it there', async () => {
    const project = await makeProject({ 'index.html': scene(body, { duration: 3 }) });
    const whole = await renderProject(project, { flags: [...FPS, '--workers', '1'] });
    expect(whole.runs(0)).toBe('1 red, 29 lime');
    expect(whole.complete.capture).toMatchObject({ path: 'surface' });
    const part = await renderProject(project, { flags: [...FPS, '--frames', '7-12'] });
    expect(part.runs(0)).toBe('6 lime');
  });
});

describe('a page that keeps what it did in earlier frames', () => {
  // A counter, a tween that a callback begins, and a transition.
  const body = `<style>#late { transition: left 1.5s linear } .on { left: 100px !important }</style>
    ${cell(0, 'red', 'id="counter"')}${cell(10, 'lime', 'id="begun"')}${cell(20, 'blue', 'id="late"')}
    <script src="https://cdn.jsdelivr.net/npm/gsap@3.12.5/dist/gsap.min.js"></script>
    <script>
      let count = 0;
      addEventListener('hf-seek', () => {
        count += 1;
        counter.style.left = count * 3 + 'px';
      });
      const tl = gsap.timeline({ paused: true });
      tl.call(() => gsap.to(begun, { x: 120, duration: 2, ease: 'none' }), [], 0.4).call(() => late.classList.add('on'), [], 0.9);
      window.__timelines = { test: tl };
    </script>`;
  let project: string;
  let whole: Buffer[];

  beforeAll(async () => {
    project = await makeProject({ 'index.html': scene(body, { duration: 2 }) });
    const { output } = await renderProject(project, { format: 'png-sequence', flags: FPS });
    whole = names(output).map((name) => readFileSync(join(output, name)));
    expect(new Set(whole.map((picture) => picture.toString('base64'))).size).toBe(20);
  });

  it('has the pictures of the whole in a part', async () => {
    const part = join(scratchDirectory(), 'part');
    const flags = ['--format', 'png-sequence', ...FPS, '--frames', '12-15'];
    const run = await warmRender([project, '-o', part, ...flags]);
    expect(run.exitCode, run.stderr).toBe(0);
    expect(run.events().at(-1)).toMatchObject({ warnings: [] });
    expect(names(part)).toEqual([12, 13, 14, 15].map(file));
    for (const frame of [12, 13, 14, 15])
      expect(readFileSync(join(part, file(frame))).equals(whole[frame] as Buffer), `frame ${frame}`).toBe(true);
  });

  it('has them in stills', async () => {
    const out = scratchDirectory();
    const run = await framefarm(['snapshot', project, ...FPS, '--frame', '7,14,15', '-o', `${out}/`, '--json']);
    expect(run.exitCode, run.stderr).toBe(0);
    const { stills, warnings } = JSON.parse(run.stdout);
    expect(warnings).toEqual([]);
    const pixels = (bytes: Buffer) => PNG.sync.read(bytes).data;
    for (const { frame, outputPath } of stills)
      expect(pixels(readFileSync(outputPath)).equals(pixels(whole[frame] as Buffer)), `frame ${frame}`).toBe(true);
  });
});

describe('a part of a composition', () => {
  let project: string;
  let whole: string;

  beforeAll(async () => {
    project = await richProject();
    whole = (await renderProject(project, { format: 'png-sequence', flags: FPS })).output;
  });

  it('has the pictures that the whole has at those frames, under the same names', async () => {
    const part = join(scratchDirectory(), 'part');
    const run = await warmRender([
      project,
      '-o',
      part,
      '--format',
      'png-sequence',
      ...FPS,
      '--from',
      '0.5s',
      '--to',
      '00:00:01.2',
    ]);
    expect(run.exitCode, run.stderr).toBe(0);
    expect(run.events().at(-1)).toMatchObject({ type: 'render-complete', frames: 7, durationMs: 700 });
    const frames = [5, 6, 7, 8, 9, 10, 11];
    expect(names(part)).toEqual(['audio.aac', ...frames.map(file)]);
    for (const frame of frames) {
      const same = readFileSync(join(part, file(frame))).equals(readFileSync(join(whole, file(frame))));
      expect(same, `frame ${frame}`).toBe(true);
    }
    expect(names(whole)).toHaveLength(21);
  });

  it('is a video of its own length with its part of the sound', async () => {
    const part = join(scratchDirectory(), 'part.mp4');
    const run = await warmRender([project, '-o', part, ...FPS, '--frames', '10-17']);
    expect(run.exitCode, run.stderr).toBe(0);
    const { video, duration } = await streams(part);
    expect(video?.nb_read_packets).toBe('8');
    expect(duration).toBeCloseTo(0.8, 1);
    expect(run.events().at(-1)).toMatchObject({
      firstFrame: 10,
      frames: 8,
      notices: expect.arrayContaining([
        { code: 'partial_render', message: 'frames 10 to 17 of 20 (0 to 19) are rendered' },
      ]),
    });
    const pictures = await decode(part);
    expect(pictures.pixel(0, 8, 8)).toMatchObject([expect.any(Number), expect.any(Number), expect.any(Number), 255]);
    const wholeSound = await sound(join(whole, 'audio.aac'));
    const partSound = await sound(part);
    for (const at of [0.1, 0.3, 0.5]) {
      expect(partSound.rms(at, at + 0.2)).toBeCloseTo(wholeSound.rms(1 + at, 1.2 + at), 2.5);
    }
    expect(partSound.rms(0.1, 0.3)).toBeGreaterThan(0.03);
  });

  it.each([
    ['webm', 'opus'],
    ['gif', undefined],
  ] as const)('can be a %s, with the sound that such a file has', async (format, codec) => {
    const part = join(scratchDirectory(), `part.${format}`);
    const run = await warmRender([project, '-o', part, '--format', format, ...FPS, '--frames', '6-13']);
    expect(run.exitCode, run.stderr).toBe(0);
    const { video, audio, duration } = await streams(part);
    expect(video?.nb_read_packets).toBe('8');
    expect(audio?.codec_name).toBe(codec);
    expect(duration).toBeCloseTo(0.8, 1);
    const frames = await decode(part, { vp9: format === 'webm' });
    // The green cell is there from frame 7 to frame 12.
    const green = Array.from(
      { length: 8 },
      (_, index) => frames.pixel(index, 8, 8)[1] > 200 && frames.pixel(index, 8, 8)[0] < 60,
    );
    expect(green).toEqual([false, true, true, true, true, true, true, false]);
  });
});

/**
 * A page that no surface shows, with what the compositor has drawn differently after a jump: a layer that a script makes on the way, in a
 * frame too, shadows, and boxes that shrink, begin to move and have come to rest. 2 s, 60 frames.
 */
const layered = (): Promise<string> =>
  makeProject({
    'index.html': scene(
      `<style>@keyframes shrink { from { transform: scale(2.5) } to { transform: translate(3.3px, 1.7px) scale(0.7) } }
       @keyframes slide { to { transform: translate(30.5px, 9.3px) } }
       .box { position: absolute; font: 12px sans-serif; padding: 2px; border: 1px solid #333; background: #fff }
       #layer { animation: grow 2s linear both; left: 70px; top: 50px } @keyframes grow { from { transform: scale(0.4) } to { transform: scale(2.2) } }
       #shrunk { left: 30px; top: 20px; animation: shrink 1s linear both }
       #late { left: 100px; top: 8px; box-shadow: 2px 3px 5px #0008; animation: slide 1s ease-in-out 0.45s both }
       #glass { position: absolute; left: 70px; top: 40px; width: 24px; height: 24px; backdrop-filter: blur(4px) }</style>
       <div class="box" id="layer">Layer</div><div class="box" id="shrunk">Shrunk</div><div class="box" id="late">Late</div>
       <iframe style="position:absolute;left:0;top:56px;width:60px;height:34px;border:0" srcdoc="<style>b { display: inline-block; animation:
       grow 2s linear both } @keyframes grow { from { transform: scale(0.5); will-change: transform } to { transform: scale(2) } }</style><b>In</b>"></iframe>
       <div id="glass"></div>
       <script>window.addEventListener('hf-seek', ({ detail: { time } }) => {
         document.querySelector('#layer').style.willChange = time >= 0.3 ? 'transform' : '';
       });</script>`,
      { duration: 2 },
    ),
  });

describe('a page that the compositor draws', () => {
  let project: string;
  let whole: string;

  beforeAll(async () => {
    project = await layered();
    const scene = await renderProject(project, { format: 'png-sequence', flags: ['--workers', '1'] });
    expect(scene.complete).toMatchObject({ capture: { path: 'beginframe' } });
    whole = scene.output;
  });

  it.each([
    [23, 24],
    [46, 47],
  ])('has its pictures in a part that begins with frame %i', async (first, last) => {
    const part = join(scratchDirectory(), 'part');
    completed(await warmRender([project, '-o', part, '--format', 'png-sequence', '--frames', `${first}-${last}`]));
    for (const frame of [first, last]) {
      const same = readFileSync(join(part, file(frame))).equals(readFileSync(join(whole, file(frame))));
      expect(same, `frame ${frame}`).toBe(true);
    }
  });

  it('has the same pictures, tapped, from two lanes as from one', async () => {
    // Four chunks: each lane jumps.
    const env = { FRAMEFARM_CHUNK_FRAMES: '15' };
    const [one, two] = [
      await renderProject(project, { flags: ['--workers', '1'], env }),
      await renderProject(project, { flags: ['--workers', '2'], env }),
    ];
    expect(two.complete).toMatchObject({ lanes: { count: 2 }, capture: { reason: expect.stringContaining('tapped') } });
    expect(two.complete.sha256).toBe(one.complete.sha256);
  });
});

describe('a late part of a long clip', () => {
  it('extracts no more than the pictures from shortly before it on, and shows the right ones', async () => {
    const project = await makeProject({
      'index.html': scene(
        '<video src="clip.mp4" muted data-start="0" style="position:absolute;left:0;top:0;width:32px;height:32px"></video>',
        { duration: 8 },
      ),
    });
    await makeClip(
      join(project, 'clip.mp4'),
      Array.from({ length: 80 }, (_, index): [number, number, number, number] => [index * 3, 90, 200, 255]),
    );
    const cache = scratchDirectory();
    const flags = [...FPS, '--frames', '60-62', '--frames-cache-dir', cache];
    const { frames } = await renderProject(project, { flags });
    for (const frame of [0, 1, 2])
      expect(Math.abs(frames.pixel(frame, 16, 16)[0] - (60 + frame) * 3)).toBeLessThanOrEqual(8);
    const pictures = readdirSync(cache, { recursive: true })
      .map(String)
      .filter((name) => /\.(jpg|png)$/.test(name));
    expect(pictures.map((name) => Number(/(\d+)\.\w+$/.exec(name)?.[1])).sort((one, other) => one - other)[0]).toBe(51);
  });
});

describe('a part of a page whose pictures depend on earlier frames', () => {
  it('is led in from frame 0', async () => {
    const counting = `<canvas id="c" width="160" height="80"></canvas><script>
      const pen = document.getElementById('c').getContext('2d'); let n = 0;
      const step = () => { pen.fillStyle = 'hsl(' + n * 40 + ' 90% 50%)'; pen.fillRect(n * 10, 10, 8, 40); n += 1; requestAnimationFrame(step); };
      requestAnimationFrame(step);</script>`;
    const project = await makeProject({ 'index.html': scene(counting, { duration: 1.2 }) });
    const whole = await renderProject(project, { format: 'png-sequence', flags: FPS });
    const part = join(scratchDirectory(), 'part');
    const run = await warmRender([project, '-o', part, '--format', 'png-sequence', ...FPS, '--frames', '8-9']);
    expect(run.exitCode, run.stderr).toBe(0);
    expect(names(part)).toEqual([file(8), file(9)]);
    for (const frame of [8, 9]) {
      expect(readFileSync(join(part, file(frame))).equals(readFileSync(join(whole.output, file(frame))))).toBe(true);
    }
  });
});

describe('a part that the composition does not have', () => {
  it('is refused before a browser starts when the length is written down', async () => {
    const project = await makeProject({ 'index.html': scene(cell(0, 'red')) });
    const failure = await failureOf(project, [...FPS, '--frames', '5-12', '--browser-path', '/nowhere']);
    expect(failure).toMatchObject({ code: 'VALIDATION_FAILED' });
    expect(failure.message).toBe('--frames 5-12 leaves the composition, which has 10 frames at 10 fps, 1 s');
  });

  it('is refused once the page has told its length', async () => {
    const html = `<!doctype html><style>@keyframes k { to { opacity: 0 } } #x { animation: k 0.5s }</style>
      <div data-composition-id="t" data-width="160" data-height="90"><p id="x">x</p></div>`;
    const project = await makeProject({ 'index.html': html });
    const failure = await failureOf(project, [...FPS, '--to', '0.9']);
    expect(failure).toMatchObject({ code: 'VALIDATION_FAILED' });
    expect(failure.message).toBe('--to 0.9 s lies behind the composition, which has 5 frames at 10 fps, 0.5 s');
  });
});
