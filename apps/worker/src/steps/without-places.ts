/** What is told of a step leaves out where this machine keeps its files (security 7). Pure. */

/** Characters that end a path in a message. */
const PATH = String.raw`[^\s"'\x60,;)\]\\]*`;

/**
 * `text` without the directory of the worker: a file of a composition by its name in the project, any other one by its last
 * name. Paths are not escaped in messages, so a name with a blank keeps what follows the blank.
 */
export function withoutPlaces(text: string, directory: string): string {
  const place = directory.replace(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);
  return text
    .replace(new RegExp(`${place}/cache/[0-9a-f-]{36}/`, 'g'), '')
    .replace(new RegExp(`${place}${PATH}`, 'g'), (path) => path.slice(path.lastIndexOf('/') + 1));
}

/** The same in every text of a value that is plain JSON. */
export function valueWithoutPlaces<T>(value: T, directory: string): T {
  const plain = (_: string, inner: unknown): unknown =>
    typeof inner === 'string' ? withoutPlaces(inner, directory) : inner;
  return JSON.parse(JSON.stringify(value), plain) as T;
}
