/** The rows of a batch file: an array of objects, or an object with a `rows` array (cli 5). Pure. */
import { forbiddenKeys } from '@framefarm/composition';
import { type InputIssue, jsonOfFile } from '@framefarm/contract';
import { shownValue } from './shown-value.js';

/** Variables of one row, as the file has them. */
export type RowVariables = Readonly<Record<string, unknown>>;

const SHAPE = 'an array of objects, or an object with a "rows" array';

export interface ParsedRows {
  /** In the order of the file; null where a row is no object. */
  readonly rows: readonly (RowVariables | null)[];
  readonly issues: readonly InputIssue[];
}

/** Parses what a batch file holds; every malformed row is an issue with its number. `name`: the file, in messages. */
export function parseRows(content: Uint8Array | string, name = 'the batch file'): ParsedRows {
  if (content.length === 0) return refused('batch_json_invalid', `${name} is empty; it must be JSON, ${SHAPE}`);
  let payload: unknown;
  try {
    payload = jsonOfFile(content);
  } catch (error) {
    return refused('batch_json_invalid', `${name} is ${(error as Error).message}; it must be JSON, ${SHAPE}`);
  }
  const list = Array.isArray(payload) ? payload : isObject(payload) ? ownValue(payload, 'rows') : undefined;
  if (!Array.isArray(list)) {
    const found = isObject(payload) ? `an object whose rows are ${shownValue(list)}` : shownValue(payload);
    return refused('batch_payload_invalid', `${name} holds ${found}; it must be ${SHAPE}`);
  }
  if (list.length === 0) {
    return refused('batch_empty', `${name} holds no rows; each row is an object of variables and gives one output`);
  }
  const issues: InputIssue[] = [];
  const rows = list.map((row: unknown, index): RowVariables | null => {
    if (!isObject(row)) {
      const message = `the row is ${shownValue(row)}, but must be an object of variables`;
      issues.push({ row: index, code: 'row_not_object', message });
      return null;
    }
    for (const field of forbiddenKeys(row)) {
      const message = `the key "${field}" is refused, because it could reach an object's prototype`;
      issues.push({ row: index, field, code: 'forbidden_key', message });
    }
    return row;
  });
  return { rows, issues };
}

function refused(code: string, message: string): ParsedRows {
  return { rows: [], issues: [{ field: '--batch', code, message }] };
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** A key's own value; names such as `constructor` never reach the prototype. */
export function ownValue(row: RowVariables, key: string): unknown {
  return Object.hasOwn(row, key) ? row[key] : undefined;
}
