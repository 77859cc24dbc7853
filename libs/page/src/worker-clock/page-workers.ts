/** The workers of a page and of the documents in it. */
import { WORKER_CLOCKS_GLOBAL } from '@framefarm/contract';
import type { VirtualClock } from '../clock/virtual-clock.js';
import { wrapConstructor } from '../natives/wrap-natives.js';
import { pathOf, type WarningLog } from '../report/warnings.js';
import { followPageRest } from '../sources/page-waits.js';
import { type FollowedWorkers, followWorkers } from './followed-workers.js';
import { wrapWorkers } from './wrap-workers.js';

/** Null where whoever drives the page gives workers no clock, as a preview. */
export function openFollowedWorkers(clock: VirtualClock, log: WarningLog): FollowedWorkers | null {
  if ((globalThis as unknown as Record<string, unknown>)[WORKER_CLOCKS_GLOBAL] !== true) return null;
  const workers = followWorkers({
    now: clock.now,
    tellLate: (name) =>
      log.warn(
        'unsupported_feature',
        `Worker "${name}" takes longer than a frame waits for it, so that what it does comes in another frame in each render: have it do less at once`,
        { feature: 'worker', source: name },
      ),
  });
  followPageRest(workers.rest);
  return workers;
}

/** Before any script of a document. */
export function watchDocumentWorkers(workers: FollowedWorkers | null, log: WarningLog): void {
  if (workers !== null) wrapWorkers(workers, (url) => pathOf(new URL(url, document.baseURI).href));
  wrapConstructor('SharedWorker', () =>
    log.warn(
      'unsupported_feature',
      'A script starts a SharedWorker, whose clock is not that of the frames: use a Worker, or do its work in the page',
      { feature: 'SharedWorker' },
    ),
  );
}
