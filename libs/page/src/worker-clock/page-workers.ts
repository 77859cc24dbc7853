/** The workers of a page and of the documents in it. */
import { WORKER_CLOCKS_GLOBAL } from '@framefarm/contract';
import type { VirtualClock } from '../clock/virtual-clock.js';
import { nativeListen } from '../natives/natives.js';
import { wrapConstructor, wrapMethod } from '../natives/wrap-natives.js';
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

/** Before any script of a document. `isShown`: frames are. */
export function watchDocumentWorkers(workers: FollowedWorkers | null, log: WarningLog, isShown: () => boolean): void {
  if (workers !== null) wrapWorkers(workers, (url) => pathOf(new URL(url, document.baseURI).href));
  wrapConstructor('SharedWorker', () =>
    log.warn(
      'unsupported_feature',
      'A script starts a SharedWorker, whose clock is not that of the frames: use a Worker, or do its work in the page',
      { feature: 'SharedWorker' },
    ),
  );
  const passes = (channel: BroadcastChannel): void => {
    if (!isShown()) return;
    log.warn(
      'unsupported_feature',
      `What comes through the BroadcastChannel "${channel.name}" comes in another frame of each render: send it by postMessage of a Worker or a port, which frames wait for`,
      { feature: 'BroadcastChannel', source: channel.name },
    );
  };
  wrapConstructor('BroadcastChannel', (made) => {
    const channel = made as BroadcastChannel;
    nativeListen(channel, 'message', () => passes(channel));
  });
  wrapMethod(BroadcastChannel.prototype, 'postMessage', (channel) => passes(channel as BroadcastChannel));
}
