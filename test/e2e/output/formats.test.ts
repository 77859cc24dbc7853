/** Output files (composition-format 14): streams, sizes and containers of finished renders. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { decode, streams } from '../../support/output/decode.js';
import { makeProject, scratchDirectory } from '../../support/projects/project.js';
import { cell, failureOf, renderProject, scene } from '../../support/projects/scene.js';
import { renderWarm } from '../../support/renders/warm-render.js';

const HALF = cell(0, 'red', 'data-start="0" data-duration="0.5"');

describe('mp4', () => {
  it('is H.264 without B-frames, in BT.709 throughout, its index at the front', async () => {
    const project = await makeProject({ 'index.html': scene(HALF) });
    const shown = await renderProject(project, { flags: ['--fps', '30'] });
    expect((await streams(shown.output)).video).toMatchObject({
      codec_name: 'h264',
      pix_fmt: 'yuv420p',
      has_b_frames: 0,
      color_space: 'bt709',
      color_transfer: 'bt709',
      color_primaries: 'bt709',
      color_range: 'tv',
      avg_frame_rate: '30/1',
      nb_read_packets: '30',
    });
    const bytes = readFileSync(shown.output);
    expect(bytes.indexOf('moov')).toBeGreaterThan(0);
    expect(bytes.indexOf('moov')).toBeLessThan(bytes.indexOf('mdat'));
  });

  it('pads odd sizes to even ones and keeps the picture where it was', async () => {
    const project = await makeProject({
      'index.html': scene(`<div style="position:absolute;inset:0;background:red"></div>`, {
        width: 63,
        height: 41,
        duration: 0.2,
      }),
    });
    const shown = await renderProject(project, { flags: ['--fps', '10'] });
    expect(shown.frames).toMatchObject({ count: 2, width: 64, height: 42 });
    expect(shown.runsAt(1, 1)).toBe('2 red');
    expect(shown.runsAt(60, 38)).toBe('2 red');
  });

  it('differs by quality, CRF and bitrate as asked', async () => {
    const noise = `<canvas id="c" width="160" height="80"></canvas><script>addEventListener('hf-seek', () => { const pen = document.getElementById('c').getContext('2d');
      for (let i = 0; i < 800; i++) { pen.fillStyle = 'hsl(' + Math.random() * 360 + ' 90% 50%)'; pen.fillRect(Math.random() * 160, Math.random() * 80, 8, 8); } });</script>`;
    const project = await makeProject({ 'index.html': scene(noise) });
    const size = async (...flags: string[]) =>
      (await renderProject(project, { flags: ['--fps', '10', ...flags] })).complete.size;
    const draft = await size();
    const fine = await size('--crf', '5');
    const coarse = await size('--crf', '45');
    const [low, high] = [await size('--video-bitrate', '100k'), await size('--video-bitrate', '2M')];
    expect(fine).toBeGreaterThan(draft * 1.5);
    expect(coarse).toBeLessThan(draft * 0.7);
    expect(high).toBeGreaterThan(low * 1.5);
  });
});

describe('--resolution', () => {
  it('scales by a whole factor: text and edges are drawn, not enlarged', async () => {
    const project = await makeProject({
      'index.html': scene(
        `<div style="position:absolute;left:10.1px;top:0;width:20px;height:108px;background:red"></div>`,
        { width: 192, height: 108, duration: 0.1 },
      ),
    });
    const shown = await renderProject(project, { flags: ['--fps', '10', '--resolution', 'landscape'] });
    expect(shown.frames).toMatchObject({ count: 1, width: 1920, height: 1080 });
    expect(shown.complete).toMatchObject({ width: 1920, height: 1080 });
    // The edge at 10.1 CSS pixels lies at 101 device pixels.
    expect(shown.runsAt(96, 500)).toBe('1 black');
    expect(shown.runsAt(106, 500)).toBe('1 red');
    expect(shown.runsAt(296, 500)).toBe('1 red');
    expect(shown.runsAt(306, 500)).toBe('1 black');
  });

  it('refuses what no whole factor reaches', async () => {
    const project = await makeProject({ 'index.html': scene('', { width: 160, height: 80, duration: 0.1 }) });
    const failure = await failureOf(project, ['--resolution', 'landscape']);
    expect(failure).toMatchObject({ code: 'VALIDATION_FAILED' });
    expect(failure.message).toContain('160x80');
  });
});

describe('gif', () => {
  it('of 30 frames at 30 per second lasts 1.01 s; more than 30 are capped with a notice', async () => {
    const project = await makeProject({
      'index.html': scene(
        `<style>@keyframes m{to{translate:100px 0}}i{display:block;width:16px;height:16px;background:red;animation:m 1s linear}</style><i></i>`,
      ),
    });
    const out = join(project, 'out.gif');
    const complete = await renderWarm(project, out, ['--format', 'gif', '--fps', '60']);
    const { video, duration } = await streams(out);
    expect(video).toMatchObject({ codec_name: 'gif', nb_read_packets: '30' });
    expect(duration).toBeCloseTo(1.01, 3);
    expect(complete.notices.map((notice: { code: string }) => notice.code)).toContain('gif_fps_capped');
    expect(complete.fps).toBe('30');
  });

  it('of one frame lasts as long as a frame', async () => {
    const project = await makeProject({ 'index.html': scene(HALF, { duration: 0.2 }) });
    const out = join(project, 'out.gif');
    await renderWarm(project, out, ['--format', 'gif', '--fps', '5']);
    const bytes = readFileSync(out);
    const control = bytes.indexOf(Buffer.from([0x21, 0xf9, 0x04]));
    expect(bytes.readUInt16LE(control + 4)).toBe(20);
  });

  it('keeps the colours that come late and stay, and loops as often as asked', async () => {
    const project = await makeProject({
      'index.html': scene(HALF + cell(1, 'lime', 'data-start="0.5"') + cell(2, 'blue', 'data-start="0.9"')),
    });
    const out = join(project, 'out.gif');
    await renderWarm(project, out, ['--format', 'gif', '--fps', '10', '--gif-loop', '3']);
    const frames = await decode(out);
    expect(frames.pixel(9, 24, 8).slice(0, 3)).toEqual([0, 255, 0]);
    expect(frames.pixel(9, 40, 8).slice(0, 3)).toEqual([0, 0, 255]);
    const bytes = readFileSync(out);
    const at = bytes.indexOf('NETSCAPE2.0');
    expect(at).toBeGreaterThan(0);
    expect(bytes.readUInt16LE(at + 13)).toBe(3);
  });
});

describe('png-sequence', () => {
  it('is numbered from 1 with six digits, exact to the value, in a directory made for it', async () => {
    const project = await makeProject({
      'index.html': scene(cell(0, 'rgb(1,2,3)') + cell(1, 'rgb(250,128,7)'), { duration: 0.3 }),
    });
    const output = join(scratchDirectory(), 'deep', 'frames');
    const shown = await renderProject(project, { format: 'png-sequence', flags: ['--fps', '10'], output });
    expect(readdirSync(output).sort()).toEqual(['frame_000001.png', 'frame_000002.png', 'frame_000003.png']);
    expect(shown.pixel(2, 0)).toEqual([1, 2, 3, 255]);
    expect(shown.pixel(2, 1)).toEqual([250, 128, 7, 255]);
  });
});
