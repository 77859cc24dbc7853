/** A page that tries to reach a server by every way a browser has (security 8). */

/** Spellings of one origin on loopback that text comparison would miss; the first four are that origin to a browser. */
const spellings = (port: number): string[] => [
  `HTTP://127.0.0.1:${port}`,
  `http://2130706433:${port}`,
  `http://0177.0.0.1:${port}`,
  `http://0x7f.1:${port}`,
  `http://[::ffff:127.0.0.1]:${port}`,
  `http://localhost:${port}`,
  `http://trap.localhost:${port}`,
];

/** A text as JavaScript inside a script element, which no `</script>` in it may end. */
const literal = (text: string): string => JSON.stringify(text).replaceAll('</', '<\\/');

/** For the head of a document: links, styles, a font. */
export function reachingHead(origin: string): string {
  const hints = ['prefetch', 'preload', 'preconnect', 'dns-prefetch', 'modulepreload', 'icon', 'manifest', 'stylesheet']
    .map((rel) => `<link rel="${rel}" href="${origin}/link-${rel}" as="image">`)
    .join('');
  return `${hints}<style>@import url('${origin}/import.css');
    @font-face { font-family: Outside; src: url('${origin}/font.woff2') }
    body { background: url('${origin}/background.svg'); font-family: Outside, sans-serif; cursor: url('${origin}/cursor.png'), auto }
  </style>`;
}

/** For the body: elements and scripts, none of which fails the render. */
export function reachingBody(origin: string): string {
  const ws = origin.replace('http', 'ws');
  const host = new URL(origin).host;
  const port = Number(new URL(origin).port);
  const inWorker = `fetch('${origin}/worker-fetch').catch(() => {});
    try { new WebSocket('${ws}/worker-socket'); } catch {}
    try { new EventSource('${origin}/worker-events'); } catch {}
    try { importScripts('${origin}/worker-import.js'); } catch {}`;
  const inFrame = `<script>fetch('${origin}/frame-fetch').catch(() => {}); try { new WebSocket('${ws}/frame-socket'); } catch {}</script>
    <img src="${origin}/frame-image.svg">`;
  const tries = `
    const attempt = (work) => { try { const made = work(); made?.catch?.(() => {}); } catch {} };
    attempt(() => fetch('${origin}/fetch', { mode: 'no-cors' }));
    attempt(() => fetch('${origin}/post', { method: 'POST', mode: 'no-cors', body: 'x', keepalive: true }));
    attempt(() => { const request = new XMLHttpRequest(); request.open('GET', '${origin}/xhr'); request.send(); });
    attempt(() => navigator.sendBeacon('${origin}/beacon', 'x'));
    attempt(() => new WebSocket('${ws}/socket'));
    attempt(() => new EventSource('${origin}/events'));
    attempt(() => new WebTransport('https://${host}/transport').ready);
    attempt(() => import('${origin}/module.js'));
    attempt(() => { new Image().src = '${origin}/image.svg'; });
    attempt(() => navigator.serviceWorker.register('${origin}/service-worker.js'));
    attempt(() => new Worker(URL.createObjectURL(new Blob([${literal(inWorker)}], { type: 'text/javascript' }))));
    attempt(() => new SharedWorker(URL.createObjectURL(new Blob([${literal(inWorker)}], { type: 'text/javascript' }))));
    attempt(() => {
      const frame = document.createElement('iframe');
      frame.src = URL.createObjectURL(new Blob([${literal(inFrame)}], { type: 'text/html' }));
      document.body.append(frame);
    });
    attempt(() => { const frame = document.createElement('iframe'); frame.src = 'chrome://gpu'; document.body.append(frame); });
    attempt(() => { const frame = document.createElement('iframe'); frame.src = 'file:///etc/passwd'; document.body.append(frame); });
    attempt(() => {
      const connection = new RTCPeerConnection({ iceServers: [{ urls: 'stun:${host}' }, { urls: 'turn:${host}', username: 'u', credential: 'c' }] });
      connection.createDataChannel('x');
      return connection.createOffer().then((offer) => connection.setLocalDescription(offer));
    });
    for (const [index, other] of ${JSON.stringify(origin.includes('127.0.0.1') ? spellings(port) : [])}.entries()) {
      attempt(() => fetch(other + '/spelling-' + index, { mode: 'no-cors' }));
      attempt(() => new WebSocket(other.toLowerCase().replace('http', 'ws') + '/spelling-' + index));
    }`;
  return `<svg width="10" height="10"><image href="${origin}/svg-image.svg" width="10" height="10"/><use href="${origin}/use.svg#x"/></svg>
    <img src="${origin}/img.svg"><img srcset="${origin}/srcset.svg 1x"><picture><source srcset="${origin}/picture.svg"><img></picture>
    <object data="${origin}/object.svg"></object><embed src="${origin}/embed.svg"><iframe src="${origin}/iframe"></iframe>
    <iframe srcdoc='<meta http-equiv="refresh" content="0;url=${origin}/refresh">'></iframe>
    <iframe name="posted"></iframe><form id="form" action="${origin}/form" method="post" target="posted"></form>
    <script src="${origin}/script.js"></script><script>document.getElementById('form').submit();${tries}</script>`;
}
