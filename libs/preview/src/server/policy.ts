/** Content security policies of the preview's two origins. */

const LOOPBACK = new Set(['127.0.0.1', 'localhost']);

/** Sources for one port of the host the preview listens on; a policy cannot name an IPv6 address. */
function onPort(host: string, port: number): string {
  if (!LOOPBACK.has(host)) return `http://*:${port}`;
  return [...LOOPBACK].map((name) => `http://${name}:${port}`).join(' ');
}

/** For the preview's own page: its own files, and the composition in a frame. */
export function pagePolicy(host: string, stagePort: number): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self' data:",
    "media-src 'self'",
    "connect-src 'self'",
    `frame-src ${onPort(host, stagePort)}`,
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
}

/** For the composition: only the preview may show it, and no socket leaves it past the worker. */
export function stagePolicy(host: string, pagePort: number): string {
  return `frame-ancestors ${onPort(host, pagePort)}; connect-src http: https: data: blob:`;
}
