/** Who presents a key (http-api 4.1). */
import { FramefarmError } from '@framefarm/contract';
import { type Caller, LOCAL_CALLER } from './api-key.js';
import type { Keys } from './key-file.js';

/** The caller that a header names. @throws FramefarmError UNAUTHENTICATED where keys are required and it names none in force. */
export async function knownCaller(keys: Keys, authorization: string | undefined): Promise<Caller> {
  if (!keys.required) return LOCAL_CALLER;
  const [, key] = /^Bearer (ffk_[\x21-\x7e]{1,200})$/i.exec(authorization ?? '') ?? [];
  const caller = key === undefined ? null : await keys.find(key);
  if (caller === null) throw new FramefarmError('UNAUTHENTICATED', 'The request carries no valid API key.');
  return caller;
}
