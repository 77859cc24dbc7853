/** The path of a request target without its query. */
export function pathOf(url: string): string {
  return url.split('?', 1)[0] ?? '/';
}
