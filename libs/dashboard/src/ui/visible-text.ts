/** Text from compositions and engines, made so that what it holds is what one sees. Pure. */

/** Controls that move a terminal's cursor or a line's direction; tabs and line feeds stay. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for.
const UNSEEN = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/g;
// biome-ignore lint/suspicious/noControlCharactersInRegex: the colours that engines write.
const COLOURS = /\u001b\[[\d;]*m/g;

/** Without terminal colours; other unseen characters become their number, such as `<U+202E>`. */
export function visibleText(text: string): string {
  return text
    .replace(/\r\n/g, '\n')
    .replace(COLOURS, '')
    .replace(UNSEEN, (char) => `<U+${char.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}>`);
}
