/** Colour on a terminal; none when the reader asked for none. */

const CODES = { error: '31', warning: '33', good: '32', dim: '2', strong: '1' } as const;

export type Style = keyof typeof CODES;

export function paint(style: Style, text: string, colour: boolean): string {
  return colour ? `\u001b[${CODES[style]}m${text}\u001b[0m` : text;
}

/** True when escape sequences may be written to the stream: a terminal that is not dumb, and no `NO_COLOR` (cli 1). */
export function mayDecorate(stream: { readonly isTTY?: boolean }, env: NodeJS.ProcessEnv): boolean {
  const refused = env.NO_COLOR !== undefined && env.NO_COLOR !== '';
  return stream.isTTY === true && !refused && env.TERM !== 'dumb';
}
