/** Pages of the reference as Markdown text. */

const HEADER = '<!-- Made by "npm run docs" from the commands and tables themselves; change those. -->';

/** A page with its title, a few sentences, and blocks of lines with an empty line between them. */
export function page(title: string, intro: readonly string[], ...blocks: readonly (readonly string[])[]): string {
  return `${[`# ${title}`, '', HEADER, '', ...intro, ...blocks.flatMap((block) => ['', ...block])].join('\n')}\n`;
}

export function table(head: readonly string[], rows: readonly (readonly string[])[]): string[] {
  const row = (cells: readonly string[]): string => `| ${cells.map(cellText).join(' | ')} |`;
  return [row(head), `|${'---|'.repeat(head.length)}`, ...rows.map(row)];
}

/** A bar would end the cell, also within code; an angle bracket outside code would begin an HTML element. */
function cellText(text: string): string {
  const parts = text.split('`').map((part, index) => (index % 2 === 1 ? part : part.replaceAll('<', '\\<')));
  return parts.join('`').replaceAll('|', '\\|').replaceAll('\n', ' ');
}

export const code = (text: string): string => `\`${text}\``;
