/** Pictures of one video that the page decodes by itself (docs/decisions/videos-decoded-in-the-page.md). */
import type { CodedVideo } from '@framefarm/contract';
import { NativeOffscreenCanvas, NativePromise, nativeFetch } from '../natives/natives.js';
import { createCodedPictures } from './coded-pictures.js';
import { pixelsOf } from './colours.js';
import type { PictureCache } from './picture-cache.js';
import type { Size } from './picture-fit.js';
import { createSampleStream, type SampleStream } from './sample-stream.js';
import { showBitmap } from './show-bitmap.js';

interface Opened {
  readonly video: CodedVideo;
  readonly stream: SampleStream;
}

let drawn: OffscreenCanvas | null = null;

/**
 * A bitmap goes into the canvas of the page without a copy; pixels that are put into that one itself are copied once more, as
 * long as the picture before is still being drawn.
 */
function bitmapOf(planes: Uint8Array, size: Size): ImageBitmap {
  const { width, height } = size;
  // What it held went with the bitmap before: one does for all videos of the page.
  drawn ??= new NativeOffscreenCanvas(width, height);
  if (drawn.width !== width) drawn.width = width;
  if (drawn.height !== height) drawn.height = height;
  const context = drawn.getContext('2d', { alpha: false, willReadFrequently: true });
  context?.putImageData(pixelsOf(planes, size), 0, 0);
  return drawn.transferToImageBitmap();
}

/** `urlOf` gives the URL of a sample by its number, `description` is that of the {@link CodedVideo}. */
export function createDecodedCache(urlOf: (number: number) => string, description: string): PictureCache {
  let opened: Opened | null = null;
  let wanted: readonly number[] = [];
  let closed = false;
  const canvas = document.createElement('canvas');
  const context = canvas.getContext('bitmaprenderer');
  /** Rank of the picture in the canvas. */
  let held = -1;

  const open = async (): Promise<Opened> => {
    const answer = await nativeFetch(description);
    if (!answer.ok) throw new Error(`${description} could not be loaded`);
    const video = (await answer.json()) as CodedVideo;
    const samples = createCodedPictures(urlOf, video.ranks.length);
    const stream = createSampleStream(video, samples.get, samples.keep);
    canvas.width = video.width;
    canvas.height = video.height;
    opened = { video, stream };
    if (closed) stream.close();
    else want(opened);
    return opened;
  };
  let opening: Promise<Opened> | undefined;
  /** Begins with the first picture that is wanted. */
  const begun = (): Promise<Opened> => {
    opening ??= open();
    // Whoever waits for a picture hears of it.
    opening.catch(() => {});
    return opening;
  };

  const rankOf = ({ video }: Opened, number: number): number => video.shown[number - 1] ?? video.shown.at(-1) ?? 0;
  const want = (to: Opened): void => to.stream.want([...new Set(wanted.map((number) => rankOf(to, number)))]);
  const ready = async (number: number): Promise<void> => {
    const to = await begun();
    const rank = rankOf(to, number);
    if (rank !== held) await to.stream.ready(rank);
  };

  return {
    require(number) {
      const rank = opened === null ? -1 : rankOf(opened, number);
      if (opened !== null && (rank === held || opened.stream.planes(rank) !== undefined)) return undefined;
      return ready(number);
    },
    loaded: () => NativePromise.all(wanted.map(ready)).then(() => undefined),
    get(number) {
      if (opened === null) return null;
      const rank = rankOf(opened, number);
      if (rank !== held) {
        const planes = opened.stream.planes(rank);
        if (planes === undefined) return null;
        showBitmap(context, bitmapOf(planes, opened.video));
        held = rank;
      }
      return canvas;
    },
    keep(numbers) {
      wanted = [...numbers];
      if (wanted.length === 0 && held >= 0) {
        // Outside of its window a video takes no memory for pictures.
        showBitmap(context, null);
        held = -1;
      }
      if (opened !== null) want(opened);
      else if (wanted.length > 0) void begun();
    },
    close() {
      closed = true;
      opened?.stream.close();
    },
  };
}
