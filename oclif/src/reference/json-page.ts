/** The page of what commands print with `--json`. */
import { BATCH_EVENTS, DOCUMENTS, FARM_EVENTS, type JsonShape, RENDER_EVENTS } from './json-fields.js';
import { code, page, table } from './markdown.js';

export function jsonPage(): string {
  return page(
    'JSON output',
    [
      'With `--json`, stdout carries JSON alone: `render` writes one event a line, each with `type` and `ts` (ISO 8601);',
      'other commands write one document. Fields may be added; none is renamed or changes its type. A reader skips what it',
      'does not know.',
    ],
    ['## Events of a render'],
    ...RENDER_EVENTS.flatMap(block),
    ['## Events of a batch'],
    ...BATCH_EVENTS.flatMap(block),
    ['## Events beside these with --farm'],
    ...FARM_EVENTS.flatMap(block),
    ['## Documents'],
    ...DOCUMENTS.flatMap(block),
  );
}

function block({ name, meaning, fields }: JsonShape): string[][] {
  const rows = Object.entries(fields).map(([field, text]) => [code(field), text]);
  return [[`### ${code(name)}`], [meaning], table(['Field', 'Meaning'], rows)];
}
