/** The API in short plain text, for agents that read before they call. Pure. */
import type { OpenAPIObject } from '@nestjs/swagger';
import { operationsOf } from './operations-of.js';

const HOW = `How to make a video:
1. POST /renders with {"source":{"html":"…"}} (or {"files":{…}}, or an uploaded {"composition":"cmp_…"}). Send an Idempotency-Key.
2. The answer is 202 with id and links. GET /renders/{id} until status is completed, failed or cancelled, or follow /renders/{id}/events.
3. GET /renders/{id}/output is the file; its sha256 stands in the render object.
Many videos of one composition: POST /batches with rows.
Check without rendering: POST /renders/check, POST /batches/check, POST /lint.
Errors are application/problem+json: code is stable, detail says what to change, errors[].pointer says where. retryable and Retry-After say whether and when to try again.
Fields are exact: an unknown one is refused with the nearest name.
Authentication, where the operator has it on: Authorization: Bearer ffk_….`;

export function llmsText(document: OpenAPIObject): string {
  const lines = operationsOf(document).map(({ method, path, summary }) => `- ${method} ${path}: ${summary}`);
  const { title, version, description } = document.info;
  return `# ${title} ${version}\n\n> ${description}\n\n${HOW}\n\n## Operations\n\n${lines.join('\n')}\n\nFull description: /openapi.json\n`;
}
