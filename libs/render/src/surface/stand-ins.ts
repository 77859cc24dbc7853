/**
 * Pictures in place of those of videos, which are not there yet while a surface is proved before the capture: what a page does to a video
 * (where it stands, how it is cut, what lies over it) is compared all the same.
 */
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { MediaInfo, VideoClip, VideoFrames } from '@framefarm/contract';
import { encodeRgbaPng } from '@framefarm/media';
import { framesPath, type Site } from '../place/site.js';

/** Name of the first picture of a video, of which a stand-in has no other. */
const ONLY_PICTURE = '000001.png';

/** Serves one for each video whose size is known; kept below `scratchDir`, one file for each size. */
export async function serveStandIns(
  videos: readonly VideoClip[],
  media: Readonly<Record<string, MediaInfo>>,
  site: Site,
  scratchDir: string,
): Promise<VideoFrames[]> {
  const served: VideoFrames[] = [];
  const drawn = new Set<string>();
  for (const [index, { elementId, source }] of videos.entries()) {
    const size = media[source]?.video ?? null;
    if (size === null) continue;
    const { width, height } = size;
    const path = framesPath(`stand-in${index}`);
    const directory = join(scratchDir, 'stand-ins', `${width}x${height}`);
    if (!drawn.has(directory)) {
      drawn.add(directory);
      await mkdir(directory, { recursive: true });
      await writeFile(join(directory, ONLY_PICTURE), await gradient(width, height));
    }
    site.origin.addDirectory(path, directory);
    served.push({ elementId, urlTemplate: `${path}{n}.png`, count: 1 });
  }
  return served;
}

/** Another colour everywhere, so that one that is moved or cut otherwise is seen, without edges, which scaling rounds. */
function gradient(width: number, height: number): Promise<Buffer> {
  const pixels = Buffer.allocUnsafe(width * height * 4);
  for (let at = 0, y = 0; y < height; y += 1) {
    const green = 40 + Math.floor((200 * y) / height);
    for (let x = 0; x < width; x += 1, at += 4) {
      pixels[at] = 40 + Math.floor((200 * x) / width);
      pixels[at + 1] = green;
      pixels[at + 2] = 128;
      pixels[at + 3] = 255;
    }
  }
  return encodeRgbaPng(pixels, width, height);
}
