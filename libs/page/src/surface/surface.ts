/**
 * Drawing the page itself: its content becomes the child of a canvas that records what it paints, and a worker draws the
 * record and writes the raw pixels where the driver can read them. No picture is coded, and a frame in which nothing
 * changed has no paint event (docs/decisions/surface-capture.md).
 */
import { holdsAlpha, type SurfacePicture, type SurfaceSetup } from '@framefarm/contract';
import type { StyleChanges } from '../document/style-changes.js';
import { NativePromise } from '../natives/natives.js';
import { tellOfPixels } from '../natives/unseen-memory.js';
import type { StyleReaders } from '../scope/style-readers.js';
import { openBackdrop } from './backdrop/backdrop.js';
import { groundIn } from './move/ours.js';
import { type LayoutCanvas, wrapContent } from './move/wrap-content.js';
import { rememberMatches } from './obstacles/body-rules.js';
import { watchLateObstacles } from './obstacles/late-obstacles.js';
import { rememberLooks } from './obstacles/moved-looks.js';
import { rememberSheets } from './obstacles/moved-sheets.js';
import type { Watches } from './obstacles/obstacles.js';
import { placesOf } from './tiles/dear-places.js';
import { type Box, tilesOf } from './tiles/tiles.js';
import { startRing } from './workers/ring.js';
import type { Painting } from './workers/worker-messages.js';

/** V8 is told of so many times what it is told of a video's picture: measured, less memory in the same time. */
const CANVAS_SHARES = 4;
/** Frames whose pictures are remembered; the driver is at most half as many behind. */
const REMEMBERED = 16;

export interface Surface {
  /** The page is about to show `frame`: what is painted from here on belongs to it. */
  shows(frame: number): void;
  /** The page shows the frame, and has not painted it yet. */
  shown(): void;
  /** Nothing is captured until the next frame that {@link shows} tells of. */
  passesBy(): void;
  /** What has come up that this surface cannot show, in words; null while nothing has. */
  obstacle(): string | null;
  /** Resolves when the pixels of the frame are written. */
  picture(frame: number): Promise<SurfacePicture>;
}

/** What was watched since before the scripts of the page. */
export interface Watched extends Watches {
  readonly readers: StyleReaders;
  readonly styles: StyleChanges;
}

/** @param dear elements that no tile should cut; null: the page is drawn as a whole */
export async function openSurface(
  setup: SurfaceSetup,
  root: HTMLElement | null,
  watched: Watched,
  dear: readonly Element[] | null,
): Promise<Surface> {
  const { width, height, scale } = setup;
  const transparent = holdsAlpha(setup.image);
  watched.canvases.place();
  const movedSheets = rememberSheets(watched.trees);
  const matches = rememberMatches(watched.trees);
  const looks = rememberLooks();
  const wrapper = wrapContent(setup, watched.trees);
  const canvas = wrapper.parentElement as LayoutCanvas;
  let obstacle = matches() ?? looks();
  // Planes of 8 bits lose more than what dithering adds.
  const cutting = setup.image === 'rgba' ? 'squares' : 'rows';
  const wholePicture = { left: 0, top: 0, right: width * scale, bottom: height * scale };
  const ring = await startRing(canvas, setup);
  const places = dear === null ? null : placesOf(dear, wrapper, scale);
  const paintingOf = (element: HTMLElement, tiles: readonly Box[]): Painting => ({
    image: canvas.captureElementImage(element),
    tiles,
  });
  const captureElement = (element: HTMLElement): Promise<Painting> =>
    new NativePromise((resolve) => {
      canvas.onpaint = () => {
        canvas.onpaint = null;
        // These are compared with one another: a gradient may round differently where other tiles begin.
        resolve(paintingOf(element, [wholePicture]));
      };
      canvas.requestPaint();
    });
  const backdrop =
    root === null || transparent
      ? null
      : await openBackdrop({
          ...watched,
          ...{ root, canvas, ring, width, height, captureElement },
          capture: () => captureElement(wrapper),
        });

  /** Picture of each remembered frame: the sequence number of its last painting, 0 when none was needed. */
  const painted = new Map<number, number>();
  let current = -1;
  /** Frames that are painted whatever was on the canvas before; the first one always is. */
  let forced = setup.redraws ? Number.POSITIVE_INFINITY : 1;
  /** The frame in which an obstacle came up. */
  let obstacleFrame = obstacle === null ? Number.POSITIVE_INFINITY : 0;
  /** The page goes through frames that nobody captures here. */
  let passing = false;
  canvas.onpaint = () => {
    if (passing) return;
    if (backdrop?.outdated()) {
      // Something came after the frame was shown: it is asked for once more, without the backdrop.
      painted.delete(current);
      forced = Math.max(forced, REMEMBERED);
      return;
    }
    // What was drawn after the frame was shown may have changed a canvas.
    const unfit = watched.canvases.obstacle();
    if (unfit !== null) {
      obstacle ??= unfit;
      obstacleFrame = Math.min(obstacleFrame, Math.max(0, current));
    }
    const tiles = places === null ? [wholePicture] : tilesOf(width * scale, height * scale, cutting, places());
    let painting: Painting;
    try {
      painting = paintingOf(wrapper, tiles);
    } catch (error) {
      obstacle ??= `its content cannot be recorded (${error instanceof Error ? error.message : String(error)})`;
      obstacleFrame = Math.min(obstacleFrame, Math.max(0, current));
      return;
    }
    const sequence = ring.draw(painting);
    if (current >= 0) painted.set(current, sequence);
    tellOfPixels(CANVAS_SHARES * watched.canvases.pixels());
  };
  canvas.requestPaint();
  watched.calls.begin(groundIn(wrapper));
  const lateObstacles = watchLateObstacles({
    ...watched,
    content: wrapper,
    movedSheets,
    onRestyled: (element) => backdrop?.restyled(element),
  });
  const obstacleIn = (frame: number): string | null => (frame < obstacleFrame ? null : obstacle);

  return {
    shows(frame) {
      // What was painted meanwhile must not be missing in this one.
      if (passing) forced = Math.max(forced, 1);
      passing = false;
      if (frame === current && painted.has(frame)) return;
      if (forced > 0) canvas.requestPaint();
      forced = Math.max(0, forced - 1);
      current = frame;
      painted.delete(frame);
      painted.set(frame, 0);
      for (const known of painted.keys()) {
        if (painted.size <= REMEMBERED) break;
        painted.delete(known);
      }
    },
    passesBy() {
      passing = true;
    },
    shown() {
      backdrop?.outdated();
      obstacle ??= lateObstacles();
      if (obstacle !== null) obstacleFrame = Math.min(obstacleFrame, current);
    },
    obstacle: () => obstacle,
    async picture(frame) {
      const sequence = painted.get(frame);
      if (sequence === undefined) return { slot: -1, valid: false, obstacle: obstacleIn(frame) };
      if (sequence === 0) return { slot: -1, valid: true, obstacle: obstacleIn(frame) };
      return { slot: await ring.written(sequence), valid: true, obstacle: obstacleIn(frame) };
    },
  };
}
