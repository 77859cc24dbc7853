/** A small page that keeps the page protocol, and a server for it; the real runtime has tests of its own. */
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/** HTML of a page whose `show(frame)` draws a frame; it may return a promise. */
export function stagePage(body: string, show: string, more = ''): string {
  return `<!doctype html><html><head><style>html,body{margin:0;overflow:hidden}</style></head><body>${body}<script>
(() => {
  ${more}
  const show = ${show};
  let run = 0, next = 0, ticks = 0, waiting;
  window.__framefarm = {
    settle: async () => {
      await document.fonts.ready;
      await Promise.all([...document.images].map((image) => image.decode().catch(() => {})));
      return { settled: true, waitingFor: [], hasRoot: true, rootHint: null };
    },
    provideMedia() {},
    describe: () => ({ rootId: 'r', width: innerWidth, height: innerHeight, durationSeconds: 1, durationSources: [],
      clips: [], videos: [], audio: [], audioGroups: [], silentMedia: [], unknownMedia: [], fonts: [], unresolvedFonts: [], missingGlyphs: [], inOrder: null, keeps: null, drawsCanvases: false,
      forceScreenshot: null, animations: [], decodesH264: false }),
    prepare: async () => {},
    seek(frame) {
      run += 1;
      const awaited = frame === next - 1 ? waiting : undefined;
      waiting = undefined;
      return awaited ?? show(frame);
    },
    tick(first, count) {
      const mine = ++run; next = first; ticks = 0; waiting = undefined;
      const step = () => {
        if (mine !== run) return;
        waiting = show(next++);
        ticks += 1;
        if (ticks < count && waiting === undefined) requestAnimationFrame(step);
      };
      requestAnimationFrame(step);
    },
    tickState: () => ({ ticks, asynchronous: waiting !== undefined }),
    takeWarnings: () => [],
  };
})();
</script></body></html>`;
}

export interface PageServer {
  /** With a slash at the end. */
  readonly url: string;
  close(): void;
}

/** Serves one page at `/` and whatever else `files` answers. */
export async function servePage(html: string, files: Record<string, RequestListener> = {}): Promise<PageServer> {
  const server: Server = createServer((request, response) => {
    const file = files[request.url ?? ''];
    if (file !== undefined) return file(request, response);
    response.setHeader('content-type', 'text/html; charset=utf-8');
    response.end(html);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}
