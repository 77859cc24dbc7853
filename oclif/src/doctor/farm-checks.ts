/** Whether a farm could be run on this machine, and whether the one that FRAMEFARM_URL names answers (cli 8). */
import { asFramefarmError } from '@framefarm/contract';
import { findRedis } from '@framefarm/farm/private-redis';
import { createFarmClient, readApiKey, readFarmUrl } from '@framefarm/farm-client';
import { FRAMEFARM_VERSION } from '@framefarm/render';
import { type CheckResult, type DoctorOptions, verdict } from './check.js';

/** Redis, and in farm mode URL, key and version; nothing of it is needed to render on this machine. */
export async function farmChecks(options: DoctorOptions): Promise<CheckResult[]> {
  const url = options.env.FRAMEFARM_URL ?? '';
  return [await checkRedis(options), ...(url === '' ? [] : await checkFarm(url, options))];
}

async function checkRedis({ env }: DoctorOptions): Promise<CheckResult> {
  try {
    const { path, version } = await findRedis(env);
    return verdict('Redis', true, false, `${version} at ${path}`, '');
  } catch (thrown) {
    const { message, hint } = asFramefarmError(thrown);
    return verdict('Redis', false, false, message, `Needed only for "framefarm farm start". ${hint}`);
  }
}

async function checkFarm(typed: string, { env, signal }: DoctorOptions): Promise<CheckResult[]> {
  const failure = (name: string, thrown: unknown): CheckResult => {
    const { message, hint } = asFramefarmError(thrown);
    return verdict(name, false, false, message, hint);
  };
  try {
    const apiKey = await readApiKey(null, env);
    const client = createFarmClient({ url: readFarmUrl(typed, 'FRAMEFARM_URL'), apiKey }, signal);
    const version = await client.version();
    const key = await client
      .queue()
      .then(() => verdict('Farm key', true, false, apiKey === null ? 'none needed' : 'accepted', ''))
      .catch((thrown: unknown) => failure('Farm key', thrown));
    const same = version === FRAMEFARM_VERSION;
    const hint = `This machine has ${FRAMEFARM_VERSION}; install the same version on both sides.`;
    return [verdict('Farm', true, false, client.url, ''), key, verdict('Farm version', same, false, version, hint)];
  } catch (thrown) {
    return [failure('Farm', thrown)];
  }
}
