/**
 * What drawing a scene costs by itself: the bare browser moves the timeline and draws the damage of every frame, with no
 * picture taken (performance 2.1: 6.5 ms for a light page). `drawElementImage` without readback is dearer (17 ms), as it
 * draws the page once more onto a canvas; so BeginFrame is the floor that any way of capture stands on.
 */
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { GivenBrowser } from '../contestants/given-browser.ts';
import { ProcessTree } from '../measure/process-tree.ts';
import { sum } from '../measure/statistics.ts';
import { type Case, framesOf } from '../scenes/cases.ts';
import { benchSeconds } from './ffmpeg-cost.ts';
import { SteppedPage } from './stepped-page.ts';

const run = promisify(execFile);
/** Longer scenes are drawn up to here: what they show repeats. */
const MOST_FRAMES = 300;
const WARM_FRAMES = 10;

/**
 * CPU milliseconds per frame. @throws when the browser draws nothing. A scene with a video adds the decoding of each of its frames; the video's element itself
 * holds still, as it could be laid under the page outside the browser.
 */
export async function drawingAlone(
  item: Case,
  projectDir: string,
  browser: GivenBrowser,
  ffmpeg: string,
): Promise<number> {
  const { width, height, fps, format, scene } = item;
  const frames = Math.min(MOST_FRAMES, Math.round(item.seconds * fps));
  const page = await SteppedPage.open({
    browser,
    projectDir,
    width,
    height,
    transparent: format !== 'mp4',
    variables: scene.rows?.[0] ?? {},
  });
  try {
    // From the first picture on the browser draws: before, a frame may cost next to nothing.
    await page.picture();
    for (let frame = 0; frame < WARM_FRAMES; frame += 1) {
      await page.seek(frame / fps);
      await page.draw();
    }
    const tree = new ProcessTree(page.pid);
    const cpu = (): number => {
      tree.look();
      return sum(Object.values(tree.cpuSeconds()));
    };
    const before = cpu();
    let damaged = 0;
    for (let frame = 0; frame < frames; frame += 1) {
      await page.seek(frame / fps);
      if (await page.draw()) damaged += 1;
    }
    if (damaged === 0) throw new Error(`${item.name}: the bare browser drew none of ${frames} frames`);
    const drawn = (1000 * (cpu() - before)) / frames;
    if (scene.video === undefined) return drawn;
    const source = join(projectDir, scene.video.file);
    const decode = ['-hide_banner', '-benchmark', '-threads', '1', '-i', source, '-an', '-f', 'null', '-'];
    return drawn + (1000 * benchSeconds((await run(ffmpeg, decode)).stderr)) / framesOf(item);
  } finally {
    await page.close();
  }
}
