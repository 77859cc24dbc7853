/** `framefarm snapshot`: files of single frames with the pixels that a png-sequence has. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PNG } from 'pngjs';
import { beforeAll, describe, expect, it } from 'vitest';
import { makeClip } from '../../support/projects/clips.js';
import { makeProject, scratchDirectory } from '../../support/projects/project.js';
import { cell, renderProject, scene } from '../../support/projects/scene.js';
import { useBundledFfmpeg } from '../../support/renders/bundled-ffmpeg.js';
import { framefarm } from '../../support/renders/command-line.js';

useBundledFfmpeg();

const FPS = ['--fps', '10'];
const sequenceFile = (frame: number): string => `frame_${String(frame + 1).padStart(6, '0')}.png`;
const png = (path: string): PNG => PNG.sync.read(readFileSync(path));
const pixel = ({ data, width }: PNG, x: number, y: number): number[] => [
  ...data.subarray((y * width + x) * 4).subarray(0, 4),
];

describe('stills', () => {
  let project: string;
  let whole: string;
  let out: string;

  beforeAll(async () => {
    project = await makeProject({
      'index.html': scene(
        `<style>@keyframes move { to { transform: translateX(120px) rotate(90deg) } } #box { animation: move 2s linear both }</style>
         <div id="box" style="position:absolute;top:60px;width:20px;height:20px;background:#f008"></div>
         ${cell(0, 'var(--tint, lime)', 'data-start="0.7" data-duration="0.6"')}
         <video src="clip.mp4" muted data-start="0.3" data-duration="1.4" style="position:absolute;left:32px;top:0;width:32px;height:32px"></video>`,
        { duration: 2 },
      ).replace('background:black', 'background:transparent'),
    });
    const levels = Array.from({ length: 14 }, (_, index): [number, number, number, number] => [
      index * 18,
      90,
      200,
      255,
    ]);
    await makeClip(join(project, 'clip.mp4'), levels);
    whole = (await renderProject(project, { format: 'png-sequence', flags: FPS })).output;
    out = scratchDirectory();
  });

  it.concurrent('have the very pixels of the png-sequence when transparency is kept', async () => {
    const run = await framefarm([
      'snapshot',
      project,
      ...FPS,
      '--at',
      '1.5,0.65s',
      '--frame',
      '0,15',
      '--transparent',
      '-o',
      `${out}/`,
      '--json',
    ]);
    expect(run.exitCode, run.stderr).toBe(0);
    const document = JSON.parse(run.stdout);
    expect(document).toMatchObject({ compositionId: 'test', fps: '10', compositionFrames: 20 });
    expect(document.stills).toMatchObject([
      { frame: 0, seconds: 0, width: 160, height: 80 },
      { frame: 7, seconds: 0.7 },
      { frame: 15, seconds: 1.5 },
    ]);
    for (const { frame, outputPath } of document.stills) {
      const reference = png(join(whole, sequenceFile(frame)));
      expect(png(outputPath).data.equals(reference.data), `frame ${frame}`).toBe(true);
    }
    expect(readdirSync(out)).toHaveLength(3);
    expect(pixel(png(document.stills[0].outputPath), 150, 5)).toEqual([0, 0, 0, 0]);
  });

  it.concurrent('lie on white without it, with the variables given', async () => {
    const path = join(scratchDirectory(), 'one.png');
    const flags = ['--frame', '8', '--variables', '{"tint":"blue"}', '-o', path, '--quiet'];
    const run = await framefarm(['snapshot', project, ...FPS, ...flags]);
    expect(run.exitCode, run.stderr).toBe(0);
    expect(run.stdout).toBe(`${path}\n`);
    expect(pixel(png(path), 150, 5)).toEqual([255, 255, 255, 255]);
    expect(pixel(png(path), 8, 8)).toEqual([0, 0, 255, 255]);
  });

  it.concurrent('are drawn anew, not stretched, at a preset size', async () => {
    const fine = '<div style="position:absolute;left:10.5px;top:0;width:0.5px;height:540px;background:red"></div>';
    const large = await makeProject({ 'index.html': scene(fine, { width: 960, height: 540 }) });
    const path = join(scratchDirectory(), 'large.png');
    const run = await framefarm(['snapshot', large, '--at', '0', '--resolution', '1080p', '-o', path]);
    expect(run.exitCode, run.stderr).toBe(0);
    expect(run.stdout).toMatch(/^Wrote .*large\.png \(frame 0 at 0\.000s, 1920x1080, /);
    const columns = [20, 21, 22].map((x) => pixel(png(path), x, 500));
    expect(columns).toEqual([
      [0, 0, 0, 255],
      [255, 0, 0, 255],
      [0, 0, 0, 255],
    ]);
  });
});

describe('stills of a page whose pictures depend on earlier frames', () => {
  it('are led up to from frame 0', async () => {
    const counting = `<canvas id="c" width="160" height="80"></canvas><script>
      const pen = document.getElementById('c').getContext('2d'); let n = 0;
      const step = () => { pen.fillStyle = 'red'; pen.fillRect(n * 10, 10, 8, 40); n += 1; requestAnimationFrame(step); };
      requestAnimationFrame(step);</script>`;
    const project = await makeProject({ 'index.html': scene(counting, { duration: 1 }) });
    const whole = await renderProject(project, { format: 'png-sequence', flags: FPS });
    const out = scratchDirectory();
    const run = await framefarm([
      'snapshot',
      project,
      ...FPS,
      '--frame',
      '3,7',
      '--transparent',
      '-o',
      join(out, '{time}.png'),
    ]);
    expect(run.exitCode, run.stderr).toBe(0);
    expect(readdirSync(out).sort()).toEqual(['0.300.png', '0.700.png']);
    expect(png(join(out, '0.300.png')).data.equals(png(join(whole.output, sequenceFile(3))).data)).toBe(true);
    expect(png(join(out, '0.700.png')).data.equals(png(join(whole.output, sequenceFile(7))).data)).toBe(true);
  });
});

// Each rule of places and outputs: stills.test.ts.
describe('what snapshot refuses', () => {
  it('is said before a browser starts, all at once', async () => {
    const project = await makeProject({ 'index.html': scene(cell(0, 'red')) });
    const cwd = scratchDirectory();
    const refusal = async (...flags: string[]) => {
      const run = await framefarm(['snapshot', project, '--browser-path', '/nowhere', '--json', ...flags], { cwd });
      expect(run.exitCode).toBe(2);
      return JSON.parse(run.stdout).issues.map(({ message }: { message: string }) => message);
    };
    expect(await refusal('--at', '1,x', '--frame=-3', '--fps', '0')).toEqual([
      expect.stringMatching(/^--at "x": must be a time/),
      expect.stringMatching(/^--frame "-3": must be/),
      expect.stringMatching(/^--fps "0"/),
    ]);
    expect(await refusal('--at', '0.5,1', '--frame', '45')).toEqual([
      '1 s lies behind the composition, which has 30 frames at 30 fps, 1 s',
      'frame 45 lies behind the composition, which has 30 frames at 30 fps, 1 s',
    ]);
    expect(existsSync(join(cwd, 'renders'))).toBe(false);
  });
});
