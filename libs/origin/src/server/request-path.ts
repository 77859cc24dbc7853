/** One function turns a request target into path segments that are safe to join (reference: security 4). */

export type RequestPath =
  | { readonly ok: true; readonly segments: readonly string[]; readonly trailingSlash: boolean }
  | { readonly ok: false; readonly status: 400 | 403; readonly reason: string };

/**
 * Splits the target of an HTTP request (`/a%20b/c.png?x#y`) into decoded segments. Percent-decoding happens once, after
 * splitting off the query. Refused: malformed escapes, control characters, backslashes and drive letters (400); `..` and
 * segments that begin with a dot (403), because hidden files (`.env`, `.git`) are no assets.
 */
export function parseRequestPath(target: string): RequestPath {
  const raw = target.replace(/[?#].*$/s, '');
  let decoded: string;
  try {
    decoded = decodeURIComponent(raw);
  } catch {
    return { ok: false, status: 400, reason: 'malformed percent escape' };
  }
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is refused here.
  if (/[\u0000-\u001f\u007f\\]/.test(decoded)) {
    return { ok: false, status: 400, reason: 'control character or backslash' };
  }
  if (!decoded.startsWith('/')) return { ok: false, status: 400, reason: 'target is not a path' };
  const segments = decoded.split('/').filter((segment) => segment !== '' && segment !== '.');
  for (const segment of segments) {
    if (segment.startsWith('.')) return { ok: false, status: 403, reason: 'hidden file or parent directory' };
    if (/^[a-z]:/i.test(segment)) return { ok: false, status: 400, reason: 'drive letter' };
  }
  return { ok: true, segments, trailingSlash: decoded.endsWith('/') };
}
