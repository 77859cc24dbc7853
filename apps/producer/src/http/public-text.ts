/** What a message may show to a client: no path of this host and no query of a URL (http-api 2, security 7). */

/** Absolute paths below the directories in which systems keep files; a relative name in a message stays. */
const HOST_PATH =
  /(?<![\w.:/-])(?:\/(?:tmp|var|home|root|usr|opt|srv|mnt|media|data|etc|proc|run|app|Users|private|Volumes)(?=\/)|[A-Za-z]:\\)[^\s"'`,;)\]]*/g;
const URL_QUERY = /\b(https?:\/\/[^\s?#"'`<>]+)\?[^\s"'`<>)]*/g;

/** The text with host paths cut to their last name and queries of URLs left out. */
export function publicText(text: string): string {
  return text.replace(URL_QUERY, '$1').replace(HOST_PATH, (path) => path.split(/[/\\]/).findLast((name) => name) ?? '');
}
