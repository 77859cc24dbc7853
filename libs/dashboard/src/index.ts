/** The dashboard: static files that a producer serves at `/`, and the policy they are served with. */
import { readFile } from 'node:fs/promises';

export interface DashboardFile {
  readonly contentType: string;
  readonly body: Buffer;
}

/**
 * Content security policy of the page: its own files only. Finished videos come as blobs, because a key travels in a
 * header and never in a URL (http-api 4.1).
 */
export const DASHBOARD_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' blob: data:",
  "media-src 'self' blob:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

const FILES = [
  ['/', 'index.html', 'text/html; charset=utf-8'],
  ['/dashboard/ui.js', 'ui.js', 'text/javascript; charset=utf-8'],
  ['/dashboard/ui.css', 'ui.css', 'text/css; charset=utf-8'],
] as const;

/** The files by URL path, read once. */
export async function dashboardFiles(): Promise<ReadonlyMap<string, DashboardFile>> {
  const entries = FILES.map(async ([path, name, contentType]) => {
    // Also when this module runs from its source: the build puts the page beside the compiled modules.
    const body = await readFile(new URL(`../dist/ui-bundle/${name}`, import.meta.url));
    return [path, { contentType, body }] as const;
  });
  return new Map(await Promise.all(entries));
}
