/** One result (composition-format G2): frames depend on the plan alone, not on lanes, order or run. */

import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { ffmpegPath, frameHashes } from '../../support/output/decode.js';
import { H264_BT709, makeClip, type Picture } from '../../support/projects/clips.js';
import { addPackageFile, makeProject } from '../../support/projects/project.js';
import { cell, place, renderProject, type Scene, type SceneOptions, scene } from '../../support/projects/scene.js';
import { useBundledFfmpeg } from '../../support/renders/bundled-ffmpeg.js';
import { cutIntoChunksOf } from '../../support/renders/chunk-length.js';

useBundledFfmpeg();

cutIntoChunksOf(30);

/** SHA-256 of the video stream as it lies in the file. */
function videoStream(path: string): string {
  const bytes = execFileSync(ffmpegPath, [
    '-v',
    'error',
    '-i',
    path,
    '-map',
    '0:v',
    '-c',
    'copy',
    '-f',
    'h264',
    'pipe:1',
  ]);
  expect(bytes.length).toBeGreaterThan(1000);
  return createHash('sha256').update(bytes).digest('hex');
}

/** Every source of change at once: tweens, CSS, Web Animations, video, random numbers, text, canvas, nesting, gradients. */
async function everything(): Promise<string> {
  const body = [
    cell(0, 'red', 'id="moved"', 'border-radius:30%;box-shadow:0 0 6px #fff'),
    cell(1, 'blue', 'class="spin"'),
    cell(2, 'lime', 'id="waapi"'),
    `<video muted src="clip.mp4" data-start="0.5" style="${place(13)};object-fit:fill;opacity:.8"></video>`,
    `<video muted src="decoded.mp4" data-start="0.2" data-duration="3.5" style="${place(14)};object-fit:fill;rotate:9deg"></video>`,
    `<canvas id="noise" width="32" height="32" style="${place(15)}"></canvas>`,
    `<p id="text" style="position:absolute;left:0;top:48px;margin:0;font:700 18px Inter;background:linear-gradient(90deg,red,blue);color:white"></p>`,
    `<div data-composition-id="child" data-composition-src="child.html" data-start="0.7" data-duration="2" style="${place(17)}"></div>`,
    `<script>
      const pen = document.getElementById('noise').getContext('2d');
      addEventListener('hf-seek', ({ detail }) => {
        for (let y = 0; y < 8; y++) for (let x = 0; x < 8; x++) { pen.fillStyle = 'hsl(' + Math.random() * 360 + ' 90% 50%)'; pen.fillRect(x * 4, y * 4, 4, 4); }
        document.getElementById('text').textContent = new Date().toISOString().slice(17) + ' ' + crypto.getRandomValues(new Uint8Array(1))[0];
      });
      document.getElementById('waapi').animate([{ transform: 'none' }, { transform: 'translate(40px, 30px) rotate(300deg)' }], { duration: 4000 });
      const tl = gsap.timeline({ paused: true });
      tl.to('#moved', { x: 120, y: 40, rotation: 720, duration: 4, ease: 'elastic.out' });
      window.__timelines.test = tl;
    </script>`,
  ].join('');
  const project = await makeProject({
    'index.html': scene(body, {
      duration: 4,
      head: '<script src="gsap.min.js"></script><style>@keyframes spin{to{rotate:900deg;scale:.4}}.spin{animation:spin 3s ease-in-out infinite}</style>',
    }),
    'child.html': `<template><div id="c" style="position:absolute;inset:0;background:#ff0"></div><script>{ const tl = gsap.timeline({ paused: true }); tl.to('#c', { backgroundColor: '#00f', rotation: 90, duration: 1 }); window.__timelines.child = tl; }</script></template>`,
  });
  await addPackageFile(project, 'gsap/dist/gsap.min.js', 'gsap.min.js');
  const pictures: Picture[] = Array.from({ length: 40 }, (_, index) => [
    index * 6,
    255 - index * 6,
    (index * 40) % 256,
    255,
  ]);
  await makeClip(join(project, 'clip.mp4'), pictures, { fps: 20 });
  await makeClip(join(project, 'decoded.mp4'), pictures, { fps: 20, codec: H264_BT709 });
  return project;
}

describe('one project', () => {
  const renders: Scene[] = [];
  beforeAll(async () => {
    const project = await everything();
    const ways: SceneOptions['flags'][] = [
      ['--workers', '1'],
      ['--workers', '2'],
      ['--workers', '4'],
    ];
    for (const flags of ways) renders.push(await renderProject(project, { flags: ['--fps', '30', ...(flags ?? [])] }));
  }, 300_000);

  it('is one plan of several chunks, on as many lanes as asked for', () => {
    const lanes = renders.map((render) => render.complete.lanes.count);
    expect(lanes.slice(0, 2)).toEqual([1, 2]);
    expect(lanes[2]).toBeGreaterThan(2);
    for (const render of renders) {
      expect(render.frames.count).toBe(120);
      expect(render.warnings).toEqual([]);
    }
  });

  it('has the same frames and the same video stream, byte for byte, each time, on 1, 2 and 4 lanes', async () => {
    const hashes = await Promise.all(renders.map(async (render) => (await frameHashes(render.output)).join()));
    expect(new Set(hashes).size).toBe(1);
    // Every frame of the scene differs from the one before: a picture that stood still would not hide here.
    const frames = (hashes[0] ?? '').split(',');
    expect(frames).toHaveLength(120);
    expect(frames.every((hash, index) => index === 0 || hash !== frames[index - 1])).toBe(true);
    expect(new Set(renders.map((render) => videoStream(render.output))).size).toBe(1);
  });
});
