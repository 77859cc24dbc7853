/** Videos that the page decodes by itself: like those that FFmpeg extracts, to their colours, and what happens when it cannot. */
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { watchMemoryPeak } from '@framefarm/process';
import { beforeAll, describe, expect, it } from 'vitest';
import { type Frames, frameHashes } from '../../support/output/decode.js';
import { runBatch } from '../../support/projects/batch.js';
import { BT709_TAGS, ffmpeg, H264_BT709, makeClip, type Picture } from '../../support/projects/clips.js';
import { makeProject } from '../../support/projects/project.js';
import { renderProject, type Scene, scene } from '../../support/projects/scene.js';
import { useBundledFfmpeg } from '../../support/renders/bundled-ffmpeg.js';

useBundledFfmpeg();

/** As long as a render has to be for a surface: 21 frames. */
const SECONDS = 0.7;

/** Pictures of something that moves and of many colours, without edges: how these blend hangs on the scaler. */
async function movingClip(path: string, size: string): Promise<void> {
  const source = `testsrc2=s=${size}:r=30:d=${SECONDS},gblur=2,format=rgb24,scale=out_color_matrix=bt709:out_range=tv,format=yuv420p`;
  const coding = ['-c:v', 'libx264', '-crf', '8', '-g', '12', '-bf', '3', ...BT709_TAGS];
  await ffmpeg(['-f', 'lavfi', '-i', source, ...coding, '-movflags', '+faststart', path]);
}

const page = (style: string, seconds: number): string =>
  scene(
    `<video muted src="clip.mp4" data-start="0" data-duration="${seconds}" style="position:absolute;${style}"></video>`,
    { duration: seconds },
  );

const codesOf = (notices: readonly { readonly code: string }[]): string[] =>
  notices.map(({ code }) => code).filter((code) => code !== 'lint');

const brightness = ([red, green, blue]: readonly number[]): number =>
  0.2126 * (red ?? 0) + 0.7152 * (green ?? 0) + 0.0722 * (blue ?? 0);

/** One beside the other below it, each cut off at the edges of its box of 160 by 80. */
const VIDEOS = [
  { what: 'as it is', size: '160x90', style: 'left:0;top:0' },
  { what: 'upright, with a side that is no multiple of 16', size: '58x90', style: 'left:10px;top:0' },
  {
    what: 'smaller, covering its box',
    size: '320x180',
    style: 'left:20px;top:10px;width:60px;height:60px;object-fit:cover',
  },
  {
    what: 'larger, turned and half seen',
    size: '80x46',
    style: 'left:0;top:0;width:160px;rotate:20deg;opacity:.6',
  },
] as const;

const [BOX_WIDTH, BOX_HEIGHT] = [160, 80];
const boxAt = (index: number): readonly [left: number, top: number] => [
  (index % 2) * BOX_WIDTH,
  Math.floor(index / 2) * BOX_HEIGHT,
];

const boxes = VIDEOS.map(({ style }, index) => {
  const [left, top] = boxAt(index);
  return `<div style="position:absolute;left:${left}px;top:${top}px;width:${BOX_WIDTH}px;height:${BOX_HEIGHT}px;overflow:hidden">
    <video muted src="${index}.mp4" data-start="0" data-duration="${SECONDS}" style="position:absolute;${style}"></video></div>`;
}).join('');

/** The mean distance in brightness of the frames in a box, levels: colours pass through two more blends of their own. */
function distance(a: Frames, b: Frames, box: number): number {
  expect(a.count).toBe(b.count);
  const [left, top] = boxAt(box);
  let sum = 0;
  let samples = 0;
  for (let frame = 0; frame < a.count; frame += 5) {
    for (let y = top; y < top + BOX_HEIGHT; y += 3) {
      for (let x = left; x < left + BOX_WIDTH; x += 3) {
        const [p, q] = [a.pixel(frame, x, y), b.pixel(frame, x, y)];
        sum += Math.abs(brightness(p) - brightness(q));
        samples += 1;
      }
    }
  }
  return sum / samples;
}

/** Whether a box is the same to the bit in all frames. */
function equal(a: Frames, b: Frames, box: number): boolean {
  const [left, top] = boxAt(box);
  for (let frame = 0; frame < a.count; frame += 1) {
    const [one, other] = [a.bytes(frame), b.bytes(frame)];
    for (let y = top; y < top + BOX_HEIGHT; y += 1) {
      const from = (y * a.width + left) * 4;
      if (Buffer.compare(one.subarray(from, from + BOX_WIDTH * 4), other.subarray(from, from + BOX_WIDTH * 4)) !== 0)
        return false;
    }
  }
  return true;
}

/** The clips of all boxes; made once. */
const boxed = (async (): Promise<string> => {
  const html = scene(boxes, { width: BOX_WIDTH * 2, height: BOX_HEIGHT * 2, duration: SECONDS });
  const directory = await makeProject({ 'index.html': html });
  for (const [index, { size }] of VIDEOS.entries()) await movingClip(join(directory, `${index}.mp4`), size);
  return directory;
})();

describe.each(['surface', 'beginframe'])('a video on a page captured by %s', (path) => {
  let decoded: Scene;
  let extracted: Scene;
  beforeAll(async () => {
    const directory = await boxed;
    const env = path === 'surface' ? {} : { FRAMEFARM_SURFACE: 'off' };
    const flags = ['--crf', '4', '--frames-cache-dir', 'off'];
    decoded = await renderProject(directory, { flags, env });
    extracted = await renderProject(directory, { flags: [...flags, '--video-frame-format', 'png'], env });
  });

  it('is decoded there, and nothing is said', () => {
    for (const { complete, warnings } of [decoded, extracted]) {
      expect(complete.capture.path).toBe(path);
      expect(codesOf(complete.notices)).toEqual([]);
      expect(warnings).toEqual([]);
    }
  });

  it.each(VIDEOS.map(({ what }, box) => [what, box] as const))(
    '%s looks like the pictures that FFmpeg extracts',
    (_, box) => {
      // Equal frames would mean that both went the same way.
      expect(equal(decoded.frames, extracted.frames, box)).toBe(false);
      expect(distance(decoded.frames, extracted.frames, box)).toBeLessThan(1.5);
    },
  );
});

it('flat colours of a video come through the whole chain', async () => {
  const colours = [
    [200, 30, 60, 255],
    [20, 180, 90, 255],
    [40, 60, 220, 255],
    [250, 240, 30, 255],
    [17, 17, 17, 255],
    [238, 238, 238, 255],
  ] as const;
  const pictures = colours.flatMap((colour): Picture[] => Array.from({ length: 4 }, () => colour));
  const directory = await makeProject({
    'index.html': page('left:0;top:0;width:160px;height:90px;object-fit:fill', 0.8),
  });
  await makeClip(join(directory, 'clip.mp4'), pictures, { fps: 30, width: 64, height: 64, codec: H264_BT709 });
  const { frames } = await renderProject(directory, { flags: ['--frames-cache-dir', 'off'] });
  for (const [index, colour] of colours.entries()) {
    const seen = frames.pixel(index * 4 + 2, 80, 45);
    // The clip itself is stored in limited range, which rounds by one already.
    for (const channel of [0, 1, 2] as const) {
      expect(Math.abs(seen[channel] - colour[channel]), `${colour} is ${seen}`).toBeLessThanOrEqual(2);
    }
  }
});

it('pictures that were shown do not pile up', async () => {
  const shown = 'left:0;top:0;width:1920px;height:1080px;max-width:none';
  // V8 collects the seldomer the more a page keeps.
  const heap = '<script>window.kept = Array.from({ length: 300000 }, (_, n) => ({ n, of: [n] }));</script>';
  // Little of each picture changes, which costs little to code and to decode; in memory all are as large.
  const source = ['-f', 'lavfi', '-i', 'testsrc2=s=320x180:r=30:d=1,pad=1920:1080,format=yuv420p'];
  const coding = ['-c:v', 'libx264', '-preset', 'ultrafast', '-g', '30', ...BT709_TAGS];
  const directory = await makeProject({});
  const second = join(directory, 'second.mp4');
  await ffmpeg([...source, ...coding, second]);
  await ffmpeg(['-stream_loop', '6', '-i', second, '-c', 'copy', join(directory, 'clip.mp4')]);
  const peaks: number[] = [];
  for (const seconds of [1, 7]) {
    const body = `<video muted src="clip.mp4" data-start="0" data-duration="${seconds}" style="position:absolute;${shown}"></video>`;
    await writeFile(join(directory, 'index.html'), scene(body + heap, { duration: seconds }));
    const watch = watchMemoryPeak();
    const { complete } = await renderProject(directory, { flags: ['--frames-cache-dir', 'off'] });
    peaks.push((await watch.stop()) ?? 0);
    expect(complete.capture.path).toBe('surface');
  }
  const [few = 0, many = 0] = peaks;
  expect(Math.min(few, many)).toBeGreaterThan(0);
  // The pictures of 180 frames more are 1,493 MB; of those of 210 more, 1,742 MB, 904 and 1,668 stayed.
  expect((many - few) / 1e6).toBeLessThan(600);
});

/** A clip that FFmpeg conceals and a browser gives up. */
async function brokenClip(file: string): Promise<void> {
  await movingClip(file, '160x90');
  const bytes = await readFile(file);
  const begin = bytes.indexOf('mdat') + 4;
  const at = begin + Math.floor((bytes.length - begin) * 0.6);
  await writeFile(file, bytes.fill(0xff, at, at + 10_000));
}

it('a render whose video breaks off for the browser begins again with the pictures of FFmpeg', async () => {
  const directory = await makeProject({ 'index.html': page('left:0;top:0', SECONDS) });
  await brokenClip(join(directory, 'clip.mp4'));

  const flags = ['--frames-cache-dir', 'off'];
  const again = await renderProject(directory, { flags });
  const extracted = await renderProject(directory, { flags: [...flags, '--video-frame-format', 'jpg'] });

  expect(JSON.stringify(again.complete.notices)).toMatch(/video_undecodable.*begins again/);
  expect(codesOf(extracted.complete.notices)).toEqual([]);
  expect(await frameHashes(again.output)).toEqual(await frameHashes(extracted.output));
});

it('a row that begins again without a surface has its broken video extracted too', async () => {
  const refuted = '<style>canvas #late { background: red !important }</style>';
  const late =
    '<div id="late" data-start="0.4" style="position:absolute;left:0;bottom:0;width:16px;height:16px;background:lime"></div>';
  const directory = await makeProject({
    'index.html': page('left:0;top:0', SECONDS).replace('</video>', `</video>${refuted}${late}`),
    'rows.json': JSON.stringify([{ name: 'a' }, { name: 'b' }]),
  });
  await brokenClip(join(directory, 'clip.mp4'));
  const flags = ['--json', '-o', 'out/{index}.mp4', '--workers', '1', '--frames-cache-dir', 'off'];
  const { exitCode, stderr, stdout } = await runBatch(directory, flags);
  expect(exitCode, stderr).toBe(0);
  expect(stdout).toMatch(/surface_refuted.*begins again/);
  const [first, second] = [0, 1].map((index) => frameHashes(join(directory, 'out', `${index}.mp4`)));
  expect(await first).toEqual(await second);
});
