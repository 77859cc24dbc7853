/** A key file as an operator writes it. */
import { createHash } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { scratchDirectory } from '../projects/project.js';

const ALL_SCOPES = ['submit', 'read', 'cancel', 'priority', 'admin'];
export const SECRET = `whsec_${Buffer.from('a secret of twenty-four by').toString('base64')}`;

export interface KeyEntry {
  readonly name: string;
  /** Default: `keyOf` the name. */
  readonly key?: string;
  readonly scopes?: readonly string[];
  readonly limits?: object;
  readonly webhookSecrets?: readonly string[];
}

export const keyOf = (name: string): string => `ffk_${name}-key`;
export const bearer = (name: string): Record<string, string> => ({ authorization: `Bearer ${keyOf(name)}` });

export async function keysFile(entries: readonly KeyEntry[]): Promise<string> {
  const path = join(scratchDirectory(), 'keys.json');
  await writeKeys(path, entries);
  return path;
}

export async function writeKeys(path: string, entries: readonly KeyEntry[]): Promise<void> {
  const keys = entries.map(({ name, key = keyOf(name), scopes = ALL_SCOPES, limits = {}, webhookSecrets = [] }) => {
    const sha256 = createHash('sha256').update(key).digest('hex');
    return { name, sha256, scopes, limits, webhookSecrets };
  });
  await writeFile(path, JSON.stringify(keys));
}
