/** From the options of a command to a farm that can be asked. */
import { resolve } from 'node:path';
import type { FarmClient, OnBusy } from '@framefarm/farm-client';

export interface FarmPlace {
  /** As typed. */
  readonly url: string;
  /** What gave it, for messages. Default: `--farm`. */
  readonly urlOf?: string;
  /** As typed. */
  readonly apiKeyFile: string | null;
}

/** @throws FramefarmError `VALIDATION_FAILED` for a wrong URL or key file. */
export async function openFarm(
  { url, urlOf = '--farm', apiKeyFile }: FarmPlace,
  signal?: AbortSignal,
  onBusy?: OnBusy,
): Promise<FarmClient> {
  const { createFarmClient, readApiKey, readFarmUrl } = await import('@framefarm/farm-client');
  const file = apiKeyFile === null ? null : resolve(process.cwd(), apiKeyFile);
  const access = { url: readFarmUrl(url, urlOf), apiKey: await readApiKey(file, process.env) };
  return createFarmClient(access, signal, onBusy);
}
