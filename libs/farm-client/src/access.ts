/** Where a farm is and who asks it (cli 7). */
import { readFile } from 'node:fs/promises';
import { DEFAULT_FARM_URL, FramefarmError, faultWords, readFarmAddress } from '@framefarm/contract';

export interface FarmAccess {
  /** Without a slash at the end, such as `http://127.0.0.1:9847`. */
  readonly url: string;
  /** Null where the farm asks for none. */
  readonly apiKey: string | null;
}

/**
 * Reads the address of a farm: a URL, or `host:port`; an empty text means the default.
 * @throws FramefarmError `VALIDATION_FAILED` naming `field`, value and rule.
 */
export function readFarmUrl(typed: string, field: string): string {
  if (typed === '') return DEFAULT_FARM_URL;
  const read = readFarmAddress(typed);
  if (!read.ok) throw refused(field, `${field} ${faultWords(typed, read)}`);
  return read.value;
}

/**
 * The key of `file` (one line), else that of the variable `FRAMEFARM_API_KEY`; null without either. A key is never a
 * flag, where other users of the machine could read it.
 * @param read How the file is read; only who can be interrupted gives his own.
 * @throws FramefarmError `VALIDATION_FAILED` when the file cannot be read, or the key could be none.
 */
export async function readApiKey(
  file: string | null,
  env: Readonly<Record<string, string | undefined>>,
  read = (path: string): Promise<string> => readFile(path, 'utf8'),
): Promise<string | null> {
  if (file === null) return checkedKey(env.FRAMEFARM_API_KEY?.trim() ?? '', 'FRAMEFARM_API_KEY');
  let text: string;
  try {
    text = await read(file);
  } catch (error) {
    const reason = (error as NodeJS.ErrnoException).code ?? (error as Error).message;
    throw refused('--api-key-file', `--api-key-file: ${file} cannot be read (${reason})`);
  }
  const key = checkedKey(text.trim(), '--api-key-file');
  if (key === null) throw refused('--api-key-file', `--api-key-file: ${file} is empty`);
  return key;
}

function checkedKey(key: string, field: string): string | null {
  if (key === '') return null;
  if (/^[\x21-\x7e]{1,512}$/.test(key)) return key;
  throw refused(field, `${field}: a key is one word of visible ASCII characters`);
}

function refused(field: string, message: string): FramefarmError {
  return new FramefarmError('VALIDATION_FAILED', message, { issues: [{ field, code: 'invalid_value', message }] });
}
