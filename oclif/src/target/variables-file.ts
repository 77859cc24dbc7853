/** Reading `--variables-file` (cli 2); what it holds is judged by the same check as `--variables`. */
import { stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import { FramefarmError, jsonOfFile, resolveRenderOptions } from '@framefarm/contract';
import { mayBeEndless, readNamedFile } from './named-file.js';

const FLAG = '--variables-file';
/** Most bytes read; variables are texts and numbers, and a larger file is a mistake such as a video's path. */
const MAX_BYTES = 16 * 1024 * 1024;

/**
 * The variables in the file. `signal` ends the wait for a pipe's writer.
 * @throws FramefarmError VALIDATION_FAILED naming the file and the fault; the reason of the signal.
 */
export async function readVariablesFile(
  typed: string,
  cwd: string,
  signal?: AbortSignal,
): Promise<Readonly<Record<string, unknown>>> {
  const path = resolve(cwd, typed);
  let bytes: Buffer;
  try {
    const found = await stat(path);
    if (found.isDirectory()) throw fault(`${path} is a directory`);
    if (mayBeEndless(found)) throw fault(`${path} is no regular file`);
    if (found.size > MAX_BYTES) throw fault(`${path} has ${found.size} bytes; at most ${MAX_BYTES} are read`);
    bytes = await readNamedFile(path, signal);
  } catch (error) {
    signal?.throwIfAborted();
    if (error instanceof FramefarmError) throw error;
    throw fault(`${path} cannot be read (${(error as NodeJS.ErrnoException).code ?? (error as Error).message})`);
  }
  let value: unknown;
  try {
    value = jsonOfFile(bytes);
  } catch (error) {
    throw fault(`${path} is ${(error as Error).message}`);
  }
  const checked = resolveRenderOptions({ variables: value }, () => `${FLAG} ${path}`);
  if (!checked.ok) {
    const issues = checked.issues.map((issue) => ({ ...issue, field: FLAG }));
    throw new FramefarmError('VALIDATION_FAILED', issues[0]?.message ?? path, { issues });
  }
  return checked.options.variables;
}

function fault(rule: string): FramefarmError {
  const message = `${FLAG}: ${rule}`;
  return new FramefarmError('VALIDATION_FAILED', message, {
    issues: [{ field: FLAG, code: 'invalid_value', message }],
  });
}
