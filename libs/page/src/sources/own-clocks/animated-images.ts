/** Animated images under the frame clock (reference: composition-format 9.1). */

import type { Trees } from '../../document/trees.js';
import { NativeImage, NativePromise, nativeFetch } from '../../natives/natives.js';
import { nameOf } from '../../page.js';
import { pathOf, type WarningLog } from '../../report/warnings.js';
import { HEAD_BYTES, movingType } from './picture-head.js';
import { animatedType, besides, isUntold, mayMove } from './picture-type.js';

/** Decoded pictures kept of one image; longer ones are reported instead. */
const MAX_PICTURES = 1000;
/** Browsers show a picture whose delay is shorter than this for 100 ms. */
const SHORTEST_MS = 11;
const DEFAULT_MS = 100;
/**
 * So many pictures of kinds that seldom move are looked into while frames are shown, of one image and of all: scripts show sequences of them, a
 * picture for each frame.
 */
const LATE_LOOKS = { ofOne: 3, ofAll: 50 };
export interface Picture {
  readonly url: string;
  /** Seconds from the start of a pass, when the picture gives way to the next. */
  readonly until: number;
}

/** Of these kinds most move; of others the first bytes tell. */
const MOVING = /^image\/(?:gif|apng)$/;

interface Animated {
  readonly pictures: readonly Picture[];
  /** Passes after the first; Infinity for ever. */
  readonly repeats: number;
}

/** One in an image. */
interface Shown extends Animated {
  /** What the image shows, unless its author has given it another picture. */
  source: string;
}

export interface AnimatedImages {
  /** Looks at images that were not looked at yet. */
  adopt(): void;
  /** Looks at one that has got its picture while frames are shown. Returns what the frame waits for. */
  follow(image: HTMLImageElement): Promise<unknown> | undefined;
  seek(seconds: number): void;
  loading(): string[];
}

/** Index of the picture at `seconds` after the image's start; the last one holds when the passes are over. */
function pictureAt(pictures: readonly Picture[], repeats: number, seconds: number): number {
  const pass = pictures.at(-1)?.until ?? 0;
  // A time that should fall on a border must not fall before it.
  const local = Math.max(0, seconds) + 1e-9;
  if (pass <= 0 || local >= pass * (repeats + 1)) return pictures.length - 1;
  const within = local % pass;
  const index = pictures.findIndex((picture) => within < picture.until);
  return index < 0 ? pictures.length - 1 : index;
}

async function toUrl(frame: VideoFrame): Promise<string> {
  const canvas = new OffscreenCanvas(frame.displayWidth, frame.displayHeight);
  canvas.getContext('2d')?.drawImage(frame, 0, 0);
  frame.close();
  // Of the highest quality it is lossless. A PNG is coded when the browser has nothing else to do, which may take seconds.
  const url = URL.createObjectURL(await canvas.convertToBlob({ type: 'image/webp', quality: 1 }));
  // A loaded picture kept alive makes the later change of `src` take effect at once.
  const keeper = new NativeImage();
  await new NativePromise<void>((resolve, reject) => {
    keeper.addEventListener('load', () => resolve());
    keeper.addEventListener('error', () => reject(new Error('a decoded picture could not be shown')));
    keeper.src = url;
  });
  kept.add(keeper);
  return url;
}

const kept = new Set<HTMLImageElement>();

/** Whether a picture moves. Rejects what cannot be decoded. */
export async function isAnimated(data: ArrayBuffer, type: string): Promise<boolean> {
  const decoder = new ImageDecoder({ data, type });
  try {
    await decoder.tracks.ready;
    return movingTrack(decoder) !== null;
  } finally {
    decoder.close();
  }
}

function movingTrack({ tracks }: ImageDecoder): ImageTrack | null {
  const track = tracks.selectedTrack;
  return track === null || !track.animated || track.frameCount < 2 ? null : track;
}

/** The type of one that may move; null of others. */
async function lookedType(source: string): Promise<string | null> {
  const answer = await nativeFetch(besides(source), { headers: { Range: `bytes=0-${HEAD_BYTES - 1}` } });
  return movingType(new Uint8Array(await answer.arrayBuffer()).subarray(0, HEAD_BYTES));
}

async function decode(source: string, told: string | undefined): Promise<Animated | null> {
  // Of an address that tells nothing there may be nothing left, as of a blob that was let go of.
  const looked = (): Promise<string | null> =>
    told === undefined ? lookedType(source).catch(() => null) : lookedType(source);
  const type = told !== undefined && MOVING.test(told) ? told : await looked();
  if (type === null) return null;

  const answer = await nativeFetch(source);
  const decoder = new ImageDecoder({ data: await answer.arrayBuffer(), type });
  try {
    await decoder.tracks.ready;
    const track = movingTrack(decoder);
    if (track === null) return null;
    if (track.frameCount > MAX_PICTURES)
      throw new Error(`it has ${track.frameCount} pictures, more than ${MAX_PICTURES}`);
    const pictures: Picture[] = [];
    let until = 0;
    for (let index = 0; index < track.frameCount; index++) {
      const { image: frame } = await decoder.decode({ frameIndex: index });
      const delay = (frame.duration ?? 0) / 1000;
      until += (delay < SHORTEST_MS ? DEFAULT_MS : delay) / 1000;
      pictures.push({ url: await toUrl(frame), until });
    }
    return { pictures, repeats: track.repetitionCount };
  } finally {
    decoder.close();
  }
}

export function createAnimatedImages(
  log: WarningLog,
  trees: Trees,
  clock: (element: Element) => { start: number; rate: number; offset: number },
): AnimatedImages {
  const animated = new Map<HTMLImageElement, Shown>();
  /** What each showed when it was looked at. */
  const looked = new WeakMap<HTMLImageElement, string>();
  /** By image: several may show the same source. */
  const open = new Map<HTMLImageElement, string>();
  const lateLooks = new WeakMap<HTMLImageElement, number>();
  let lateLooksOfAll = 0;
  let now = 0;

  const place = (image: HTMLImageElement, shown: Shown): void => {
    const { start, rate, offset } = clock(image);
    const index = pictureAt(shown.pictures, shown.repeats, (now - start) * rate + offset);
    const url = shown.pictures[index]?.url ?? '';
    if (url === shown.source || url === '') return;
    shown.source = url;
    image.src = url;
  };
  const look = (image: HTMLImageElement, source: string, type: string | undefined): Promise<unknown> => {
    const name = source.startsWith('data:') ? nameOf(image) : pathOf(source);
    open.set(image, name);
    return decode(source, type)
      .then(
        (found) => {
          if (found === null || looked.get(image) !== source) return;
          image.removeAttribute('srcset');
          for (const other of sourcesOf(image)) other.removeAttribute('srcset');
          animated.set(image, { ...found, source: image.src });
        },
        (reason: unknown) => {
          const why = reason instanceof Error ? reason.message : String(reason);
          log.warn(
            'unsupported_feature',
            `Image "${name}" may be animated, but its pictures cannot be driven: ${why}`,
            {
              feature: 'animated image',
              source: name,
            },
          );
        },
      )
      .then(() => open.delete(image));
  };
  /** Whether one more picture of a kind that seldom moves is looked into. */
  const allowsLate = (image: HTMLImageElement): boolean => {
    const ofOne = lateLooks.get(image) ?? 0;
    if (ofOne >= LATE_LOOKS.ofOne || lateLooksOfAll >= LATE_LOOKS.ofAll) return false;
    lateLooks.set(image, ofOne + 1);
    lateLooksOfAll++;
    return true;
  };
  /** Looks at an image, unless what it shows was looked at. */
  const lookAt = (image: HTMLImageElement, isLate: boolean): Promise<unknown> | undefined => {
    if (!image.complete || image.naturalWidth === 0) return undefined;
    const shown = animated.get(image);
    if (shown?.source === image.src) return undefined;
    animated.delete(image);
    const source = image.currentSrc || image.src;
    if (shown === undefined && looked.get(image) === source) return undefined;
    looked.set(image, source);
    const type = animatedType(source);
    if (type === undefined && !(isUntold(source) && mayMove(source))) return undefined;
    if (isLate && !MOVING.test(type ?? '') && !allowsLate(image)) return undefined;
    return look(image, source, type);
  };

  return {
    adopt() {
      for (const image of trees.select<HTMLImageElement>(document, 'img')) lookAt(image, false);
    },
    follow(image) {
      return lookAt(image, true)?.then(() => {
        const shown = animated.get(image);
        if (shown !== undefined) place(image, shown);
      });
    },
    seek(seconds) {
      now = seconds;
      for (const [image, shown] of animated) if (image.src === shown.source) place(image, shown);
    },
    loading: () => [...new Set(open.values())].map((name) => `image ${name}`),
  };
}

/** What else may decide on the picture of an image. */
function sourcesOf({ parentElement }: HTMLImageElement): readonly Element[] {
  return parentElement instanceof HTMLPictureElement ? [...parentElement.querySelectorAll(':scope > source')] : [];
}
