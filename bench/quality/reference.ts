/** Lossless pictures of a scene at exact times, by a browser that shares nothing with framefarm's capture. */
import { execFile } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import type { GivenBrowser } from '../contestants/given-browser.ts';
import { SteppedPage } from '../limit/stepped-page.ts';
import type { Case } from '../scenes/cases.ts';

const run = promisify(execFile);

export interface ReferenceInput {
  readonly item: Case;
  readonly projectDir: string;
  readonly frames: readonly number[];
  /** Gets `000.png`, `001.png`, … in the order of `frames`. */
  readonly directory: string;
  readonly browser: GivenBrowser;
  readonly ffmpeg: string;
}

export async function takeReferences(input: ReferenceInput): Promise<void> {
  const { item, projectDir, frames, directory, browser, ffmpeg } = input;
  const { width, height, fps, format, scene } = item;
  await mkdir(directory, { recursive: true });
  const variables = scene.rows?.[0] ?? {};
  const page = await SteppedPage.open({ browser, projectDir, width, height, transparent: format !== 'mp4', variables });
  try {
    for (const [index, frame] of frames.entries()) {
      await page.seek(frame / fps);
      await drawUnevenlyScaledInPlace(page);
      if (scene.video !== undefined) {
        const still = join(directory, `video-${index}.bmp`);
        await extractFrame(join(projectDir, scene.video.file), frame, still, ffmpeg);
        await showStill(page, scene.video.element, still);
      }
      await page.draw();
      await page.draw();
      await writeFile(join(directory, `${String(index).padStart(3, '0')}.png`), await page.picture());
    }
  } finally {
    await page.close();
  }
}

/**
 * GSAP gives what it moves a layer of its own (`translate3d`), and what lies above one gets another. A layer that is scaled
 * unevenly is kept in a resolution that hangs on the scales it had before and is limited in its proportion, and is stretched: an
 * edge blurs over rows outside of its box, over others when the frames are taken in another order. Such a page is drawn without
 * layers, as it is at this time.
 */
async function drawUnevenlyScaledInPlace(page: SteppedPage): Promise<void> {
  await page.evaluate(`(() => {
    const layers = [...document.querySelectorAll('[style*="translate3d"]')].map(({ style }) => style);
    if (!layers.some(({ transform }) => /scale\\(.*,/.test(transform))) return;
    for (const style of layers)
      style.transform = style.transform.replace(/translate3d\\((.*?), (.*?), 0px\\)/, 'translate($1, $2)');
  })()`);
}

/** One frame of a video as exact RGB. */
async function extractFrame(video: string, frame: number, still: string, ffmpeg: string): Promise<void> {
  const convert = `select='eq(n,${frame})',scale=in_color_matrix=bt709:in_range=tv:flags=bicubic+accurate_rnd+full_chroma_int+full_chroma_inp,format=bgr24`;
  await run(ffmpeg, ['-hide_banner', '-loglevel', 'error', '-y', '-i', video, '-vf', convert, '-frames:v', '1', still]);
}

/** Puts a picture where the page has its video; the styles of the scene go by the element's id. */
async function showStill(page: SteppedPage, element: string, still: string): Promise<void> {
  await page.evaluate(`(async () => {
    const old = document.getElementById(${JSON.stringify(element)});
    const image = new Image();
    image.src = ${JSON.stringify(pathToFileURL(still).href)};
    await image.decode();
    image.id = old.id;
    image.style.cssText = old.style.cssText;
    old.replaceWith(image);
  })()`);
}
