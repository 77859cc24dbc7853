/** What a preview shows is what a render makes: the same frames, pixel by pixel. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { PNG } from 'pngjs';
import type { Browser } from 'puppeteer-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeClip } from '../../support/projects/clips.js';
import { composition, makeProject, scratchDirectory } from '../../support/projects/project.js';
import { useBundledFfmpeg } from '../../support/renders/bundled-ffmpeg.js';
import { openPreviewPage, openViewer, type RunningPreview, startPreview } from '../../support/renders/previewed.js';
import { renderCold } from '../../support/renders/warm-render.js';

useBundledFfmpeg();

const SIZE = { width: 320, height: 180 };

/** Largest difference of a channel, and the mean over all, after laying transparent pixels on white. */
function difference(one: Uint8Array, other: Uint8Array): { readonly largest: number; readonly mean: number } {
  const [a, b] = [PNG.sync.read(Buffer.from(one)), PNG.sync.read(Buffer.from(other))];
  expect([a.width, a.height]).toEqual([b.width, b.height]);
  let largest = 0;
  let sum = 0;
  for (let at = 0; at < a.data.length; at += 1) {
    if (at % 4 === 3) continue;
    const off = Math.abs(onWhite(a.data, at) - onWhite(b.data, at));
    largest = Math.max(largest, off);
    sum += off;
  }
  return { largest, mean: sum / ((a.data.length / 4) * 3) };
}

function onWhite(data: Uint8Array, at: number): number {
  const alpha = (data[at | 3] ?? 255) / 255;
  return (data[at] ?? 0) * alpha + 255 * (1 - alpha);
}

const gsap = (): Promise<string> =>
  makeProject({
    'index.html': composition(
      `<div id="box" style="position:absolute;left:20px;top:40px;width:60px;height:60px;background:#c33"></div>
       <h1 id="word" style="position:absolute;left:20px;top:110px;margin:0;font:700 40px 'Inter'">Hello</h1>
       <p id="late" data-start="0.5" data-duration="0.4" style="position:absolute;right:20px;top:0;font:20px 'EB Garamond'">late</p>
       <script>
         const timeline = gsap.timeline({ paused: true });
         timeline.to('#box', { x: 200, rotation: 90, duration: 1, ease: 'power2.inOut' }, 0);
         timeline.from('#word', { opacity: 0, y: 30, duration: 0.6 }, 0.2);
         window.__timelines = { test: timeline };
       </script>`,
      {
        ...SIZE,
        attributes: 'data-fps="20" style="background:#f4efe4"',
        head: '<script src="https://cdn.jsdelivr.net/npm/gsap@3.15.0/dist/gsap.min.js"></script>',
      },
    ),
  });

/** A frame inside the page runs by the same clock. */
const nested = (): Promise<string> =>
  makeProject({
    'index.html': composition('<iframe src="inner.html" style="border:0;width:320px;height:180px"></iframe>', {
      ...SIZE,
      attributes: 'data-fps="20"',
    }),
    'inner.html': `<!doctype html><body style="margin:0"><div id="bar" style="height:180px;background:#283"></div>
      <script>
        const bar = document.querySelector('#bar');
        const draw = (now) => {
          bar.style.width = now / 4 + 'px';
          requestAnimationFrame(draw);
        };
        requestAnimationFrame(draw);
      </script>`,
  });

const video = async (): Promise<string> => {
  const project = await makeProject({
    'index.html': composition(
      `<video id="clip" src="clip.mp4" data-start="0.2" data-duration="0.6" data-track-index="0" muted
         style="position:absolute;left:40px;top:20px;width:240px;height:140px"></video>
       <video id="past" src="clip.mp4" data-start="0" data-duration="1" data-media-start="9" data-track-index="1" muted
         style="position:absolute;left:0;top:0;width:24px;height:14px"></video>`,
      { ...SIZE, attributes: 'data-fps="20" style="background:#123"' },
    ),
  });
  const shades = Array.from({ length: 10 }, (_, index) => [25 * index, 255 - 25 * index, 120, 255] as const);
  await makeClip(join(project, 'clip.mp4'), shades, { width: 240, height: 140 });
  return project;
};

let browser: Browser;
const previews: RunningPreview[] = [];
beforeAll(async () => {
  browser = await openViewer();
});
afterAll(async () => {
  await browser.close();
  for (const { command } of previews) {
    command.kill('SIGINT');
    await command.ended;
  }
});

describe('the frame of a preview', () => {
  it.each([
    ['with GSAP from a CDN, text and timed elements', gsap, [0, 7, 11, 19], /^/],
    [
      'with videos, of one of which it tells that it begins behind its end',
      video,
      [2, 5, 9, 13, 17],
      /media_start_after_end/,
    ],
    ['with a document in a frame', nested, [0, 6, 19], /^/],
  ] as const)('equals the rendered frame, in a composition %s', async (_name, make, frames, findings) => {
    const project = await make();
    const rendered = join(scratchDirectory(), 'frames');
    await renderCold(project, rendered, ['--format', 'png-sequence']);
    const preview = await startPreview(project);
    previews.push(preview);
    const shown = await openPreviewPage(browser, preview.url);
    await shown.page.click('#toggle-zoom');
    for (const frame of frames) {
      await shown.goTo(frame);
      const expected = await readFile(join(rendered, `frame_${String(frame + 1).padStart(6, '0')}.png`));
      const { largest, mean } = difference(await shown.picture(), expected);
      expect(largest, `frame ${frame}`).toBeLessThanOrEqual(24);
      expect(mean, `frame ${frame}`).toBeLessThan(0.2);
    }
    // Backwards shows the same as forwards.
    const [again = 0] = frames;
    await shown.goTo(again);
    const expected = await readFile(join(rendered, `frame_${String(again + 1).padStart(6, '0')}.png`));
    expect(difference(await shown.picture(), expected).mean).toBeLessThan(0.2);
    // The measure tells frames apart.
    const other = join(rendered, `frame_${String((frames[2] ?? 0) + 1).padStart(6, '0')}.png`);
    expect(difference(await shown.picture(), await readFile(other)).mean).toBeGreaterThan(1);
    expect(await shown.text('#findings')).toMatch(findings);
    expect(await shown.text('#findings')).not.toMatch(/script_error|network_blocked|media_load_failed/);
    await shown.page.close();
  });
});
