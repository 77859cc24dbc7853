/** The path of a request target without its query; that of a proxy begins with the address (RFC 9112 3.2.2). */
export function pathOf(url: string): string {
  const [, path = ''] = /^(?:https?:\/\/[^/?]*)?([^?]*)/i.exec(url) ?? [];
  return path === '' ? '/' : path;
}
