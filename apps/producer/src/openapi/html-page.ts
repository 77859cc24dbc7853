/** Pages without script and without any other file. Pure. */

const STYLE = `
:root { color-scheme: light; --ground: #fff; --raised: #f2f4f7; --line: #d7dce3; --text: #171b22; --dim: #505b6b; --accent: #0b5cad }
@media (prefers-color-scheme: dark) { :root { color-scheme: dark; --ground: #0e1015; --raised: #161a21; --line: #2d3441; --text: #e7eaf0; --dim: #a3acba; --accent: #8cc8ff } }
* { box-sizing: border-box }
body { background: var(--ground); color: var(--text); font: 15px/1.55 system-ui, -apple-system, "Segoe UI", Roboto, sans-serif; margin: 0 auto; max-width: 60rem; overflow-wrap: anywhere; padding: 1.5rem 1.25rem 4rem }
a { color: var(--accent) } :focus-visible { outline: 2px solid var(--accent); outline-offset: 2px }
h1 { font-size: 1.5rem; margin: 0 0 .5rem } h2 { border-bottom: 1px solid var(--line); font-size: 1.15rem; margin: 2.75rem 0 0; padding-bottom: .25rem; text-transform: capitalize }
h3 { font-size: 1rem; margin: 0 0 .25rem } p { margin: .35rem 0 }
code, pre { font: .85rem/1.45 ui-monospace, SFMono-Regular, Menlo, Consolas, monospace } h3 code { font-size: .95rem }
pre { background: var(--raised); border-radius: 6px; margin: .75rem 0 0; max-height: 24rem; overflow: auto; overflow-wrap: normal; padding: .75rem 1rem }
article { border-top: 1px solid var(--line); padding: 1.25rem 0 } h2 + article { border-top: 0 }
table { border-collapse: collapse; margin: .75rem 0; table-layout: fixed; width: 100% }
th, td { border-bottom: 1px solid var(--line); padding: .35rem .75rem .35rem 0; text-align: left; vertical-align: top }
th { color: var(--dim); font-weight: 400 } th:nth-child(1) { width: 13.5rem } th:nth-child(2) { width: 14rem }
dt, .dim { color: var(--dim) } dd { margin: 0 0 .5rem }
nav ul { columns: 2; list-style: none; padding: 0 } nav a { text-decoration: none }
@media (max-width: 40rem) {
  nav ul { columns: 1 } table, tbody, tr, td { display: block } thead { clip-path: inset(50%); position: absolute }
  tr { border-bottom: 1px solid var(--line); padding: .4rem 0 } td { border: 0; padding: 0 } td:empty { display: none }
}
`;

/** `title` and `body` are HTML. */
export function htmlPage(title: string, body: string): string {
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title><style>${STYLE}</style></head>
<body><main>${body}</main></body></html>
`;
}

export function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (char) => `&#${char.charCodeAt(0)};`);
}
