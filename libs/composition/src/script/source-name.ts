/** Names scripts after the project file they came from, so that exceptions tell file and line. */

const NAMED = /\/\/[#@]\s*sourceURL\s*=/;

/** JavaScript text of a string that cannot end the script element around it. */
export const literal = (text: string): string =>
  JSON.stringify(text).replace(
    /[<>\u2028\u2029]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );

export const isNamed = (code: string): boolean => NAMED.test(code);

/** Line feeds that bring text which begins on `line` of its file to that line. */
export const lineFeeds = (line: number): string => '\n'.repeat(Math.max(0, line - 1));

export const sourceComment = (file: string): string =>
  `\n//# sourceURL=${file.split('/').map(encodeURIComponent).join('/')}\n`;

/** An inline script of the entry under the file's name and with the file's line numbers; a named one stays as it is. */
export function nameScript(code: string, file: string, line: number): string {
  return isNamed(code) || code.trim() === '' ? code : lineFeeds(line) + code + sourceComment(file);
}
