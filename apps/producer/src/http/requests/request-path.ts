/**
 * The path of a request target without its query; that of a proxy begins with the address (RFC 9112 3.2.2). Letters, digits and `-._~`
 * that came encoded are told as themselves, which mean the same (RFC 3986 6.2.2.2): the router takes `/r%65nders` for `/renders`, and
 * whoever goes by the path has to as well.
 */
export function pathOf(url: string): string {
  const [, path = ''] = /^(?:https?:\/\/[^/?]*)?([^?]*)/i.exec(url) ?? [];
  return path === '' ? '/' : path.replace(/%[2-7][\da-f]/gi, unreserved);
}

function unreserved(encoded: string): string {
  const character = String.fromCharCode(Number.parseInt(encoded.slice(1), 16));
  return /[\w.~-]/.test(character) ? character : encoded;
}
