/** Names in `font-family`, in lower case, that are no font of a project: generic ones, those of the system's own, and words of CSS. */
export const FAMILY_KEYWORDS: ReadonlySet<string> = new Set([
  ...['serif', 'sans-serif', 'monospace', 'cursive', 'fantasy', 'math', 'emoji', 'fangsong'],
  ...['system-ui', 'ui-serif', 'ui-sans-serif', 'ui-monospace', 'ui-rounded', '-apple-system', 'blinkmacsystemfont'],
  ...['inherit', 'initial', 'unset', 'revert', 'revert-layer', 'none'],
]);
