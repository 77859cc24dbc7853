/** The OpenAPI document as one HTML page without script and without any other file. Pure. */
import type { OpenAPIObject } from '@nestjs/swagger';
import { type DocumentedOperation, operationsOf, type Schema } from './operations-of.js';

const STYLE = `
:root { color-scheme: light dark; --line: #8884; --muted: #767676 }
body { font: 16px/1.5 system-ui, sans-serif; margin: 0 auto; max-width: 60rem; padding: 1.5rem }
h1 { margin-top: 0 } h2 { border-bottom: 1px solid var(--line); margin-top: 2.5rem; padding-bottom: .25rem }
h3 { font-size: 1rem; margin: 1.5rem 0 .25rem } code, pre { font: .875rem/1.45 ui-monospace, monospace }
pre { border: 1px solid var(--line); border-radius: 4px; overflow-x: auto; padding: .75rem }
table { border-collapse: collapse; width: 100% } th, td { border-bottom: 1px solid var(--line); padding: .35rem .5rem; text-align: left; vertical-align: top }
td:first-child { white-space: nowrap } nav ul { columns: 2; list-style: none; padding: 0 } @media (max-width: 40rem) { nav ul { columns: 1 } }
`;

export function docsPage(document: OpenAPIObject): string {
  const operations = operationsOf(document);
  const groups = [...new Set(operations.map(({ tag }) => tag))];
  const sections = groups.map((tag) => {
    const own = operations.filter((operation) => operation.tag === tag);
    return `<section><h2>${escaped(tag)}</h2>${own.map(operationHtml).join('')}</section>`;
  });
  const links = operations.map(
    ({ id, method, path }) => `<li><a href="#${escaped(id)}"><code>${method} ${escaped(path)}</code></a></li>`,
  );
  const title = `${escaped(document.info.title)} ${escaped(document.info.version)}`;
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}: HTTP API</title><style>${STYLE}</style></head>
<body><main><h1>${title}</h1><p>${escaped(document.info.description ?? '')}</p>
<p><a href="/openapi.json">openapi.json</a> · <a href="/llms.txt">llms.txt</a></p>
<nav aria-label="Operations"><ul>${links.join('')}</ul></nav>${sections.join('')}</main></body></html>
`;
}

function operationHtml(operation: DocumentedOperation): string {
  const { id, method, path, summary, description, fields, answers, example } = operation;
  const rows = fields.map(
    ({ name, required, schema }) =>
      `<tr><td><code>${escaped(name)}</code></td><td>${escaped(typeText(schema))}${required ? ', required' : ''}</td><td>${escaped(schema.description ?? '')}</td></tr>`,
  );
  const table =
    rows.length === 0
      ? ''
      : `<table><thead><tr><th scope="col">Field</th><th scope="col">Type</th><th scope="col">Meaning</th></tr></thead><tbody>${rows.join('')}</tbody></table>`;
  return `<article id="${escaped(id)}"><h3><code>${method} ${escaped(path)}</code></h3><p>${escaped(summary)}. ${escaped(description)}</p>${table}<p>Answers: ${escaped(answers.join(', '))}</p>${
    example === null ? '' : `<pre tabindex="0">${escaped(JSON.stringify(example, null, 2))}</pre>`
  }</article>`;
}

/** A schema in few words. */
export function typeText(schema: Schema): string {
  if (schema.enum !== undefined) return schema.enum.join(' | ');
  if (schema.oneOf !== undefined) return schema.oneOf.map(typeText).join(' or ');
  const { minimum, maximum } = schema;
  const range = minimum === undefined && maximum === undefined ? '' : ` ${minimum ?? '…'}–${maximum ?? '…'}`;
  return `${schema.type ?? 'object'}${range}`;
}

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (char) => `&#${char.charCodeAt(0)};`);
}
