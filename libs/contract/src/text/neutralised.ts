/** Text from compositions, pages and engines is shown, never obeyed, by a terminal (security 5, 7). Pure. */

// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for.
const UNSAFE = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u200e\u200f\u202a-\u202e\u2028\u2029\u2066-\u2069]/g;

/**
 * Makes control characters, escape sequences and direction overrides visible as `\xNN` or `\u{NNNN}`. Tabs and line
 * feeds stay.
 */
export function neutralised(text: string): string {
  return text.replace(/\r\n/g, '\n').replace(UNSAFE, (char) => {
    const code = char.charCodeAt(0);
    return code < 0x100 ? `\\x${code.toString(16).padStart(2, '0')}` : `\\u{${code.toString(16)}}`;
  });
}

/** As {@link neutralised}, on one line. */
export function neutralisedLine(text: string): string {
  return neutralised(text).replace(/\s+/g, (blanks) => (blanks.includes('\n') ? ' ' : blanks));
}
