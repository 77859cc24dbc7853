/** Shows the pictures of videos in place of a player (reference: composition-format 9.1). */

import { coversFrame, type FrameWindow, frameWindow, parseRate } from '@framefarm/composition/timing';
import type { Fps, VideoFrames } from '@framefarm/contract';
import { PICTURE_LOOK_AHEAD_FRAMES } from '@framefarm/contract';
import { type CompositionTree, mediaStart } from '../document/composition-tree.js';
import { NativePromise } from '../natives/natives.js';
import { createBitmapCache } from './bitmap-cache.js';
import { currentPictures } from './canvas-sampling.js';
import { createDecodedCache } from './decoded-cache.js';
import type { MediaLibrary } from './library.js';
import { createPictureCache, type PictureCache } from './picture-cache.js';
import { type Played, passPictures, pictureNumber } from './picture-number.js';
import { createPlacement, type Placement } from './placement.js';

export interface Pictures {
  /** Bytes of the largest picture of a video, 0 where there is none. */
  readonly largest: number;
  /** Whether any video has a picture in `frame`. */
  covers(frame: number): boolean;
  /** What must be awaited before `frame` can be shown; nothing when its pictures are decoded. */
  require(frame: number): Promise<void> | undefined;
  /** Makes the pictures of `frame` the ones that canvases and textures sample. */
  choose(frame: number): void;
  /** Puts them on the page with the styles that the videos have now. True when any video is on screen. */
  place(frame: number): boolean;
  dispose(): void;
}

export interface PictureParts {
  readonly tree: CompositionTree;
  readonly fps: Fps;
  readonly media: MediaLibrary;
  readonly videos: readonly VideoFrames[];
  /** The page draws itself onto a surface. */
  readonly drawn: boolean;
  isVisible(element: Element): boolean;
}

interface Clip extends Played {
  readonly video: HTMLVideoElement;
  readonly window: FrameWindow;
  readonly cache: PictureCache;
  readonly placement: Placement;
}

export function createPictures(parts: PictureParts): Pictures {
  const { tree, fps } = parts;
  const named = new Map<string, HTMLMediaElement>();
  for (const [element, name] of tree.mediaNames) if (!named.has(name)) named.set(name, element);
  const clips: Clip[] = [];
  let largest = 0;
  for (const { elementId, urlTemplate, codedVideo, count } of parts.videos) {
    const video = named.get(elementId);
    const window = tree.timing.windows.get(video === undefined ? -1 : (tree.keys.get(video) ?? -1));
    if (!(video instanceof HTMLVideoElement) || window === undefined || count < 1) continue;
    const urlOf = (number: number): string => urlTemplate.replace('{n}', String(number).padStart(6, '0'));
    const info = parts.media.infoOf(video);
    const size = info?.video ?? null;
    if (size !== null) largest = Math.max(largest, size.width * size.height * 4);
    const openCache = (): PictureCache => {
      if (codedVideo !== undefined) return createDecodedCache(urlOf, codedVideo);
      return parts.drawn && size !== null ? createBitmapCache(urlOf, count, size) : createPictureCache(urlOf);
    };
    clips.push({
      video,
      window: frameWindow(window, fps),
      start: window.start,
      rate: parseRate(video.getAttribute('data-playback-rate')),
      loop: video.loop,
      count,
      pass: passPictures(info?.durationSeconds == null ? null : info.durationSeconds - mediaStart(video), count, fps),
      cache: openCache(),
      placement: createPlacement(video),
    });
  }
  const covers = (frame: number): boolean => clips.some((clip) => coversFrame(clip.window, frame));

  return {
    largest,
    covers,
    require(frame) {
      const missing: Promise<void>[] = [];
      for (const clip of clips) {
        const waiting = coversFrame(clip.window, frame)
          ? clip.cache.require(pictureNumber(clip, frame, fps))
          : undefined;
        if (waiting !== undefined) missing.push(waiting);
      }
      for (const clip of clips) {
        const wanted = new Set<number>();
        for (let ahead = frame; ahead <= frame + PICTURE_LOOK_AHEAD_FRAMES; ahead++) {
          if (coversFrame(clip.window, ahead)) wanted.add(pictureNumber(clip, ahead, fps));
        }
        clip.cache.keep(wanted);
      }
      if (missing.length === 0) return undefined;
      // Waiting once for what lies ahead too lets the following frames be shown without any wait.
      const ahead = clips.map((clip) => clip.cache.loaded());
      return NativePromise.all([...missing, ...ahead]).then(() => undefined);
    },
    choose(frame) {
      for (const clip of clips) {
        const picture = coversFrame(clip.window, frame) ? clip.cache.get(pictureNumber(clip, frame, fps)) : null;
        if (picture === null) currentPictures.delete(clip.video);
        else currentPictures.set(clip.video, picture);
      }
    },
    place(frame) {
      for (const clip of clips) {
        const picture = currentPictures.get(clip.video) ?? null;
        const visible = picture !== null && coversFrame(clip.window, frame) && parts.isVisible(clip.video);
        clip.placement.show(visible ? picture : null);
      }
      return covers(frame);
    },
    dispose() {
      for (const clip of clips) {
        currentPictures.delete(clip.video);
        clip.placement.remove();
        clip.cache.close();
      }
    },
  };
}
