/**
 * Canvases that a page hands to a worker. Where workers have no clock of the frames (docs/decisions/workers-have-the-clock.md), what one has
 * drawn when a frame is taken depends on the machine, unless the page lets the frame wait for it (composition-format 7.2): else that
 * is told. One that the page goes on drawing by itself is shown by the browser's frame after the one in which it was drawn.
 */
import { NativeOffscreenCanvas, NativePromise } from '../natives/natives.js';
import { wrapMethod } from '../natives/wrap-natives.js';
import { nameOf } from '../page.js';
import type { WarningLog } from '../report/warnings.js';
import { isOurs } from '../surface/move/ours.js';
import { transferredBy } from '../worker-clock/transferred.js';

export interface WorkerCanvases {
  /** A frame is shown; `isAwaited`: the page has handed in promises that it waits for. Returns what it has to wait for besides. */
  seek(isAwaited: boolean): readonly Promise<void>[];
}

/** Call it before any script of the page. `areFollowed`: workers have the clock of the frames. */
export function watchWorkerCanvases(log: WarningLog, areFollowed: boolean): WorkerCanvases {
  const elements = new WeakMap<OffscreenCanvas, HTMLCanvasElement>();
  /** Drawn by the page itself. */
  const kept = new Set<HTMLCanvasElement>();
  /** Drawn by a worker, and not told of yet. */
  const handed = new Set<HTMLCanvasElement>();
  wrapMethod(HTMLCanvasElement.prototype, 'transferControlToOffscreen', (canvas, offscreen) => {
    elements.set(offscreen as OffscreenCanvas, canvas as HTMLCanvasElement);
    kept.add(canvas as HTMLCanvasElement);
  });
  const note = (_self: unknown, _sent: unknown, [, options]: readonly unknown[]): void => {
    for (const transferred of transferredBy(options)) {
      const canvas = transferred instanceof NativeOffscreenCanvas ? elements.get(transferred) : undefined;
      if (canvas === undefined) continue;
      kept.delete(canvas);
      if (!isOurs(canvas) && !areFollowed) handed.add(canvas);
    }
  };
  for (const owner of [Worker.prototype, MessagePort.prototype]) wrapMethod(owner, 'postMessage', note);
  return {
    seek(isAwaited) {
      if (isAwaited) return [];
      for (const canvas of handed) {
        if (canvas.getClientRects().length === 0) continue;
        handed.delete(canvas);
        const name = nameOf(canvas);
        log.warn(
          'unsupported_feature',
          `Canvas "${name}" is drawn by a worker, whose clock is not that of the frames, and no frame waits for it: draw it in the page, or let hf-seek wait for the worker (detail.waitUntil)`,
          { feature: 'canvas of a worker', source: name },
        );
      }
      // A frame that waits is drawn after what it shows was, not while.
      return [...kept].some((canvas) => canvas.getClientRects().length > 0) ? [NativePromise.resolve()] : [];
    },
  };
}
