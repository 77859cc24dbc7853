/** What a line of the log must not carry: keys, tokens, what stands in URLs, characters that move a terminal (security 6). Pure. */

const GONE = '[redacted]';

/** Members of any depth whose name says that the value is a secret. */
const SECRET_MEMBERS =
  /"([\w.-]{0,80}(?:authorization|cookie|password|secret|token|api-?key|access-?key|signature|credential)[\w.-]{0,80})":(?:"(?:[^"\\]|\\.)*"|\[[^\]]*\])/gi;
/** Keys of this service, secrets of webhooks, and what follows a scheme of authentication. */
const SECRET_WORDS = /\b(?:ffk_[\w.~+/=-]+|whsec_[\w+/=-]+|(?:Bearer|Basic)\s+[\w.~+/=-]+)/gi;
const URL_USER = /(:\/\/)[^\s"'\\/?#@]+@/g;
/** A URL from behind its scheme to its end. */
const URL_REST = /:\/\/[^\s"'\\]+/g;
/** The token of an output stands in the path. */
const OUTPUT_TOKEN = /(\/outputs\/)[\w-]{16,}/g;
/** JSON escapes the first 32; these would reach a terminal: DEL, C1, line separators, marks that turn the direction of text. */
const CONTROL = /[\u007f-\u009f\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]/g;

/**
 * A line of JSON as it may be kept; it stays JSON. Each pattern begins at a character that it does not pass over again, or is
 * bounded: whoever asks for a path of 16 KB without any key must not keep the program busy with its log.
 */
export function quietLine(line: string): string {
  return line
    .replace(SECRET_MEMBERS, `"$1":"${GONE}"`)
    .replace(SECRET_WORDS, GONE)
    .replace(URL_USER, `$1${GONE}@`)
    .replace(URL_REST, (url) => url.replace(/[?#].*$/s, `?${GONE}`))
    .replace(OUTPUT_TOKEN, `$1${GONE}`)
    .replace(CONTROL, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`);
}
