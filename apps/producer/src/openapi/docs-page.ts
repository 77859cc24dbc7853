/** The OpenAPI document as one HTML page without script and without any other file. Pure. */
import type { OpenAPIObject } from '@nestjs/swagger';
import { escaped, htmlPage } from './html-page.js';
import { type DocumentedOperation, operationsOf, type Schema } from './operations-of.js';

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
  return htmlPage(
    `${title}: HTTP API`,
    `<h1>${title}</h1><p>${escaped(document.info.description ?? '')}</p>
<p><a href="/openapi.json">openapi.json</a> · <a href="/llms.txt">llms.txt</a></p>
<nav aria-label="Operations"><ul>${links.join('')}</ul></nav>${sections.join('')}`,
  );
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
function typeText(schema: Schema): string {
  if (schema.enum !== undefined) return schema.enum.join(' | ');
  if (schema.oneOf !== undefined) return schema.oneOf.map(typeText).join(' or ');
  const { minimum, maximum } = schema;
  const range = minimum === undefined && maximum === undefined ? '' : ` ${minimum ?? '…'}–${maximum ?? '…'}`;
  return `${schema.type ?? 'object'}${range}`;
}
