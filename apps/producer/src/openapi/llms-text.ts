/** The API in plain text, for agents that read before they call: enough to make a video without any other page. Pure. */
import type { OpenAPIObject } from '@nestjs/swagger';
import { type DocumentedOperation, operationsOf } from './operations-of.js';

const HOW = `How to make a video:
1. POST /renders with a JSON body (Content-Type: application/json). The example of that operation below renders as it stands. Send an Idempotency-Key of your own: the same key and body never make a second render.
2. The answer is 202 with id, status and links. GET /renders/{id} until status is completed, failed or cancelled; Retry-After says when to look again. Or follow GET /renders/{id}/events: server-sent events queued, state, progress, warning, then completed, failed or cancelled, after which the stream closes. Come back with the header Last-Event-ID to go on after the last event seen.
3. GET /renders/{id}/output is the file; its size and sha256 stand in output of the render object. A failed render has error with code, message and hint instead.
To stop a render: POST /renders/{id}/cancel.

A composition is a complete HTML document with one element that has data-composition-id, data-width and data-height (pixels), data-start="0" and data-duration (seconds). data-no-timeline says that no script registers a timeline. Values given as variables are declared in data-composition-variables on <html> and read with window.__hyperframes.getVariables().

source holds exactly one of: html (one document); files (project path to text, {"text": …} or {"base64": …}); composition (id of an upload).
To upload a project: pack its directory with index.html at the top, such as "tar -czf project.tgz -C project .", and send it to POST /compositions with Content-Type application/gzip (application/zip and application/x-tar are taken too). The answer has the id cmp_… for {"source":{"composition":"cmp_…"}}.

Many videos of one composition: POST /batches with rows, one object of variables for each video; {name} and {index} in outputTemplate are filled from the row. Follow GET /batches/{id}/events until batch-completed; GET /batches/{id}/manifest has renderId and outputUrl of every row. To stop the rows that are left: POST /batches/{id}/cancel.
Check without rendering: POST /renders/check and POST /batches/check take the same bodies; POST /lint says what is wrong with a composition.

POST /render and POST /render/stream take the source at the top of the body ({"html": …} or {"composition": …}) and answer when the render has ended; the file is at outputUrl.

Errors are application/problem+json: code is stable, detail names what was received and the rule, hint says what to do, errors[].pointer says where. retryable and Retry-After say whether and when to send the same again; GET /problems/{code} explains a code. POST /render, POST /render/stream, POST /lint and GET /outputs/{token} answer {"success": false, "error": …} instead.
Unknown fields are refused with the nearest name; POST /render and POST /render/stream leave them out.
Authentication, where the operator has it on: Authorization: Bearer ffk_….`;

export function llmsText(document: OpenAPIObject): string {
  const { title, version, description } = document.info;
  const operations = operationsOf(document).map(operationText).join('\n');
  return `# ${title} ${version}\n\n> ${description}\n\n${HOW}\n\n## Operations\n\n${operations}\n\nFull description: /openapi.json\n`;
}

function operationText({ method, path, summary, fields, example }: DocumentedOperation): string {
  const named = fields.map(({ name, required }) => (required ? `${name} (required)` : name));
  return [
    `- ${method} ${path}: ${summary}`,
    ...(named.length === 0 ? [] : [`  Takes: ${named.join(', ')}`]),
    ...(example === null || example === undefined ? [] : [`  Example: ${JSON.stringify(example)}`]),
  ].join('\n');
}
