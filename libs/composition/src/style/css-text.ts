/** Writing strings and names into CSS so that no value can end the rule, or the style element, around it. */

const hex = (character: string): string => `\\${character.codePointAt(0)?.toString(16) ?? ''} `;

/** A quoted CSS string. */
export function cssString(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what must be escaped
  return `"${text.replace(/["\\<>\u0000-\u001f\u007f]/g, hex)}"`;
}

/** A CSS identifier that stands for any text. */
export function cssIdentifier(text: string): string {
  return text
    .replace(/[^A-Za-z0-9_\u0080-\u{10ffff}-]/gu, hex)
    .replace(/^(-?)(\d)/, (_, dash: string, digit: string) => dash + hex(digit));
}
