/** What a message may show to a client: no path of this host and no query of a URL (http-api 2, security 7). */

/** Absolute paths below the directories in which systems keep files; a relative name in a message stays. */
const HOST_PATH =
  /(?<![\w.:/-])(?:\/(?:tmp|var|home|root|usr|opt|srv|mnt|media|data|etc|proc|run|app|Users|private|Volumes)(?=\/)|[A-Za-z]:\\)[^\s"'`,;)\]]*/g;
const FILE_URL = /\bfile:\/\/[^\s"'`<>)\]]*/g;
/** Taken whole also without a query, so that no part of it is looked at twice: a path of a request may be 16 KB long. */
const URL_QUERY = /\b(https?:\/\/[^\s?#"'`<>]+)(?:\?[^\s"'`<>)]*)?/g;
/** Of a reference without a host: a path, or a name with an extension, right before what only a query can be. */
const REFERENCE_QUERY = /(\/[^\s?#"'`<>()/]*|\.\w{1,8})\?[\w%&=.~+-][^\s"'`<>)]*/g;

/** The text with host paths cut to their last name and queries of URLs left out. */
export function publicText(text: string): string {
  return withoutQueries(text).replace(FILE_URL, lastName).replace(HOST_PATH, lastName);
}

/** The text with queries of URLs left out, which may be signed. */
export function withoutQueries(text: string): string {
  return text.replace(URL_QUERY, '$1').replace(REFERENCE_QUERY, '$1');
}

/** The same of every text in a value, however deep; what is no JSON stays as it is. */
export function publicValue<T>(value: T): T;
export function publicValue(value: unknown): unknown {
  if (typeof value === 'string') return publicText(value);
  if (Array.isArray(value)) return value.map((one) => publicValue(one));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, publicValue(inner)]));
}

const lastName = (path: string): string => path.split(/[/\\]/).findLast((name) => name) ?? '';
