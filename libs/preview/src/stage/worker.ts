/**
 * Service worker of the composition's origin: sends what the page asks of other hosts to the preview, so that it is
 * answered as in a render: from installed packages, from bundled fonts, or by a guarded download.
 */
import { OUTSIDE_HEADER, STAGE_PATHS } from '../protocol.js';

interface FetchEvent extends Event {
  readonly request: Request;
  respondWith(answer: Promise<Response>): void;
}
interface Worker {
  readonly location: Location;
  readonly registration: ServiceWorkerRegistration;
  readonly clients: { claim(): Promise<void> };
  skipWaiting(): Promise<void>;
  addEventListener(type: 'fetch', listener: (event: FetchEvent) => void): void;
  addEventListener(
    type: 'install' | 'activate',
    listener: (event: Event & { waitUntil(work: Promise<unknown>): void }) => void,
  ): void;
}
const worker = self as unknown as Worker;

worker.addEventListener('install', (event) => event.waitUntil(worker.skipWaiting()));
worker.addEventListener('activate', (event) => event.waitUntil(worker.clients.claim()));
worker.addEventListener('fetch', (event) => {
  const url = new URL(event.request.url);
  if (url.origin === worker.location.origin || !/^https?:$/.test(url.protocol)) return;
  event.respondWith(throughPreview(event.request));
});

async function throughPreview(request: Request): Promise<Response> {
  const accept = request.headers.get('accept');
  const answer = await fetch(STAGE_PATHS.outside, {
    cache: 'no-store',
    headers: {
      'x-framefarm-url': encodeURIComponent(request.url),
      'x-framefarm-method': request.method,
      'x-framefarm-destination': request.destination,
      ...(accept === null ? {} : { accept }),
    },
  });
  if (!answer.headers.has(OUTSIDE_HEADER)) {
    // Another server has this port now, and its pages are none of ours.
    await worker.registration.unregister();
    return fetch(request);
  }
  const location = answer.headers.get('x-framefarm-location');
  if (location !== null) return Response.redirect(location, 302);
  if (!answer.ok) return Response.error();
  // Made anew, so that the page takes it for the answer of the URL it asked for: relative imports resolve against that.
  return new Response(answer.body, { status: 200, headers: answer.headers });
}
