/** Reading what `--batch` names (cli 5); what it holds is judged by `parseRows`. */
import { readFile, stat } from 'node:fs/promises';
import { addAbortSignal, type Readable } from 'node:stream';
import type { InputIssue } from '@framefarm/contract';
import { type ParsedRows, parseRows } from './parse-rows.js';

/** Most bytes read: 100,000 rows of a kilobyte fit; a larger file is a mistake such as a video's path. */
const MAX_BYTES = 128 * 1024 * 1024;

/** What stands for standard input where a batch has a path, as in its manifest (cli 6.1). */
export const STANDARD_INPUT = '/dev/stdin';

/** Rows of the file at the absolute `path`; one that cannot be read is an issue, not an exception. */
export async function readBatchFile(path: string): Promise<ParsedRows> {
  try {
    const found = await stat(path);
    if (!found.isFile()) return unreadable(`${path} is ${found.isDirectory() ? 'a directory' : 'no regular file'}`);
    if (found.size > MAX_BYTES) return unreadable(`${path} has ${found.size} bytes; at most ${MAX_BYTES} are read`);
    return parseRows(await readFile(path), `--batch "${path}"`);
  } catch (error) {
    return unreadable(`${path} cannot be read (${(error as NodeJS.ErrnoException).code ?? (error as Error).message})`);
  }
}

/** Rows of standard input, which ends when whoever writes it says so; rejects with the reason of the signal. */
export async function readBatchInput(input: Readable, signal: AbortSignal): Promise<ParsedRows> {
  const parts: Uint8Array[] = [];
  let bytes = 0;
  try {
    for await (const part of addAbortSignal(signal, input)) {
      bytes += part.length;
      if (bytes > MAX_BYTES) return unreadable(`standard input has more than ${MAX_BYTES} bytes`);
      parts.push(part);
    }
  } catch (error) {
    signal.throwIfAborted();
    return unreadable(`standard input cannot be read (${(error as NodeJS.ErrnoException).code ?? error})`);
  }
  return parseRows(Buffer.concat(parts), '--batch -: standard input');
}

function unreadable(message: string): ParsedRows {
  const issue: InputIssue = { field: '--batch', code: 'batch_unreadable', message: `--batch: ${message}` };
  return { rows: [], issues: [issue] };
}
