/** From the options of a command to a farm that can be asked. */
import { resolve } from 'node:path';
import type { FarmClient, OnBusy } from '@framefarm/farm-client';
import { readNamedFile } from '../target/named-file.js';

export interface FarmPlace {
  /** As typed. */
  readonly url: string;
  /** What gave it, for messages. Default: `--farm`. */
  readonly urlOf?: string;
  /** As typed. */
  readonly apiKeyFile: string | null;
}

/** @throws FramefarmError `VALIDATION_FAILED` for a wrong URL or key file; the reason of the signal. */
export async function openFarm(
  { url, urlOf = '--farm', apiKeyFile }: FarmPlace,
  signal?: AbortSignal,
  onBusy?: OnBusy,
): Promise<FarmClient> {
  const { createFarmClient, readApiKey, readFarmUrl } = await import('@framefarm/farm-client');
  const file = apiKeyFile === null ? null : resolve(process.cwd(), apiKeyFile);
  const read = async (path: string): Promise<string> => (await readNamedFile(path, signal)).toString();
  try {
    const access = { url: readFarmUrl(url, urlOf), apiKey: await readApiKey(file, process.env, read) };
    return createFarmClient(access, signal, onBusy);
  } catch (error) {
    signal?.throwIfAborted();
    throw error;
  }
}

/**
 * The same farm, for what is asked of it after the signal of `client`. The key is that of `client`: what a pipe held was read from it
 * once.
 */
export async function withoutSignal(client: FarmClient): Promise<FarmClient> {
  const { createFarmClient } = await import('@framefarm/farm-client');
  return createFarmClient(client.access);
}
