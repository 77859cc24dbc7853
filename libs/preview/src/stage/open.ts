/** First script of the frame: brings up the worker that answers requests to other hosts, then opens the composition. */
import { STAGE_PATHS } from '../protocol.js';

async function controlled(): Promise<void> {
  // Only secure contexts have workers: loopback addresses do, other addresses of plain http do not.
  const { serviceWorker } = navigator;
  if (serviceWorker === undefined) return;
  const taken = new Promise<void>((resolve) => {
    serviceWorker.addEventListener('controllerchange', () => resolve(), { once: true });
  });
  await serviceWorker.register(STAGE_PATHS.worker, { scope: '/', updateViaCache: 'none' });
  if (serviceWorker.controller === null) await taken;
}

// Without a worker the composition is shown all the same; the page of the preview says what that means.
const open = (): void => window.location.replace('/');
controlled().then(open, open);
